package explore

import (
	"encoding/binary"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
)

// share shares the copies of the facts out among the premises that they meet, in every way that looks different.
func (x *expander) share(n *int) error {
	x.taken = x.taken[:0]
	plain := true // each fact can be taken in one way only
	for i, kind := range x.rule.kinds {
		h := x.uses[i]
		at := 0
		for at < len(x.taken) && x.taken[at].Fact != h.Fact {
			at++
		}
		if at == len(x.taken) {
			x.taken = append(x.taken, share{Held: h})
		}
		t := &x.taken[at]
		switch kind {
		case lang.Consume:
			t.consume++
		case lang.Keep:
			t.keep++
		default:
			t.permanent++
		}
		plain = plain && (!h.Permanent || h.Copies == 0)
	}
	if !plain {
		return x.shareFrom(0, n)
	}
	for i := range x.taken {
		t := &x.taken[i]
		t.consumed, t.kept = t.consume, t.keep
		if t.Permanent {
			t.consumed, t.kept = 0, 0
		} else if t.consume+t.keep > t.Copies {
			return nil
		}
	}
	return x.fire(n)
}

// shareFrom shares out the copies of the facts from the i-th on. A permanent fact meets any number of premises.
func (x *expander) shareFrom(i int, n *int) error {
	if i == len(x.taken) {
		return x.fire(n)
	}
	for consumed := range x.taken[i].consume + 1 {
		for kept := range x.taken[i].keep + 1 {
			t := &x.taken[i]
			if consumed+kept > t.Copies || !t.Permanent && (consumed < t.consume || kept < t.keep) {
				continue
			}
			t.consumed, t.kept = consumed, kept
			if err := x.shareFrom(i+1, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// fire computes the changes of an instance, and hands it on. It is none if a term of the right side has no value.
func (x *expander) fire(n *int) error {
	r := x.rule
	x.changes, x.makes = x.changes[:0], x.makes[:0]
	for i := range x.taken {
		if t := &x.taken[i]; t.consumed > 0 {
			x.change(t.Fact, -int32(t.consumed), false)
		}
	}
	for i := range r.checks {
		if _, err := x.terms.Eval(&r.checks[i], x.env); err != nil {
			return x.noValue(err)
		}
	}
	for i := range r.results {
		made := &r.results[i]
		args, err := x.terms.Instance(x.args[:0], &made.Atom, x.env)
		if err != nil {
			return x.noValue(err)
		}
		x.args = args
		if x.terms.Size(&made.Atom, args) > x.of.limits.FactSize {
			return &exec.RunError{Rule: r.Rule, Err: x.of.limits.TooLarge(made.Pred)}
		}
		f := x.number(made.pred, args)
		copies := int32(1)
		if made.permanent {
			copies = 0
		}
		x.change(f, copies, made.permanent)
		if x.making {
			x.makes = append(x.makes, Held{f, uint32(copies), made.permanent})
		}
	}
	*n++
	return x.found()
}

// change enters the effect of the instance on a fact.
func (x *expander) change(f Fact, copies int32, lasts bool) {
	at := len(x.changes)
	for at > 0 && x.changes[at-1].fact >= f {
		at--
	}
	if at < len(x.changes) && x.changes[at].fact == f {
		x.changes[at].copies += copies
		x.changes[at].lasts = x.changes[at].lasts || lasts
		return
	}
	x.changes = append(x.changes, change{})
	copy(x.changes[at+1:], x.changes[at:])
	x.changes[at] = change{f, copies, lasts}
}

// successor returns the bytes of the state to which changes lead. They are valid until the next call.
func (x *expander) successor(stage int, changes []change) []byte {
	out := binary.AppendUvarint(x.bytes[:0], uint64(stage))
	last, at := Fact(len(x.of.fixed)), 0
	for _, h := range x.held {
		for at < len(changes) && changes[at].fact < h.Fact {
			out, last = changes[at].appendNew(out, last)
			at++
		}
		if at < len(changes) && changes[at].fact == h.Fact {
			h.Copies = uint32(int32(h.Copies) + changes[at].copies)
			h.Permanent = h.Permanent || changes[at].lasts
			if at++; h.Copies == 0 && !h.Permanent {
				continue
			}
		}
		if x := uint64(h.Fact-last) << 2; h.Copies == 1 && !h.Permanent && x < 0x80 {
			out = append(out, byte(x))
		} else {
			out = appendHeld(out, uint64(h.Fact-last), h.Copies, h.Permanent)
		}
		last = h.Fact
	}
	for ; at < len(changes); at++ {
		out, last = changes[at].appendNew(out, last)
	}
	x.bytes = out
	return out
}

// appendNew appends the bytes of a fact that was not in the state, and returns the last fact in these.
func (c *change) appendNew(to []byte, last Fact) ([]byte, Fact) {
	return appendHeld(to, uint64(c.fact-last), uint32(c.copies), c.lasts), c.fact
}
