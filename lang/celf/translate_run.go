package celf

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/naming"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// factsName is the name of the context with the facts of the signature.
const factsName = "facts"

// translateRuns translates the directives, and makes contexts of the facts of the signature. Fresh names are terms of
// their types. If a fact holds of all terms of a type, it holds of the fresh names of a run, too, so runs with other
// fresh names get a context with other facts. Without runs, there is one context for programs that add them.
func (t *translation) translateRuns() {
	signatures := make(map[string]*syntax.Context) // by the fresh names
	states := make(map[string]*syntax.Context)     // by the name in Celf and all facts
	open := t.isOpen()
	for _, r := range t.sig.runs {
		sc := &scope{make(map[string]string), make(map[string]*family), nil, nil}
		var params []param
		var names []string
		for _, v := range r.params {
			p := t.param(v)
			sc.names[v.name.Text] = p.name
			params = append(params, p)
			names = append(names, p.name)
		}
		key := ""
		if open {
			slices.Sort(names)
			key = strings.Join(slices.Compact(names), " ")
		}
		facts, ok := signatures[key]
		if !ok {
			facts = t.factsOf(params)
			signatures[key] = facts
		}
		t.run(r, sc, facts, states)
	}
	if len(t.sig.runs) == 0 {
		t.factsOf(nil)
	}
}

// isOpen reports whether some clause derives facts about all terms of a type: it has a variable that no premise
// binds.
func (t *translation) isOpen() bool {
	return slices.ContainsFunc(t.sig.clauses, func(c *clause) bool {
		if p := t.predicateOf(c.head); !p.finite {
			return false
		}
		there := make(map[string]bool)
		for _, x := range c.premises {
			eachDepth(x, 0, func(n *Name, _ int) { there[n.Text] = true })
		}
		return slices.ContainsFunc(c.vars, func(v variable) bool { return !there[v.name.Text] })
	})
}

// factsOf makes a context of the facts of the signature; nil if there are none.
func (t *translation) factsOf(params []param) *syntax.Context {
	facts := t.derive(params)
	if len(facts) == 0 {
		return nil
	}
	at := facts[0].from.Span
	ctx := &syntax.Context{Span: at, Name: &syntax.Name{Span: at, Text: t.taken.Take(factsName)}}
	for _, f := range facts {
		args := make([]syntax.Expr, len(f.args))
		for i, a := range f.args {
			args[i] = t.value(a, f.from.Span)
		}
		x := apply(&syntax.Name{Span: f.from.Span, Text: f.of.name}, args, f.from.Span)
		ctx.Facts = append(ctx.Facts, marked(Persistent, x, f.from.Span))
	}
	t.contexts = append(t.contexts, ctx)
	return ctx
}

// value returns the term with a number in t.terms.
func (t *translation) value(n int, span syntax.Span) syntax.Expr {
	g := t.terms[n]
	args := make([]syntax.Expr, len(g.args))
	for i, a := range g.args {
		args[i] = t.value(a, span)
	}
	return apply(&syntax.Name{Span: span, Text: g.name}, args, span)
}

// run translates a directive. A state with a name becomes a context, which runs from the same state share; other
// states stand in the #trace. Both include the context of the facts of the signature.
func (t *translation) run(r *run, sc *scope, facts *syntax.Context, states map[string]*syntax.Context) {
	owner := "start"
	if r.named != nil {
		owner = naming.Constant(r.named.Text)
	}
	ctx := &syntax.Context{Span: r.Span}
	if facts != nil {
		ctx.Facts = append(ctx.Facts, &syntax.Name{Span: facts.Span, Text: facts.Name.Text})
	}
	ctx.Facts = append(ctx.Facts, t.made(r.state, sc, owner)...)
	if n := len(r.state); n > 0 {
		ctx.Span = syntax.Span{Start: r.state[0].Start, End: r.state[n-1].End}
	}
	trace := &syntax.Trace{Span: r.Span, Bound: &syntax.Name{Span: r.word.Span, Text: syntax.Wildcard},
		Stage: &syntax.Name{Span: r.word.Span, Text: stageName}, Goal: t.goal(r, sc), Tries: r.tries,
		Expected: r.expected > 0, Unexpected: r.expected == 0}
	if r.steps > 0 {
		trace.Bound = &syntax.Number{Span: r.word.Span, Digits: strconv.Itoa(r.steps)}
	}
	if r.named == nil {
		trace.Inline = ctx
	} else {
		var b strings.Builder
		b.WriteString(r.named.Text)
		for _, x := range ctx.Facts {
			b.WriteString(", " + syntax.ExprString(x))
		}
		key := b.String()
		if known := states[key]; known != nil {
			ctx = known
		} else {
			ctx.Name = &syntax.Name{Span: r.named.Span, Text: t.take(r.named.Text, owner)}
			states[key] = ctx
			t.contexts = append(t.contexts, ctx)
		}
		trace.Context = &syntax.Name{Span: r.named.Span, Text: ctx.Name.Text}
	}
	t.traces = append(t.traces, trace)
}

// goal translates the goal of a query; nil of a directive without one.
func (t *translation) goal(r *run, params *scope) syntax.Expr {
	if r.word.Text != "#query" {
		return nil
	}
	sc := t.newScope(r.goalVars, params, naming.New())
	var premises []syntax.Expr
	for _, p := range r.goal {
		if p.rule != nil {
			t.errorf(syntax.NotSupported, p.Span, "a goal cannot ask for a rule: Ceptre has no counterpart")
			continue
		}
		pred := t.predicateOf(p.atom)
		ways := t.ways(p, sc)
		if len(ways) > 1 {
			t.errorf(syntax.NotSupported, p.Span, "`%s` is in the state, and its clauses have no end of facts; "+
				"a goal cannot ask for both", pred.of.name.Text)
			continue
		}
		premises = append(premises, ways...)
	}
	return join(premises, r.goalSpan)
}
