package json

import (
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/row"
)

// recordText makes the JSON of resources and steps. The text of each name and term is made
// once, so that a record is put together from a few pieces.
type recordText struct {
	in     *row.Interner
	terms  *row.TermTexts // behind commas
	preds  row.NameTexts  // of resources
	rules  row.NameTexts
	stages row.NameTexts
	facts  row.NameTexts // predicates of facts that are no resources
}

func newRecordText(in *row.Interner) recordText {
	after := func(before string) row.NameTexts {
		return row.NewNameTexts(in, func(name string) string { return before + quote(name) })
	}
	t := recordText{
		in: in, preds: after(`","pred":`), rules: after(`","rule":`), stages: after(`,"stage":`), facts: after(`{"pred":`),
	}
	t.terms = row.NewTermTexts(in, func(b []byte, x trace.Sym) []byte { return t.term(append(b, ','), x) })
	return t
}

// resource appends one of the resources of a row.
func (t *recordText) resource(b []byte, r *row.Row, i int) []byte {
	a := &r.Facts[i]
	b = strconv.AppendInt(append(b, `{"id":"x`...), int64(r.Made[i]), 10)
	b = append(b, t.preds.Of(a.Pred)...)
	b = t.args(b, a.Args)
	if a.Persistent {
		b = append(b, `,"persistent":true`...)
	}
	if r.ID != 0 {
		b = append(strconv.AppendInt(append(b, `,"by":"t`...), int64(r.ID), 10), '"')
	}
	return append(b, '}')
}

// step appends the step of a row.
func (t *recordText) step(b []byte, r *row.Row) []byte {
	b = strconv.AppendInt(append(b, `{"id":"t`...), int64(r.ID), 10)
	b = append(b, t.rules.Of(r.Rule)...)
	if r.Variant != 0 {
		b = strconv.AppendInt(append(b, `,"variant":`...), int64(r.Variant), 10)
	}
	b = t.args(b, r.Args)
	if r.Stage != row.NoName {
		b = append(b, t.stages.Of(r.Stage)...)
	}
	b = appendIDs(b, `,"consumes":["x`, r.Consumes)
	b = appendIDs(b, `,"reads":["x`, r.Reads)
	b = appendIDs(b, `,"produces":["x`, r.Produces)
	if others := r.Facts[len(r.Made):]; len(others) > 0 {
		absent, sensed, acts := r.Proves, r.Proves+r.Absent, r.Proves+r.Absent+r.Sensed
		b = t.list(b, `,"proves":[`, others[:absent])
		b = t.list(b, `,"absent":[`, others[absent:sensed])
		b = t.list(b, `,"sensed":[`, others[sensed:acts])
		b = t.list(b, `,"acts":[`, others[acts:])
	}
	if r.Choices != 0 {
		b = strconv.AppendInt(append(b, `,"choices":`...), int64(r.Choices), 10)
	}
	switch r.Chosen {
	case "":
	case trace.ByChance:
		b = append(b, `,"chosen":"random"`...)
	default:
		b = append(append(b, `,"chosen":`...), quote(string(r.Chosen))...)
	}
	return append(b, '}')
}

func (t *recordText) list(b []byte, open string, facts []row.Fact) []byte {
	for i := range facts {
		if i > 0 {
			open = ","
		}
		b = append(append(b, open...), t.facts.Of(facts[i].Pred)...)
		b = append(t.args(b, facts[i].Args), '}')
	}
	if len(facts) > 0 {
		b = append(b, ']')
	}
	return b
}

func (t *recordText) args(b []byte, args []trace.Sym) []byte {
	if len(args) == 0 {
		return b
	}
	const open = `,"args":[`
	from := len(b) + len(open) - 1
	b = append(b, open[:len(open)-1]...)
	for _, x := range args {
		if x >= trace.Numeral {
			b = strconv.AppendUint(append(b, ','), uint64(x-trace.Numeral), 10)
		} else {
			b = t.terms.Append(b, x)
		}
	}
	b[from] = '[' // in the place of the first comma
	return append(b, ']')
}

// appendIDs appends a list unless it is empty; open is all that comes before the first
// number.
func appendIDs(b []byte, open string, ids []trace.ResourceID) []byte {
	if len(ids) == 0 {
		return b
	}
	b = append(b, open...)
	for i, id := range ids {
		if i > 0 {
			b = append(b, `","x`...)
		}
		b = strconv.AppendInt(b, int64(id), 10)
	}
	return append(b, `"]`...)
}

// term appends a term.
func (t *recordText) term(b []byte, x trace.Sym) []byte {
	if x >= trace.Numeral {
		return strconv.AppendUint(b, uint64(x-trace.Numeral), 10)
	}
	e := &t.in.Terms[x]
	switch {
	case e.Number:
		return append(b, e.Head...)
	case len(e.Args) == 0:
		return append(b, quote(e.Head)...)
	}
	b = append(append(b, '['), quote(e.Head)...)
	for _, arg := range e.Args {
		b = t.term(append(b, ','), arg)
	}
	return append(b, ']')
}
