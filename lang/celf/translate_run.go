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
		Stage: &syntax.Name{Span: r.word.Span, Text: t.startOf(r)}, Goal: t.goal(r, sc), Tries: r.tries,
		Expected: r.expected > 0, Unexpected: r.expected == 0, Whole: r.steps > 0 && r.word.Text != "#query"}
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

// isStage reports whether a phase is a stage of the program.
func (p *phase) isStage() bool { return p.begins != nil && !p.folded }

// declareStages makes the stages, without their rules. A file that tells of none has one.
func (t *translation) declareStages() {
	if t.sig.stages == nil {
		t.stages = []*syntax.Stage{{Name: &syntax.Name{Text: stageName}}}
		return
	}
	t.phases = make(map[*phase]*syntax.Stage)
	for _, p := range t.sig.stages.phases {
		if !p.isStage() {
			continue
		}
		s := &syntax.Stage{Span: p.begins.Span, Name: &syntax.Name{Span: p.begins.Span, Text: t.names[p.name.Text]}}
		t.phases[p] = s
		t.stages = append(t.stages, s)
		if p.ordered {
			name := &syntax.Name{Span: s.Span, Text: s.Name.Text}
			t.ordered = append(t.ordered, &syntax.Directive{Span: s.Span, Name: "ordered", Word: s.Span,
				Args: []syntax.Expr{name}})
		}
	}
}

// addRule puts a rule into its stage, or makes a link of it.
func (t *translation) addRule(of *rule, r *syntax.Rule) {
	if t.sig.stages == nil {
		t.stages[0].Rules = append(t.stages[0].Rules, r)
		return
	}
	at := t.sig.stages.places[of.name]
	from := t.phases[at.in]
	if !at.link {
		from.Rules = append(from.Rules, r)
		return
	}
	r.Left = behindStage(from, r.Left)
	if at.to != nil {
		r.Right = behindStage(t.phases[at.to], r.Right)
	}
	t.links = append(t.links, r)
}

// behindStage puts the name of a stage before the premises or results of a link.
func behindStage(s *syntax.Stage, x syntax.Expr) syntax.Expr {
	ref := &syntax.StageRef{Span: x.Range(), Name: &syntax.Name{Span: x.Range(), Text: s.Name.Text}}
	if _, none := x.(*syntax.Unit); none {
		return ref
	}
	return &syntax.Binary{Span: x.Range(), Op: syntax.Star, X: ref, Y: x}
}

// placeStages gives the only stage the place of its rules.
func (t *translation) placeStages() {
	if s := t.stages[0]; t.sig.stages == nil && len(s.Rules) > 0 {
		s.Span = syntax.Span{Start: s.Rules[0].Start, End: s.Rules[len(s.Rules)-1].End}
		s.Name.Span = s.Start.Span()
	}
}

// startOf returns the name of the stage in which a run starts.
func (t *translation) startOf(r *run) string {
	if t.sig.stages == nil {
		return stageName
	}
	return t.phases[t.sig.stages.starts[r.Start.Offset]].Name.Text
}
