package network

// resting are facts that are shown though there are no copies left: a list, linked
// both ways through the rows, from the one that has rested longest.
type resting struct {
	links       []restLinks // by row
	first, last uint32      // row + 1, or 0
	rows        int
}

// restLinks are the neighbours of a row in the list, plus one; 0 for none.
type restLinks struct{ before, after uint32 }

// mostResting is how many facts of a table may rest, where there are few others.
const mostResting = 1 << 10

// rests reports whether facts of the table rest.
func (t *Table) rests() bool { return t.width <= 1 }

// crowded reports whether too many facts rest.
func (t *Table) crowded() bool { return t.resting.rows > max(mostResting, t.len/2) }

// add notes that there are no copies of a fact.
func (r *resting) add(row uint32) {
	for int(row) >= len(r.links) {
		r.links = append(r.links, restLinks{})
	}
	r.links[row] = restLinks{before: r.last}
	if r.last == 0 {
		r.first = row + 1
	} else {
		r.links[r.last-1].after = row + 1
	}
	r.last = row + 1
	r.rows++
}

// remove ends the rest of a fact.
func (r *resting) remove(row uint32) {
	l := r.links[row]
	if l.before == 0 {
		r.first = l.after
	} else {
		r.links[l.before-1].after = l.after
	}
	if l.after == 0 {
		r.last = l.before
	} else {
		r.links[l.after-1].before = l.before
	}
	r.rows--
}
