package emit

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/naming"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// ruleWriter writes a rule, a link or a clause.
//
// Celf solves premises from the left to the right, and its relations on numbers need known ones. So the order is that
// of the program, but a comparison or calculation stands behind the premises that give its variables values.
type ruleWriter struct {
	*writer
	at     syntax.Span
	vars   []lang.Var
	names  []string // of the variables so far
	taken  *naming.Set
	solved map[int]*openTerm // variables that `==` has given values
	known  map[int]bool      // variables that premises so far give values
	// given are the variables of a clause's head. They are known in most proofs.
	given map[int]bool
	// impossible says that an equation has no solution.
	impossible bool
	waiting    []condition // in the order written
	premises   []celf.Expr
	stepsLeft  string      // the variable for the number of steps that are left
	form       int         // a bit for each premise with a choice, set if permanent facts meet it
	kept       []condition // facts that the premises keep, for the right side
}

// condition is a premise that is being written.
type condition struct {
	permanent bool
	pred      string
	args      []*openTerm
	inputs    []*openTerm // terms that must be known before; of comparisons and calculations
	output    *openTerm   // the result of a calculation, or nil
	again     bool        // the premise may lead to the head of its clause again
}

// newRuleWriter returns a writer for a rule or clause with such variables.
func (w *writer) newRuleWriter(at syntax.Span, vars []lang.Var) *ruleWriter {
	b := &ruleWriter{writer: w, at: at, vars: slices.Clone(vars), solved: make(map[int]*openTerm),
		known: make(map[int]bool), given: make(map[int]bool)}
	b.names, b.taken = variableNames(vars)
	return b
}

// name returns the name of a variable.
func (b *ruleWriter) name(v int) string {
	if b.names[v] == "" {
		b.names[v] = b.taken.Take(nameOfKind(b.vars[v].Type), "'")
	}
	return b.names[v]
}

// fresh returns a new variable.
func (b *ruleWriter) fresh(of *lang.Type) *openTerm {
	b.vars = append(b.vars, lang.Var{Type: of})
	b.names = append(b.names, "")
	return &openTerm{variable: len(b.vars) - 1}
}

// terms returns the arguments of an atom.
func (b *ruleWriter) terms(a lang.Atom) []*openTerm {
	out := make([]*openTerm, len(a.Args))
	for i, t := range a.Args {
		out[i] = b.term(t)
	}
	return out
}

// sides writes the sides of a rule or link: premises, what they keep, and results. It reports whether the rule can
// fire.
func (b *ruleWriter) sides(r *lang.Rule) (left, right []celf.Expr, ok bool) {
	var atoms []condition
	for _, p := range r.Premises {
		b.at = p.Span
		switch p.Kind {
		case lang.Compare:
			b.compare(p)
		case lang.Ask:
			b.refuse(p.Span, "Celf has no sensors, so nothing would answer `%s`", p.Atom.Pred.Name)
		default:
			atoms = append(atoms, b.onState(p))
		}
	}
	var made []condition
	for _, result := range r.Results {
		b.at = result.Span
		made = append(made, condition{permanent: result.Permanent, pred: b.predicate(result.Atom.Pred, result.Permanent),
			args: b.terms(result.Atom)})
	}
	for _, a := range r.Actions {
		b.action(a, r)
	}
	b.arrange(atoms)
	for _, m := range slices.Concat(b.kept, made) {
		right = append(right, resource(m.permanent, m.pred, b.exprs(m.args)))
	}
	return b.premises, right, !b.impossible
}

// onState writes a premise that facts or clauses meet. A fact that is kept is used up and made again, unless all facts
// of its predicate are permanent. If a predicate is apart, the form of the rule says which facts meet the premise.
func (b *ruleWriter) onState(p lang.Premise) condition {
	of := p.Atom.Pred
	permanent := p.Kind == lang.Permanent || p.Kind == lang.Keep && b.permanent[of] && !b.linear[of]
	if b.isChoice(p) {
		permanent = b.form&1 != 0
		b.form >>= 1
	}
	c := condition{permanent: permanent, pred: b.predicate(of, permanent), args: b.terms(p.Atom)}
	if p.Kind == lang.Keep && !permanent {
		b.kept = append(b.kept, c)
	}
	return c
}

// isChoice reports whether permanent facts and others meet a premise in forms of the rule of their own.
func (w *writer) isChoice(p lang.Premise) bool {
	return (p.Kind == lang.Consume || p.Kind == lang.Keep) && w.always[p.Atom.Pred] != ""
}

// mostChoices bounds the premises of a rule of which it has forms.
const mostChoices = 5

// eachForm writes a rule in its forms: one for each way in which permanent facts, or others, meet premises for
// predicates that are apart. Most rules have one.
func (w *writer) eachForm(r *lang.Rule, f func(b *ruleWriter, name string, left, right []celf.Expr)) {
	choices := 0
	for _, p := range r.Premises {
		if w.isChoice(p) {
			choices++
		}
	}
	if choices > mostChoices {
		w.refuse(r.Span, "the rule has more than %d premises that permanent facts and others meet, which Celf cannot keep "+
			"alike", mostChoices)
		return
	}
	name := w.rule[r]
	for form := range 1 << choices {
		b := w.newRuleWriter(r.Span, r.Vars)
		b.form = form
		left, right, ok := b.sides(r)
		switch {
		case !ok:
			w.ruleText.comment("The rule %s can never fire.", w.rule[r])
			return
		case w.errs.Failed():
			return
		case form > 0 && name != anonymous:
			name = w.taken.Take(w.rule[r] + formEnding)
		}
		f(b, name, left, right)
	}
}

// formEnding ends the name of another form of a rule.
const formEnding = "/form"

// action leaves out an action.
func (b *ruleWriter) action(a lang.Atom, r *lang.Rule) {
	if !b.silent[a.Pred] {
		b.silent[a.Pred] = true
		b.omit(r.Span, "Celf has no actions, so no rule carries out `%s`", a.Pred.Name)
	}
}

// arrange writes the premises, each comparison and calculation behind the premises that bind its variables.
func (b *ruleWriter) arrange(atoms []condition) {
	b.flush(func(c condition) bool { return b.all(c.inputs, b.known) })
	for _, a := range atoms {
		urgent := func(c condition) bool {
			return (a.again || c.output != nil && b.shares(a, c.output)) && b.all(c.inputs, b.known, b.given)
		}
		b.flush(urgent)
		b.emit(a)
		b.flush(func(c condition) bool { return b.all(c.inputs, b.known) })
	}
	b.flush(func(c condition) bool { return b.all(c.inputs, b.known, b.given) })
	b.flush(func(condition) bool { return true })
}

// flush writes the waiting conditions that are ready, until none is.
func (b *ruleWriter) flush(ready func(condition) bool) {
	for {
		i := slices.IndexFunc(b.waiting, ready)
		if i < 0 {
			return
		}
		c := b.waiting[i]
		b.waiting = slices.Delete(b.waiting, i, i+1)
		b.emit(c)
	}
}

// all reports whether the variables of terms are known.
func (b *ruleWriter) all(terms []*openTerm, known ...map[int]bool) bool {
	ok := true
	for _, t := range terms {
		b.eachVariable(t, func(v int) {
			ok = ok && slices.ContainsFunc(known, func(m map[int]bool) bool { return m[v] })
		})
	}
	return ok
}

// shares reports whether a condition has a variable of a term.
func (b *ruleWriter) shares(c condition, t *openTerm) bool {
	found := false
	b.eachVariable(t, func(v int) {
		found = found || slices.ContainsFunc(c.args, func(a *openTerm) bool { return b.mentions(a, v) })
	})
	return found
}

// emit writes a condition.
func (b *ruleWriter) emit(c condition) {
	x := apply(c.pred, b.exprs(c.args)...)
	if c.permanent {
		x = &celf.Marked{Mode: celf.Persistent, X: x}
	}
	b.premises = append(b.premises, x)
	for _, a := range c.args {
		b.eachVariable(a, func(v int) { b.known[v] = true })
	}
}

// clause writes a clause.
func (w *writer) clause(c *lang.Clause) {
	b := w.newRuleWriter(c.Span, c.Vars)
	head := b.terms(c.Head)
	var atoms []condition
	for _, p := range c.Premises {
		b.at = p.Span
		if p.Kind == lang.Compare {
			b.compare(p)
			continue
		}
		of := p.Atom.Pred
		if p.Kind == lang.Keep && b.linear[of] {
			b.refuse(p.Span, "a clause of Celf asks for permanent facts alone, but `%s` has others", of.Name)
		}
		again := of == c.Head.Pred || slices.Contains(of.Asks(), c.Head.Pred)
		atoms = append(atoms, condition{pred: b.predicate(of, true), args: b.terms(p.Atom), again: again})
	}
	for _, t := range head {
		b.eachVariable(t, func(v int) { b.given[v] = true })
	}
	b.arrange(atoms)
	if b.impossible {
		w.clauseText.comment("A clause of %s can never hold.", w.pred[c.Head.Pred])
		return
	}
	x := apply(w.pred[c.Head.Pred], b.exprs(head)...)
	for _, p := range b.premises {
		x = &celf.Arrow{Mode: celf.Persistent, Reversed: true, From: p, To: x}
	}
	w.clauseText.add(declare(w.clauseName[c], x))
}
