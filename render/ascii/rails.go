package ascii

import (
	"slices"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// A rail leads from a node to others, downwards.
type rail struct {
	hue     int
	stroke  diagram.Stroke
	targets []int // rows that it has yet to reach, ascending
}

// rails are those of a row, by column.
type rails struct {
	at []*rail // nil where there is none
	// ended is the column of a node in the row above from which nothing leads on,
	// or -1. What came right below would seem to follow it.
	ended int
}

// A role is what a column is to the node of a row.
type role int

const (
	apart  role = iota // nothing: a rail may pass by
	joined             // its rail reaches the node and goes on
	ending             // its rail ends
	begun              // a rail begins
	marked             // the mark of the node stands here
)

// A joint is how the rails meet the node of a row.
type joint struct {
	span  []role // by column
	fresh []*rail
	ended int // see rails
}

// enter returns how the rails reach a row.
func (r *rails) enter(row int) *joint {
	j := &joint{span: make([]role, len(r.at)), fresh: make([]*rail, len(r.at)), ended: -1}
	for column, rail := range r.at {
		if rail == nil || rail.targets[0] != row {
			continue
		}
		j.span[column] = joined
		if len(rail.targets) == 1 {
			j.span[column] = ending
		}
	}
	return j
}

// take finds a column for a new rail: one that ends here, the same character's if
// there is one, or one that is free, and reports whether there is any below a limit.
func (r *rails) take(j *joint, fresh *rail, limit int) bool {
	column := r.ending(j, fresh.hue)
	if column < 0 {
		column = r.free(j)
	}
	if column >= limit {
		return false
	}
	j.reach(column)
	if j.span[column] == ending {
		j.span[column] = marked
	} else {
		j.span[column] = begun
	}
	j.fresh[column] = fresh
	return true
}

// ending returns a column with a rail that ends at the joint, preferring that of the character.
func (r *rails) ending(j *joint, hue int) int {
	same := func(column int) bool { return j.span[column] == ending && r.at[column].hue == hue }
	for column := range j.span {
		if same(column) {
			return column
		}
	}
	return slices.Index(j.span, ending)
}

// free returns the first column in which nothing is, and nothing would seem to be.
func (r *rails) free(j *joint) int {
	column := 0
	for column == r.ended || column < len(r.at) && r.at[column] != nil || column < len(j.span) && j.span[column] != apart {
		column++
	}
	return column
}

// mark sees to it that the node has a mark: where rails lead through it, or else
// where the first begins, the first ends, or nothing is.
func (r *rails) mark(j *joint) {
	if slices.Contains(j.span, marked) {
		return
	}
	column := slices.Index(j.span, begun)
	if column < 0 {
		if column = slices.Index(j.span, ending); column < 0 {
			column = r.free(j)
		}
		j.ended = column
	}
	j.reach(column)
	j.span[column] = marked
}

// reach makes a joint so wide that it has a column.
func (j *joint) reach(column int) {
	for len(j.span) <= column {
		j.span, j.fresh = append(j.span, apart), append(j.fresh, nil)
	}
}

// advance makes the rails those below a joint.
func (r *rails) advance(j *joint) {
	for len(r.at) < len(j.span) {
		r.at = append(r.at, nil)
	}
	for column, role := range j.span {
		switch {
		case j.fresh[column] != nil:
			r.at[column] = j.fresh[column]
		case role == joined:
			r.at[column].targets = r.at[column].targets[1:]
		case role != apart:
			r.at[column] = nil
		}
	}
	r.ended = j.ended
	for len(r.at) > 0 && r.at[len(r.at)-1] == nil {
		r.at = r.at[:len(r.at)-1]
	}
}

// leave starts the rails of a node, and cuts edges for which there is none.
func (w *writer) leave(j *joint, row, node int) {
	outs := w.outs[node]
	for len(outs) > 0 {
		n, first := 1, &w.d.Edges[outs[0]]
		for n < len(outs) && w.d.Edges[outs[n]].Hue == first.Hue && w.d.Edges[outs[n]].Stroke == first.Stroke {
			n++ // on the rail of the first
		}
		w.start(j, row, outs[:n])
		outs = outs[n:]
	}
	w.rails.mark(j)
}

// start starts one rail for edges, or cuts them.
func (w *writer) start(j *joint, row int, edges []int) {
	first := &w.d.Edges[edges[0]]
	fresh := &rail{hue: first.Hue, stroke: first.Stroke}
	for _, e := range edges {
		switch to := w.rows[w.d.Edges[e].To]; {
		case to <= row: // leads back
		case to-row > far:
			w.cut[e] = true
		case len(fresh.targets) == 0 || fresh.targets[len(fresh.targets)-1] != to:
			fresh.targets = append(fresh.targets, to)
		}
	}
	if len(fresh.targets) > 0 && !w.rails.take(j, fresh, w.most) {
		for _, e := range edges {
			w.cut[e] = w.rows[w.d.Edges[e].To] > row
		}
	}
}
