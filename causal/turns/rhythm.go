package turns

import (
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// reading is what of the fact of a place is its value: the whole fact, or one of its
// arguments. `turn ann 7` may say that it is the turn of ann, or that it is turn 7.
type reading int

const wholeFact reading = -1

// readings returns the ways to read the facts of a place.
func (p *place) readings() []reading {
	arity := -1
	for _, t := range p.ticks {
		switch {
		case t.fact == nil:
		case arity < 0:
			arity = len(t.fact.Args)
		case arity != len(t.fact.Args):
			return []reading{wholeFact}
		}
	}
	all := []reading{wholeFact}
	for arg := 0; arg < arity && arity > 1 && len(p.preds) == 1; arg++ {
		all = append(all, reading(arg))
	}
	return all
}

// mark returns the value of a fact as a pattern.
func (r reading) mark(fact *causal.Resource) string {
	if r == wholeFact {
		return fact.String()
	}
	args := make([]trace.Term, len(fact.Args))
	for i := range args {
		args[i] = trace.Const(trace.Open)
	}
	args[r] = fact.Args[r]
	return trace.Fact{Pred: fact.Pred, Args: args}.String()
}

// number returns the value of a fact that is a number.
func (r reading) number(fact *causal.Resource) (n int, ok bool) {
	if r == wholeFact && len(fact.Args) == 1 {
		r = 0
	}
	if r == wholeFact || !fact.Args[r].Number {
		return 0, false
	}
	n, err := strconv.Atoi(fact.Args[r].Head)
	return n, err == nil
}

// turns makes a turn of each stretch in which a place has the same value. If the last event
// of the run changed it, the last turn has no events.
func (p *place) turns(r reading) []Turn {
	var all []Turn
	if len(p.ticks) > 0 && p.ticks[0].after != causal.Outside {
		all = append(all, Turn{})
	}
	for _, t := range p.ticks {
		mark := ""
		if t.fact != nil {
			mark = r.mark(t.fact)
		}
		if len(all) == 0 || all[len(all)-1].Mark != mark {
			all = append(all, Turn{Mark: mark, First: t.after + 1})
		}
	}
	return all
}

// goesRound numbers the rounds of turns by marks that come again. It reports whether there
// are several, and a mark has mostly the same one after it as the time before.
func goesRound(turns []Turn) bool {
	number(turns)
	rounds, changes, repeated, alike := 0, 0, 0, 0
	next := make(map[string]string)
	for i, t := range turns {
		rounds = max(rounds, t.Round)
		if i+1 == len(turns) || t.Mark == "" || turns[i+1].Mark == "" {
			continue
		}
		changes++
		then := turns[i+1].Mark
		if before, known := next[t.Mark]; known {
			repeated++
			if before == then {
				alike++
			}
		}
		next[t.Mark] = then
	}
	return rounds > 1 && 3*repeated >= changes && 4*alike >= 3*repeated
}

// counts makes a round of each turn, and returns by how much the value of a place changes each
// time. That is 0 unless it is a number that changes twice or more, by the same amount.
func (p *place) counts(r reading, turns []Turn) (by int) {
	var values []int
	for _, t := range p.ticks {
		if t.fact == nil {
			continue
		}
		n, ok := r.number(t.fact)
		if !ok {
			return 0
		}
		values = append(values, n)
	}
	values = slices.Compact(values)
	if len(values) < 3 {
		return 0
	}
	by = values[1] - values[0]
	for i := range values[1:] {
		if values[i+1]-values[i] != by {
			return 0
		}
	}
	round := 0
	for i := range turns {
		if turns[i].Round = 0; turns[i].Mark != "" {
			round++
			turns[i].Round = round
		}
	}
	return by
}
