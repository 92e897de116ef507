package play

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Heard is what sensors said at a point when they were asked last.
type Heard struct {
	At    Point        `json:"at,omitempty"`
	Asked []string     `json:"asked,omitempty"` // the predicates of those that were; none where all are to be asked again
	Facts []trace.Fact `json:"facts,omitempty"`
}

// Heard returns what sensors said at a point, and false where the steps that were found from
// there tell of it, or there is nothing to be told.
func (p *Play) Heard(at Point) (Heard, bool) {
	of := &p.points[at]
	if of.hearing >= len(of.answers) || p.led(of) {
		return Heard{}, false
	}
	said := &of.answers[of.hearing]
	h := Heard{At: at}
	for _, pred := range p.prog.Preds {
		facts, asked := said.known[pred]
		if !asked {
			continue
		}
		h.Asked = append(h.Asked, pred.Name)
		for _, f := range facts {
			h.Facts = append(h.Facts, trace.Fact{Pred: pred.Name, Args: exec.Terms(f.Args)})
		}
	}
	return h, len(h.Asked) > 0 || len(of.answers) > 1
}

// AllHeard returns what sensors said at all points, see [Play.Heard].
func (p *Play) AllHeard() []Heard {
	var all []Heard
	for at := range p.points {
		if h, ok := p.Heard(Point(at)); ok {
			all = append(all, h)
		}
	}
	return all
}

// led reports whether the step that was found last from a point came after what sensors say
// there now: who takes the steps again ends with that.
func (p *Play) led(from *point) bool {
	n := len(from.children)
	return n > 0 && p.points[from.children[n-1]].heard == from.hearing
}

// rehear has sensors have said what they said once, unless they cannot have. Of a point, the
// first counts.
func (g *grower) rehear(h Heard) {
	if h.At < 0 || int(h.At) >= len(g.points) || g.lost[h.At] || g.heard[g.points[h.At]] {
		return
	}
	g.heard[g.points[h.At]] = true
	if said, ok := g.said(h); ok {
		at := &g.Play.points[g.points[h.At]]
		at.hearing = at.unasked()
		at.answers[at.hearing] = said
	}
}

// said returns what sensors said, and false where the program does not know of it.
func (p *Play) said(h Heard) (answers, bool) {
	var said answers
	for _, pred := range p.prog.Preds {
		if pred.Kind == lang.Sense && slices.Contains(h.Asked, pred.Name) {
			said.enter(pred, nil)
		}
	}
	for _, fact := range h.Facts {
		f, err := p.names.Fact(fact)
		if err != nil {
			return said, false
		}
		if _, asked := said.known[f.Pred]; !asked {
			return said, false
		}
		said.enter(f.Pred, []lang.Fact{f})
	}
	return said, true
}
