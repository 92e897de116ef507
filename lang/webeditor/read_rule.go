package webeditor

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/naming"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/wrap"
)

// maxPremises is how many premises the language allows in a rule.
const maxPremises = 1_000

// rule is a rule that is being read.
type rule struct {
	*reader
	what    string // the rule in messages
	premise []atom // in the order of the file
	effects []atom
	bound   map[variable]bool   // variables that a condition gives a value
	uses    map[variable]int    // how often each variable stands in the rule
	vars    []variable          // in order of first occurrence
	names   map[variable]string // those of the program
	listed  map[variable]bool   // variables that the file lists for the rule
	renamed []string            // comments on names that are others in the editor
}

// variable is a variable of the editor: of equal names, those of different sets are different.
type variable struct {
	set *set
	old string
}

// atom is a condition or an effect: of a predicate, or a number test.
type atom struct {
	pred *pred
	test syntax.Op // of a number test
	kept bool      // of a condition
	args []term
}

// term is an argument: a variable, an element or an expression, which may be a number.
type term struct {
	variable variable
	element  *element
	expr     *expr
}

// readRule reads a rule, and adds it to the text or leaves it out.
func (r *reader) readRule(n *node, number int) {
	u := &rule{
		reader: r, bound: make(map[variable]bool), uses: make(map[variable]int), names: make(map[variable]string),
		listed: make(map[variable]bool), what: fmt.Sprintf("rule %d", number),
	}
	old := n.word("name")
	if old != "" {
		u.what = fmt.Sprintf("rule `%s`", shown(old))
	}
	at, reason := u.read(n)
	if reason == "" {
		at, reason = n.at, u.unbound()
	}
	if reason != "" {
		r.leave(rulePart, at, u.what+": "+reason, r.raw(n))
		return
	}
	name := u.ruleName(n, old, number)
	u.nameVariables()
	u.warnOfDifferences(n)
	r.rules = append(r.rules, u.text(name))
}

// ruleName returns a name for the rule that no other has.
func (u *rule) ruleName(n *node, old string, number int) string {
	name := u.ruleNames.Take(naming.Clean(old, fmt.Sprintf("rule_%d", number)))
	switch {
	case old == "":
		u.warn(n.at, "%s has no name; it is `%s` now", u.what, name)
	case name != old:
		u.renamed = append(u.renamed, fmt.Sprintf("`%s` is `%s` in the web editor.", name, shown(old)))
	}
	return name
}

// read reads the conditions and effects. The reason says why the rule is left out, with a place.
func (u *rule) read(n *node) (at int, reason string) {
	u.only(n, "rules", "index", "id", "name", "conditionIndex", "addIndex", "predicateSet", "sets")
	for _, s := range n.list("sets") {
		u.only(s, "sets of rules", "id", "elements")
		if of := u.named[s.word("id")]; of != nil {
			for _, v := range s.list("elements") {
				u.listed[variable{of, v.string()}] = true
			}
		}
	}
	parts := n.list("predicateSet")
	if len(parts) > maxPremises {
		return n.at, fmt.Sprintf("it has more than %d conditions and effects", maxPremises)
	}
	conditions, effects := 0, 0
	for _, part := range parts {
		u.only(part, "parts of rules", "id", "name", "arguments", "removeFlag")
		switch id := part.word("id"); {
		case strings.HasPrefix(id, "c"):
			conditions++
			a, reason := u.atom(part, fmt.Sprintf("condition %d", conditions))
			if reason != "" {
				return part.at, reason
			}
			a.kept = !part.yes("removeFlag")
			u.premise = append(u.premise, a)
			u.bind(a)
		case strings.HasPrefix(id, "a"):
			effects++
			what := fmt.Sprintf("effect %d", effects)
			a, reason := u.atom(part, what)
			if reason == "" && a.test != "" {
				reason = what + " is a number test, which is no fact"
			}
			if reason != "" {
				return part.at, reason
			}
			u.effects = append(u.effects, a)
		default:
			return part.at, fmt.Sprintf("its part with the ID `%s` is neither a condition nor an effect", shown(id))
		}
	}
	return 0, ""
}

// bind notes which variables a condition gives a value.
func (u *rule) bind(a atom) {
	if a.test != "" {
		return
	}
	for _, t := range a.args {
		if t.variable.old != "" {
			u.bound[t.variable] = true
		}
	}
}

// atom reads a condition or an effect.
func (u *rule) atom(n *node, what string) (a atom, reason string) {
	args := n.list("arguments")
	sets := make([]*set, len(args))
	if name := n.word("name"); u.isTest(name) {
		a.test = tests[name]
		if len(args) != 2 {
			return a, fmt.Sprintf("%s gives %s to the number test `%s`, which has 2", what,
				english.Count(len(args), "argument"), name)
		}
		s := u.setOf(numbers, n.at, u.what)
		if !s.numeric {
			return a, fmt.Sprintf("%s is a number test, but the elements of the set `%s` are no numbers", what, numbers)
		}
		sets = []*set{s, s}
	} else {
		a.pred, reason = u.predicateOf(n, u.what)
		if reason != "" {
			return a, what + " " + reason
		}
		sets = a.pred.args
	}
	for i, arg := range args {
		u.only(arg, "arguments of rules", "id", "arg", "type", "variable", "value")
		t, reason := u.term(arg, sets[i])
		if reason != "" {
			return a, fmt.Sprintf("argument %d of %s %s", i+1, what, reason)
		}
		a.args = append(a.args, t)
	}
	return a, ""
}

// term reads an argument of a rule.
func (u *rule) term(n *node, s *set) (t term, reason string) {
	old := n.word("arg")
	if old == "" {
		return t, "is not chosen"
	}
	v := variable{s, old}
	switch {
	case n.word("variable") == "expr":
		if !s.numeric {
			return t, fmt.Sprintf("calculates `%s`, but `%s` is no set of numbers", shown(old), shown(s.old))
		}
		x, err := parseExpr(old)
		if err != nil {
			return t, fmt.Sprintf("is the expression `%s`, which %s", shown(old), shown(err.Error()))
		}
		x.variables(func(name string) { u.use(variable{s, name}) })
		return term{expr: x}, ""
	case n.yes("variable"), s.by[old] == nil && (u.listed[v] || n.of["variable"] == nil && syntax.IsVariable(old)):
		if !n.yes("variable") && u.uses[v] == 0 {
			u.warn(n.at, "%s: `%s` is taken as a variable", u.what, shown(old))
		}
		u.use(v)
		return term{variable: v}, ""
	case s.numeric && !isNatural(old):
		return t, fmt.Sprintf("is `%s`, which %s", shown(old), unnatural(old))
	case s.numeric:
		return term{expr: &expr{number: natural(old)}}, ""
	}
	return term{element: u.elementOf(s, old, n.at, u.what)}, ""
}

// use notes that a variable stands in the rule.
func (u *rule) use(v variable) {
	if u.uses[v]++; u.uses[v] == 1 {
		u.vars = append(u.vars, v)
	}
}

// unbound returns a reason where no condition gives a variable its value. The editor does not know an end of matching
// such a rule.
func (u *rule) unbound() string {
	for _, v := range u.vars {
		if !u.bound[v] {
			return fmt.Sprintf("no condition gives the variable `%s` a value", shown(v.old))
		}
	}
	return ""
}

// warnOfDifferences warns of differences that no test keeps from being below zero, where the editor goes on with a
// negative number.
func (u *rule) warnOfDifferences(n *node) {
	var known []comparison
	for _, a := range u.premise {
		if a.test != "" {
			known = append(known, comparison{a.test, a.args[0].number(), a.args[1].number()})
		}
	}
	for _, a := range append(slices.Clip(u.premise), u.effects...) {
		for _, t := range a.args {
			if t.expr == nil {
				continue
			}
			t.expr.differences(func(d *expr) {
				if !slices.ContainsFunc(known, func(c comparison) bool { return c.excludes(d) }) {
					text := d.print(func(name string) string { return shown(name) })
					u.warn(n.at, "%s: where `%s` is below zero, the rule does not apply, as numbers start at 0", u.what, text)
				}
			})
		}
	}
}

// number returns a term of the set of numbers as an expression.
func (t term) number() *expr {
	if t.expr != nil {
		return t.expr
	}
	return &expr{variable: t.variable.old}
}

// wildcard matches the names of variables that [Write] gives to wildcards.
var wildcard = regexp.MustCompile(`^_[0-9]*$`)

// nameVariables gives the variables names of the program: first those that keep theirs.
func (u *rule) nameVariables() {
	taken := naming.New()
	for _, keeps := range []bool{true, false} {
		for _, v := range u.vars {
			name := naming.Variable(v.old)
			if u.names[v] != "" || (name == v.old && !taken.Has(name)) != keeps {
				continue
			}
			if wildcard.MatchString(v.old) && u.uses[v] == 1 {
				u.names[v] = syntax.Wildcard
				continue
			}
			u.names[v] = taken.Take(name)
			if u.names[v] != v.old {
				u.renamed = append(u.renamed, fmt.Sprintf("`%s` is `%s` in the web editor.", u.names[v], shown(v.old)))
			}
		}
	}
}

// text returns the rule as the program has it.
func (u *rule) text(name string) string {
	var left []string
	var waiting []atom
	ready := make(map[variable]bool)
	flush := func() {
		rest := waiting[:0]
		for _, a := range waiting {
			if u.within(a, ready) {
				left = append(left, u.print(a))
			} else {
				rest = append(rest, a)
			}
		}
		waiting = rest
	}
	for _, a := range u.premise {
		if a.test != "" {
			waiting = append(waiting, a)
		} else {
			left = append(left, u.print(a))
			for _, t := range a.args {
				ready[t.variable] = true
			}
		}
		flush()
	}
	var right []string
	for _, a := range u.effects {
		right = append(right, u.print(a))
	}
	var b strings.Builder
	comments(&b, "  ", u.renamed)
	return b.String() + wrap.Rule(name, left, right)
}

// within reports whether all variables of an atom are among some.
func (u *rule) within(a atom, ready map[variable]bool) bool {
	ok := true
	for _, t := range a.args {
		if t.expr == nil && t.variable.old != "" {
			ok = ok && ready[t.variable]
		}
		if t.expr != nil {
			t.expr.variables(func(name string) { ok = ok && ready[variable{u.named[numbers], name}] })
		}
	}
	return ok
}

// print returns an atom as the program has it.
func (u *rule) print(a atom) string {
	args := make([]string, len(a.args))
	for i, t := range a.args {
		args[i] = u.printTerm(t)
	}
	switch {
	case a.test != "":
		return args[0] + " " + string(a.test) + " " + args[1]
	case a.kept:
		return "$" + strings.Join(append([]string{a.pred.name}, args...), " ")
	}
	return strings.Join(append([]string{a.pred.name}, args...), " ")
}

// printTerm returns a term as an argument.
func (u *rule) printTerm(t term) string {
	switch {
	case t.element != nil:
		return t.element.name
	case t.expr == nil:
		return u.names[t.variable]
	}
	text := t.expr.print(func(name string) string { return u.names[variable{u.named[numbers], name}] })
	if t.expr.op != "" {
		return "(" + text + ")"
	}
	return text
}
