package match

// postings holds the first match of each fact for the elements that have no place in the facts
// themselves: stride of them for each row.
type postings struct {
	words  []uint32
	stride int
}

// at returns the first match of a row at a place.
func (h *postings) at(row uint32, place int) *uint32 { return &h.words[int(row)*h.stride+place] }

// widen grows the stride until each row has the place.
func (h *postings) widen(place, rows int) {
	if place < h.stride {
		return
	}
	old := *h
	h.stride = 2*old.stride + 2
	h.words = make([]uint32, h.stride*rows)
	for row := range rows {
		copy(h.words[row*h.stride:], old.words[row*old.stride:][:old.stride])
	}
}

// extend appends a row.
func (h *postings) extend() {
	for range h.stride {
		h.words = append(h.words, 0)
	}
}
