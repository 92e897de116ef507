package exec

import (
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/ceptre-graph/ceptre/exec/match"
)

// bigCount are the transitions of a state of which there are more than an int holds. Where they are
// drawn they are counted by numbers of any size; everywhere else [math.MaxInt] stands for all that
// is as many.
type bigCount struct {
	counts []*big.Int // by rule
	total  *big.Int
}

// plus adds numbers of transitions.
func plus(a, b int) int {
	if sum := a + b; sum >= 0 {
		return sum
	}
	return math.MaxInt
}

// addBig counts the transitions of rules anew, of which there are more than an int holds.
func (e *Enabled) addBig() {
	e.vast = &bigCount{total: new(big.Int)}
	for i, n := range e.counts {
		count := big.NewInt(int64(n))
		if n == math.MaxInt {
			count = e.rules[i].matches.BigWeight()
		}
		e.vast.counts = append(e.vast.counts, count)
		e.vast.total.Add(e.vast.total, count)
	}
}

// drawBig is draw where there are more transitions than an int holds.
func (e *Enabled) drawBig(source *rand.PCG) *rule {
	x, at := match.BelowBig(source, e.vast.total), 0
	for x.Cmp(e.vast.counts[at]) >= 0 {
		x.Sub(x, e.vast.counts[at])
		at++
	}
	r := e.rules[at]
	if r.matches == nil {
		return e.machine.choose(e.machine.at(r, int(x.Int64())))
	}
	e.machine.choice = r.matches.DrawBig(source)
	return r
}
