package celfproof

import (
	"context"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
)

// This file prints runs through stages, as proofs in proofs. What it knows of stages are the clauses of the file.

// printedStage is the stage that a printed run is in.
type printedStage struct {
	token string // the name of the token
	fact  *node  // the token
	vars  map[string]*node
	left  int  // how many steps the run may still take
	early bool // the run may end where links apply, as in Celf
	stuck bool // the run is not printed to its end
}

// values returns the values of the variables of tokens in the last rule or clause.
func (s *printedStage) values() map[string]*node {
	if s == nil {
		return nil
	}
	return s.vars
}

// pass puts the token among the proofs of the premises of a rule, and returns a function that puts the new one among
// what the rule makes.
func (s *printedStage) pass(p *printer, head string, proofs *[]string) func(makes *[]string) {
	if s == nil {
		return func(*[]string) {}
	}
	left, right := p.rule(head)
	in := p.instantiator()
	i, at := p.find(left, p.isToken)
	require.True(p, unify(in.node(at), s.fact))
	*proofs = slices.Insert(*proofs, i, s.token)
	s.vars = in.vars
	return func(makes *[]string) {
		i, at := p.find(right, p.isToken)
		s.token, s.fact = p.fresh(), in.node(at)
		*makes = slices.Insert(*makes, i, s.token)
	}
}

// rule returns the parts of the sides of a forward rule; none of other declarations.
func (p *printer) rule(name string) (left, right []celf.Expr) {
	d, ok := p.declared[name].(*celf.Constant)
	if !ok {
		return nil, nil
	}
	_, _, end := celf.Telescope(d.Type)
	if _, ok := end.(*celf.Braces); !ok {
		return nil, nil
	}
	for _, a := range inProgram(d.Type) {
		left = append(left, p.partsOf(a.From)...)
	}
	return left, p.partsOf(end)
}

// partsOf returns the parts of a state.
func (p *printer) partsOf(x celf.Expr) (parts []celf.Expr) {
	p.eachLeaf(x, func(part celf.Expr) { parts = append(parts, part) })
	return parts
}

// find returns the first of the parts that a function finds, and its place; -1 and nil if there is none.
func (p *printer) find(parts []celf.Expr, is func(celf.Expr) bool) (int, celf.Expr) {
	if i := slices.IndexFunc(parts, is); i >= 0 {
		return i, parts[i]
	}
	return -1, nil
}

func (p *printer) isToken(x celf.Expr) bool {
	a, ok := x.(*celf.Apply)
	return ok && (a.Fun.Text == p.scheme.Stage || p.scheme.Next[a.Fun.Text])
}

// leads reports whether an expression is `run P`, `RESULTS -o run P` or `done P`.
func (p *printer) leads(x celf.Expr) bool {
	if f, ok := x.(*celf.Arrow); ok {
		x = f.To
	}
	a, ok := x.(*celf.Apply)
	return ok && (a.Fun.Text == p.scheme.Run || a.Fun.Text == p.scheme.Done)
}

// throughStages prints a run with at most so many steps, up to the end.
func (p *printer) throughStages(steps int) {
	p.stage.left = steps
	_, _, x := celf.Telescope(p.query.Of)
	if b, ok := x.(*celf.Braces); ok {
		p.open()
		p.out.WriteString(" ")
		p.run(p.instantiator().node(b.X))
		p.out.WriteString("}")
		return
	}
	p.run(p.instantiator().node(x))
}

// premisesOf returns the premises of a clause in the order of its arguments.
func (p *printer) premisesOf(clause string) []celf.Expr {
	_, arrows, _ := celf.Telescope(p.declared[clause].(*celf.Constant).Type)
	var premises []celf.Expr
	for _, a := range arrows {
		premises = append(premises, a.From)
	}
	return premises
}

// clauses returns the clauses that may prove an atom, in the order of the file, and their variables.
func (p *printer) clauses(want *node) (names []string, ins []*instantiator) {
	for _, d := range p.source.Decls {
		k, ok := d.(*celf.Constant)
		if !ok {
			continue
		}
		_, arrows, x := celf.Telescope(k.Type)
		in := p.instantiator()
		if a, ok := x.(*celf.Apply); ok && len(arrows) > 0 && a.Fun.Text == want.head && unify(in.node(x), want) {
			names, ins = append(names, k.Name.Text), append(ins, in)
		}
	}
	return names, ins
}

// run prints the proof of `run P`.
func (p *printer) run(want *node) {
	names, ins := p.clauses(want)
	require.Len(p, names, 1)
	p.out.WriteString(names[0] + p.inferred(ins[0].vars))
	before := p.stage.token
	for _, x := range p.premisesOf(names[0]) {
		f, ok := x.(*celf.Arrow)
		if !ok {
			p.out.WriteString(" " + before)
			continue
		}
		p.stage.token, p.stage.fact = p.fresh(), ins[0].node(f.From)
		p.out.WriteString(` (\` + p.stage.token + ". ")
		p.open()
		p.stageSteps()
		p.out.WriteString("\n    ")
		p.behind(names[0], ins[0], f.To.(*celf.Braces).X, nil)
		p.out.WriteString("})")
	}
}

// inferred returns the arguments that Celf infers, if they are printed.
func (p *printer) inferred(vars map[string]*node) string {
	out := ""
	for _, n := range vars {
		if p.all {
			out += " " + single("!", n.String())
		}
	}
	return out
}

// stageSteps prints steps of a stage until none is possible.
func (p *printer) stageSteps() {
	for {
		enabled := p.enabled(func(t exec.Transition) bool {
			left, _ := p.rule(p.nameOf(t.Rule))
			_, token := p.find(left, p.isToken)
			return token != nil && unify(p.instantiator().node(token), p.stage.fact)
		})
		switch {
		case len(enabled) == 0:
			return
		case p.stage.left == 0:
			p.stage.stuck = true
			return
		}
		t := enabled[p.IntN(len(enabled))]
		if slices.ContainsFunc(t.Args, p.isLarge) {
			p.stage.stuck = true
			return
		}
		p.stage.left--
		p.step(t)
	}
}

// isLarge reports whether a value is a number whose calculations have proofs that take long to find.
func (p *printer) isLarge(x lang.Value) bool {
	return strings.Contains(p.valueNode(x).String(), strings.Repeat("(s ", 20))
}

// enabled lists the transitions that a function takes.
func (p *printer) enabled(takes func(exec.Transition) bool) []exec.Transition {
	all, err := p.machine.Enabled(context.Background())
	require.NoError(p, err)
	var out []exec.Transition
	for t := range all.All() {
		if takes(t) {
			out = append(out, t)
		}
	}
	return out
}

// linksOf lists the transitions of a link that a clause is.
func (p *printer) linksOf(clause string) []exec.Transition {
	if p.stage.left == 0 {
		return nil
	}
	return p.enabled(func(t exec.Transition) bool { return slices.Contains(p.rules[clause], t.Rule) })
}

// behind prints what a clause asks for in braces. A clause of the program fires the link before.
func (p *printer) behind(clause string, in *instantiator, asked celf.Expr, values map[string]string) {
	parts := p.partsOf(asked)
	i, token := p.find(parts, p.isToken)
	j, goal := p.find(parts, p.leads)
	before := p.stage.token
	var facts []string
	var makes []string
	switch {
	case p.stage.stuck:
		return
	case goal == nil:
		facts = p.goal(values)
		p.trace.End = p.machine.End(p.why(), nil)
	case len(p.rules[clause]) > 0:
		links := p.linksOf(clause)
		if len(links) == 0 {
			p.stage.stuck = true
			return
		}
		t := links[p.IntN(len(links))]
		_, facts = p.premises(t)
		for i, v := range t.Rule.Vars {
			if values != nil {
				values[p.prog.Source.Slice(v.Span)] = p.valueNode(t.Args[i]).String()
			}
		}
		makes = p.fire(t)
		p.stage.left--
	}
	if token != nil && (goal == nil || i < j) {
		facts = slices.Insert(facts, i, before)
	} else if token != nil {
		facts = slices.Insert(facts, i-1, before)
	}
	if goal == nil {
		p.value(clause, values, pairs(facts), nil)
		return
	}
	binder := ""
	if f, ok := goal.(*celf.Arrow); ok {
		goal = f.To
		binder = `\` + pairs(makes) + ". "
	}
	text := pairs(slices.Insert(facts, j, "\x00"))
	p.value(clause, values, text, func() {
		p.out.WriteString(binder)
		want := in.node(goal)
		if want.head == p.scheme.Run {
			p.run(want)
		} else {
			p.ends(want)
		}
	})
}

// value prints what stands in braces; for a clause of `done P`, with the clause, its arguments and the braces.
func (p *printer) value(clause string, values map[string]string, text string, goOn func()) {
	if values != nil {
		p.out.WriteString(clause)
		x := p.declared[clause].(*celf.Constant).Type
		for {
			b, ok := x.(*celf.Binder)
			if !ok {
				break
			}
			if v := values[b.Name.Text]; v != "" {
				p.out.WriteString(" " + single("!", v))
			}
			x = b.Body
		}
		p.out.WriteString(" {")
		defer p.out.WriteString("}")
	}
	before, after, _ := strings.Cut(text, "\x00")
	p.out.WriteString(before)
	if goOn != nil {
		goOn()
	}
	p.out.WriteString(after)
}

// why returns why the run ends.
func (p *printer) why() trace.Why {
	if len(p.enabled(func(exec.Transition) bool { return true })) > 0 {
		return trace.LimitHit
	}
	return trace.Quiescent
}

// ends prints the proof of `done P` by one of the clauses that are possible.
func (p *printer) ends(want *node) {
	names, ins := p.clauses(want)
	var goOn, end []int
	for i, name := range names {
		parts := p.partsOf(p.premisesOf(name)[0])
		_, token := p.find(parts, p.isToken)
		_, goal := p.find(parts, p.leads)
		switch {
		case !unify(ins[i].node(token), p.stage.fact):
		case goal == nil:
			end = append(end, i)
		case len(p.rules[name]) == 0 || len(p.linksOf(name)) > 0:
			goOn = append(goOn, i)
		}
	}
	if len(goOn) == 0 || p.stage.early {
		goOn = append(goOn, end...)
	}
	if len(goOn) == 0 {
		p.stage.stuck = true
		return
	}
	i := goOn[p.IntN(len(goOn))]
	asked := p.premisesOf(names[i])[0]
	p.behind(names[i], ins[i], asked, make(map[string]string))
}
