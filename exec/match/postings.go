package match

// postings are the first matches of elements for which there is no room with the facts, stride a row.
type postings struct {
	words  []uint32
	stride int
}

// at returns the head of a row at a place.
func (h *postings) at(row uint32, place int) *uint32 { return &h.words[int(row)*h.stride+place] }

// widen makes room for a place in each of so many rows, if there is none.
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

// extend makes room for another row.
func (h *postings) extend() {
	for range h.stride {
		h.words = append(h.words, 0)
	}
}
