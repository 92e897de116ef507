package explore

import (
	"context"
	"encoding/binary"
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Violation is a violation of a statement in a state.
type Violation struct {
	State State
	*statement.Violation
}

// watched is a statement that states are checked for. Most states are done with by numbers: a `#never` is matched
// like the left side of a rule, and of an invariant each fact adds a known amount to a known sum. What may be a
// violation is looked at by [statement.Check].
type watched struct {
	*lang.Statement
	stage int // in which it has to hold; -1 for all
	limit prove.Limits

	never *rule // of a `#never`
	match *expander
	found bool

	fast    bool // of an invariant: its sums are known by numbers
	counts  []counted
	amounts [][]amount // by fact, as far as they are known
	keys    map[string]int
	sums    []int64 // by key
	facts   []int   // by key: the facts that were added
	touched []int   // keys with facts
	values  int     // how many values of the free variables there are, if 0 violates the invariant; else 0
}

// counted is a count of an invariant.
type counted struct {
	*lang.Count
	pred    int
	columns []match.Pattern
}

// amount is the number that a copy of a fact adds to a sum.
type amount struct {
	key       int
	by        int64
	permanent bool // only a permanent one counts
}

// mostAmount bounds the amounts that are added up as machine integers; they are counted for some millions of facts.
const mostAmount = 1 << 40

func newWatched(v *View, s *lang.Statement) *watched {
	e := v.of
	w := &watched{Statement: s, stage: -1, keys: make(map[string]int)}
	w.limit = prove.Limits{Steps: e.limits.ProofSteps, Depth: e.limits.ProofDepth}
	if s.Stage != nil {
		w.stage = 1 + slices.Index(e.prog.Stages, s.Stage)
	}
	if s.Kind == lang.Never {
		w.never = e.rule(&lang.Rule{Vars: s.Vars, Premises: s.Premises, Stage: new(lang.Stage)})
		w.match = newExpander(context.Background(), e, func() error {
			w.found = true
			return errStop
		})
		w.match.View = v
		return w
	}
	w.fast = true
	for i := range s.Sum {
		c := counted{Count: &s.Sum[i], pred: e.names.index[s.Sum[i].Pattern.Pred]}
		known := make([]bool, len(s.Vars))
		for _, t := range c.Pattern.Args {
			c.columns = append(c.columns, e.names.terms.Pattern(t, known))
		}
		w.fast = w.fast && !slices.Contains(known[:s.Free], false) && max(c.Times, -c.Times) < mostAmount
		w.counts = append(w.counts, c)
	}
	if !holds(s.Op, 0, s.Bound) {
		w.values = 1
		for _, x := range s.Vars[:s.Free] {
			plain := !x.Type.Counts() && !x.Type.Texts && !slices.ContainsFunc(x.Type.Constructors,
				func(c *lang.Constructor) bool { return len(c.Args) > 0 })
			w.values *= max(1, len(x.Type.Constructors))
			w.fast = w.fast && plain && w.values < math.MaxInt32
		}
	}
	return w
}

// holds reports whether a sum compares with a bound.
func holds(op lang.Op, sum, bound int64) bool {
	switch op {
	case lang.LessEq:
		return sum <= bound
	case lang.MoreEq:
		return sum >= bound
	}
	return sum == bound
}

// Check returns the first way in which the state violates a statement of the program, nil if it does not, as
// [statement.Check] does. A view compiles each statement once, so it is quick for one that is asked often; it may not
// be called from [Reducer] and [Symmetry].
func (v *View) Check(ctx context.Context, s *lang.Statement) (*statement.Violation, error) {
	w := v.watched[s]
	if w == nil {
		if v.watched == nil {
			v.watched = make(map[*lang.Statement]*watched)
		}
		w = newWatched(v, s)
		v.watched[s] = w
	}
	if w.stage >= 0 && w.stage != v.stage {
		return nil, nil
	}
	if w.match != nil {
		w.match.done = ctx
	}
	if w.sure(v) {
		return nil, nil
	}
	return statement.Check(ctx, s, v.Stage(), v.Initial(), w.limit)
}

// sure reports whether a state is sure not to violate the statement.
func (w *watched) sure(v *View) bool {
	if w.never != nil {
		w.found = false
		_, err := w.match.instances(w.never)
		return err == nil && !w.found
	}
	if !w.fast {
		return false
	}
	for _, k := range w.touched {
		w.sums[k], w.facts[k] = 0, 0
	}
	w.touched = w.touched[:0]
	for h := range v.All() {
		w.add(v.Names, h)
	}
	for _, k := range w.touched {
		if !holds(w.Op, w.sums[k], w.Bound) {
			return false
		}
	}
	return w.fast && (w.values == 0 || w.values == len(w.touched))
}

// add adds the amounts of a fact.
func (w *watched) add(n *Names, h Held) {
	for int(h.Fact) >= len(w.amounts) {
		w.amounts = append(w.amounts, w.amountsOf(n, Fact(len(w.amounts))))
	}
	for _, a := range w.amounts[h.Fact] {
		copies := int64(h.Copies)
		if a.permanent {
			copies = 0
		}
		if h.Permanent {
			copies++
		}
		if copies == 0 {
			continue
		}
		if w.facts[a.key] == 0 {
			w.touched = append(w.touched, a.key)
		}
		w.facts[a.key]++
		w.sums[a.key] += a.by * copies
		w.fast = w.fast && max(w.sums[a.key], -w.sums[a.key]) < math.MaxInt64/4
	}
}

// amountsOf returns the numbers that a fact adds to sums. If they are large, the statement is not fast any more.
func (w *watched) amountsOf(n *Names, f Fact) (out []amount) {
	env := make([]trace.Sym, len(w.Vars))
next:
	for _, c := range w.counts {
		if int(n.facts[f].pred) != c.pred {
			continue
		}
		for i := range c.columns {
			if !n.terms.Match(&c.columns[i], n.argsOf(f)[i], env) {
				continue next
			}
		}
		a := amount{by: c.Times, permanent: c.Permanent}
		if c.Of >= 0 {
			times := n.terms.Nat(env[c.Of]).Int()
			if times > mostAmount/max(c.Times, -c.Times) {
				w.fast = false
				return nil
			}
			a.by *= times
		}
		var key []byte
		for _, s := range env[:w.Free] {
			key = binary.LittleEndian.AppendUint32(key, uint32(s))
		}
		k, known := w.keys[string(key)]
		if !known {
			k = len(w.sums)
			w.keys[string(key)] = k
			w.sums, w.facts = append(w.sums, 0), append(w.facts, 0)
		}
		a.key = k
		out = append(out, a)
	}
	return out
}
