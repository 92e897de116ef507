package gdl

import (
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// mostValues bounds the length of an interval in data.
const mostValues = 100_000

// argumentCount returns a number of arguments in words.
func argumentCount(n int) string { return english.Count(n, "argument") }

// types makes the facts of data, and what generated relations are derived from.
//
// `data T = a | b` gives T(a) and T(b). `a << b` gives the order a << b, and T(a, b) if a rule asks for it; `<<<` in
// data gives T(a, b) for the transitive closure. In a body, `x << y` asks for a pair that data orders so, and `x <<<
// y` for the transitive closure of all of them.
func (t *translator) types() {
	for _, d := range t.tree.data {
		t.datum(d)
	}
	for _, r := range t.tree.roles {
		for _, f := range r.fields {
			for _, of := range f.types {
				if of.kind == symbol && !of.isUndefined() && t.data[of.name] == nil && !t.isValue(of) && of.name != Role.Name {
					e := t.report(syntax.UnknownName, of.Span,
						"no data is called `%s`: the values of the field are not checked", of.name)
					e.Warning = true
					t.suggest(e, of, t.typeNames())
				}
			}
		}
	}
	x, y, z := &logic.Variable{Name: "?x"}, &logic.Variable{Name: "?y"}, &logic.Variable{Name: "?z"}
	var at syntax.Span
	is := func(name string, args ...logic.Term) logic.Literal {
		return &logic.AtomLiteral{Atom: atom(name, at, args...)}
	}
	// The closure is that of all data, so that `?x <<< ?y` needs no type.
	if at = t.needs["<<<"]; at.Start.IsValid() {
		t.add(atom("<<<", at, x, y), []logic.Literal{is("<<", x, y)}, at)
		t.add(atom("<<<", at, x, z), []logic.Literal{is("<<", x, y), is("<<<", y, z)}, at)
	}
	if at = t.needs["in"]; !at.Start.IsValid() {
		return
	}
	// The lists that there are, and their ends, are those of the fields in this state: there are finitely many.
	cons := &logic.Compound{Name: "cons", Args: []logic.Term{x, y}}
	for _, p := range t.order {
		isList := func(of *term) bool { return of.kind == list }
		if types := t.fields[p].types; types != nil && !slices.ContainsFunc(types, isList) {
			continue
		}
		value := &logic.Compound{Name: p.Name, Args: append(numbered(p.Arity-1, at), cons)}
		t.add(atom(t.list, at, cons), []logic.Literal{is(True.Name, value)}, at)
	}
	t.add(atom(t.list, at, y), []logic.Literal{is(t.list, cons)}, at)
	t.add(atom("in", at, x, cons), []logic.Literal{is(t.list, cons)}, at)
	t.add(atom("in", at, z, cons), []logic.Literal{is(t.list, cons), is("in", z, y)}, at)
}

// typeNames returns the names of all data.
func (t *translator) typeNames() []string {
	var names []string
	for _, d := range t.tree.data {
		names = append(names, d.name.name)
	}
	return names
}

// pair is two values of which one is before the other.
type pair struct{ before, behind *logic.Compound }

// datum makes the facts of a type, in the order of the text. A value that occurs twice, as in a circle, is one.
func (t *translator) datum(d *dataNode) {
	name := d.name.name
	var pairs, closed []pair
	var last *logic.Compound
	seen := make(map[string]bool)
	for i, a := range d.alternatives {
		values := t.valuesOf(d, a)
		for k, v := range values {
			if !seen[v.String()] {
				seen[v.String()] = true
				t.add(atom(name, a.Span, v), nil, a.Span)
			}
			joint := "<<" // within an interval, whose numbers are in order
			if k == 0 && i > 0 {
				joint = d.joints[i-1]
			}
			if joint != "|" && last != nil {
				p := pair{last, v}
				if pairs = append(pairs, p); joint == "<<<" {
					closed = append(closed, p)
				}
			}
			last = v
		}
		// Rules derive the values of another type in no order.
		if values == nil {
			if i > 0 && d.joints[i-1] != "|" || i < len(d.joints) && d.joints[i] != "|" {
				t.report(syntax.WrongType, a.Span, "only names have an order, and `%s` stands for several values", a)
			}
			last = nil
		}
	}
	for _, p := range pairs {
		if t.needs["<<"].Start.IsValid() {
			t.add(atom("<<", p.behind.Span, p.before, p.behind), nil, p.behind.Span)
		}
		if t.needs[name+"/2"].Start.IsValid() && !slices.Contains(closed, p) {
			t.add(atom(name, p.behind.Span, p.before, p.behind), nil, p.behind.Span)
		}
	}
	if t.needs[name+"/2"].Start.IsValid() && closed != nil {
		t.closure(d, closed)
	}
}

// closure makes the facts of the transitive closure of pairs that are joined by `<<<`, by a search from each value.
func (t *translator) closure(d *dataNode, pairs []pair) {
	behind := make(map[string][]*logic.Compound)
	for _, p := range pairs {
		behind[p.before.String()] = append(behind[p.before.String()], p.behind)
	}
	done := make(map[string]bool)
	for _, p := range pairs {
		from := p.before
		if done[from.String()] {
			continue
		}
		done[from.String()] = true
		seen := make(map[string]bool)
		for queue := behind[from.String()]; len(queue) > 0; queue = queue[1:] {
			if to := queue[0]; !seen[to.String()] {
				seen[to.String()] = true
				t.add(atom(d.name.name, d.name.Span, from, to), nil, d.name.Span)
				queue = append(queue, behind[to.String()]...)
			}
		}
	}
}

// valuesOf returns the values of an alternative that is a name or an interval. One that is another type, or has
// arguments that are types, gets rules instead, and nil is returned.
func (t *translator) valuesOf(d *dataNode, a *term) []*logic.Compound {
	name := d.name.name
	switch {
	case a.kind == span:
		first, err1 := strconv.Atoi(a.args[0].name)
		last, err2 := strconv.Atoi(a.args[1].name)
		if err1 != nil || err2 != nil || first > last {
			t.report(syntax.BadNumbers, a.Span, "an interval has two numbers, and the first is not greater: `1..3`")
			return []*logic.Compound{}
		}
		if last-first >= mostValues {
			t.report(syntax.TooLarge, a.Span, "the interval has more than %d values", mostValues)
			return []*logic.Compound{}
		}
		var values []*logic.Compound
		for n := first; n <= last; n++ {
			values = append(values, &logic.Compound{Name: strconv.Itoa(n), Span: a.Span})
		}
		return values
	case a.kind != symbol:
		t.report(syntax.UnexpectedToken, a.Span, "the values of data are names, numbers and intervals")
		return []*logic.Compound{}
	case len(a.args) == 0 && (t.data[a.name] == nil || a.name == name):
		return []*logic.Compound{{Name: a.name, Span: a.Span}}
	}
	x := &logic.Variable{Name: "?x", Span: a.Span}
	if len(a.args) == 0 {
		t.add(atom(name, a.Span, x), []logic.Literal{&logic.AtomLiteral{Atom: atom(a.name, a.Span, x)}}, a.Span)
		return nil
	}
	// card(Suit, Rank) is a value for each suit and rank.
	c := &logic.Compound{Name: a.name, Span: a.Span}
	var body []logic.Literal
	for i, arg := range a.args {
		if t.data[arg.name] == nil {
			c.Args = append(c.Args, t.constant(arg))
			continue
		}
		v := &logic.Variable{Name: "?" + strconv.Itoa(i+1), Span: arg.Span}
		c.Args = append(c.Args, v)
		body = append(body, &logic.AtomLiteral{Atom: atom(arg.name, arg.Span, v)})
	}
	t.add(atom(name, a.Span, c), body, a.Span)
	return nil
}
