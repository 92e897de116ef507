package sweep

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

const (
	// lookedRuns is into how many runs of a stage one looks.
	lookedRuns = 20
	// lookedStates is at how many states of these, as nearly as can be.
	lookedStates = 200
)

// place is states of a stage: all, or those in which it had come to rest.
type place struct {
	stage *lang.Stage
	rest  bool
}

func placeOf(r *lang.Rule) place { return place{r.Stage, r.Link() != nil} }

// plan says which runs are to be made again for some rules and, of the places at which one
// looks, how far from each other the states are to lie.
type plan struct {
	made  []Made
	rules []int
	every map[*Row]map[place]int
}

// enter enters the first runs that came to a place.
func (p *plan) enter(at place) {
	rows, states := p.first(at)
	for i, row := range rows {
		if p.every[row] == nil {
			p.every[row] = make(map[place]int)
		}
		share := upwards(lookedStates, len(rows))
		p.every[row][at] = upwards(states[i], share)
	}
}

// upwards divides, and rounds up.
func upwards(a, b int) int { return (a + b - 1) / b }

// first returns the first runs that came to a place, with how many states they had there.
func (p *plan) first(at place) (rows Rows, states []int) {
	for _, m := range p.made {
		for _, row := range m.Rows {
			if n := m.states(row, at); n > 0 && len(rows) < lookedRuns {
				rows, states = append(rows, row), append(states, n)
			}
		}
	}
	return rows, states
}

// states returns how many states of a run were at a place.
func (s *Sweep) states(row *Row, at place) (n int) {
	for i, r := range s.Rules {
		if r.Stage == at.stage && (!at.rest || r.Link() != nil) {
			n += row.Fired[i]
		}
	}
	if row.cameToRest() && row.Stage == at.stage.Name {
		n++
	}
	return n
}

// cameToRest reports whether nothing could happen where a run ended.
func (r *Row) cameToRest() bool { return r.Why == trace.Quiescent && r.Stage != "" }

// looks returns the pending work, in the order of the runs.
func (p *plan) looks() []*look {
	var out []*look
	for i := range p.made {
		for _, row := range p.made[i].Rows {
			if p.every[row] != nil {
				out = append(out, p.look(&p.made[i], row))
			}
		}
	}
	return out
}

func (p *plan) look(m *Made, row *Row) *look {
	l := &look{Made: m, row: row, every: p.every[row], at: make(map[place][]int), count: make(map[place]int), seen: make(map[int]*Absence)}
	for _, i := range p.rules {
		if at := placeOf(m.Rules[i]); l.every[at] > 0 {
			l.at[at] = append(l.at[at], i)
		}
	}
	return l
}
