package trace

import "strconv"

// recordText makes the JSON of resources and steps. The text of each name and term is made
// once, so that a record is put together from a few pieces.
type recordText struct {
	terms  termTexts // behind commas
	preds  nameTexts // of resources
	rules  nameTexts
	stages nameTexts
	facts  nameTexts // predicates of facts that are no resources
}

func newRecordText(in *interner) recordText {
	after := func(before string) nameTexts {
		return nameTexts{in: in, text: func(name string) string { return before + quote(name) }}
	}
	return recordText{
		terms:  termTexts{in: in, add: func(b []byte, x Sym) []byte { return in.appendJSON(append(b, ','), x) }},
		preds:  after(`","pred":`),
		rules:  after(`","rule":`),
		stages: after(`,"stage":`),
		facts:  after(`{"pred":`),
	}
}

// resource appends one of the resources of a row.
func (t *recordText) resource(b []byte, r *row, i int) []byte {
	a := &r.facts[i]
	b = strconv.AppendInt(append(b, `{"id":"x`...), int64(r.made[i]), 10)
	b = append(b, t.preds.of(a.pred)...)
	b = t.args(b, a.args)
	if a.persistent {
		b = append(b, `,"persistent":true`...)
	}
	if r.id != 0 {
		b = append(strconv.AppendInt(append(b, `,"by":"t`...), int64(r.id), 10), '"')
	}
	return append(b, '}')
}

// step appends the step of a row.
func (t *recordText) step(b []byte, r *row) []byte {
	b = strconv.AppendInt(append(b, `{"id":"t`...), int64(r.id), 10)
	b = append(b, t.rules.of(r.rule)...)
	if r.variant != 0 {
		b = strconv.AppendInt(append(b, `,"variant":`...), int64(r.variant), 10)
	}
	b = t.args(b, r.args)
	if r.stage != noName {
		b = append(b, t.stages.of(r.stage)...)
	}
	b = appendIDs(b, `,"consumes":["x`, r.consumes)
	b = appendIDs(b, `,"reads":["x`, r.reads)
	b = appendIDs(b, `,"produces":["x`, r.produces)
	if others := r.facts[len(r.made):]; len(others) > 0 {
		b = t.list(b, `,"proves":[`, others[:r.proves])
		b = t.list(b, `,"sensed":[`, others[r.proves:r.proves+r.sensed])
		b = t.list(b, `,"acts":[`, others[r.proves+r.sensed:])
	}
	if r.choices != 0 {
		b = strconv.AppendInt(append(b, `,"choices":`...), int64(r.choices), 10)
	}
	switch r.chosen {
	case "":
	case ByChance:
		b = append(b, `,"chosen":"random"`...)
	default:
		b = append(append(b, `,"chosen":`...), quote(string(r.chosen))...)
	}
	return append(b, '}')
}

func (t *recordText) list(b []byte, open string, facts []atom) []byte {
	for i := range facts {
		if i > 0 {
			open = ","
		}
		b = append(append(b, open...), t.facts.of(facts[i].pred)...)
		b = append(t.args(b, facts[i].args), '}')
	}
	if len(facts) > 0 {
		b = append(b, ']')
	}
	return b
}

func (t *recordText) args(b []byte, args []Sym) []byte {
	if len(args) == 0 {
		return b
	}
	const open = `,"args":[`
	from := len(b) + len(open) - 1
	b = append(b, open[:len(open)-1]...)
	for _, x := range args {
		if x >= Numeral {
			b = strconv.AppendUint(append(b, ','), uint64(x-Numeral), 10)
		} else {
			b = t.terms.append(b, x)
		}
	}
	b[from] = '[' // in the place of the first comma
	return append(b, ']')
}

// appendIDs appends a list unless it is empty; open is all that comes before the first
// number.
func appendIDs(b []byte, open string, ids []ResourceID) []byte {
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

// appendJSON appends a term as JSON.
func (in *interner) appendJSON(b []byte, x Sym) []byte {
	if x >= Numeral {
		return strconv.AppendUint(b, uint64(x-Numeral), 10)
	}
	e := &in.terms[x]
	switch {
	case e.number:
		return append(b, e.head...)
	case len(e.args) == 0:
		return append(b, quote(e.head)...)
	}
	b = append(append(b, '['), quote(e.head)...)
	for _, arg := range e.args {
		b = in.appendJSON(append(b, ','), arg)
	}
	return append(b, ']')
}
