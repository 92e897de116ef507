package celfproof

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
)

// printer runs a query of a program at random, and prints the run as Celf prints a solution. It knows the file and the
// machine; what it shares with the reader are the names alone.
type printer struct {
	*vocabulary
	require.TestingT
	*rand.Rand
	prog    *lang.Program
	start   *lang.Start
	query   *celf.Directive
	machine *exec.Machine
	trace   trace.Trace
	out     strings.Builder
	stage   *printedStage // nil of programs without stages

	last      int  // the number of the last resource named
	all       bool // arguments that Celf infers are printed
	names     map[trace.ResourceID][]string
	facts     map[trace.ResourceID]lang.Initial // those that are there
	permanent map[string]trace.ResourceID
	unpacks   []string // the steps that only take apart, to be printed
}

// newPrinter returns a printer of runs of the n-th query of a program.
func newPrinter(t require.TestingT, prog *lang.Program, n int, seed uint64) *printer {
	p := &printer{vocabulary: newVocabulary(prog), TestingT: t, Rand: rand.New(rand.NewPCG(seed, 1)), prog: prog,
		names: make(map[trace.ResourceID][]string), facts: make(map[trace.ResourceID]lang.Initial),
		permanent: make(map[string]trace.ResourceID)}
	p.start = asked(prog, 0)[n-1]
	for _, d := range p.source.Decls {
		if q, ok := d.(*celf.Directive); ok && q.Word.Text == "#query" {
			if n--; n == 0 {
				p.query = q
			}
		}
	}
	p.last = p.IntN(3) * 7
	p.all = p.IntN(2) == 0
	if p.scheme != nil {
		p.stage = &printedStage{}
	}
	return p
}

func (p *printer) fresh() string {
	p.last++
	return fmt.Sprintf("X%d", p.last)
}

// solution returns a solution with at most so many steps, and the trace of it.
func (p *printer) solution(steps int) (string, *trace.Trace) {
	p.out.WriteString("Solution: ")
	p.begin()
	if p.start.Bound > 0 {
		steps = min(steps, p.start.Bound)
	}
	if p.scheme != nil {
		p.throughStages(steps)
		p.out.WriteString("\n")
		return p.out.String(), &p.trace
	}
	p.open()
	for range steps {
		enabled, err := p.machine.Enabled(context.Background())
		require.NoError(p, err)
		if enabled.Len() == 0 {
			break
		}
		p.step(enabled.At(p.IntN(enabled.Len())))
	}
	p.trace.End = p.machine.End(trace.Quiescent, nil)
	p.out.WriteString("\n    " + pairs(p.goal(nil)) + "}\n")
	return p.out.String(), &p.trace
}

// open prints the brace before steps, and the steps that take the state apart if they are not printed yet.
func (p *printer) open() {
	p.out.WriteString("{")
	for _, line := range p.unpacks {
		p.out.WriteString("\n    " + line + " in")
	}
	p.unpacks = nil
}

// begin prints the binders, and starts the machine.
func (p *printer) begin() {
	x := p.query.Of
	for {
		b, ok := x.(*celf.Binder)
		if !ok {
			break
		}
		fmt.Fprintf(&p.out, `\!%s. `, p.quoted(b.Name.Text))
		x = b.Body
	}
	arrows := inProgram(x)
	n := 0
	for _, a := range arrows {
		n += p.leaves(a.From)
	}
	facts := p.start.Context.Facts
	given := facts[len(facts)-n:]
	machine, made := exec.NewMachine(p.prog, p.start, exec.Limits{})
	p.machine, p.trace.Resources = machine, made
	ids := make([]trace.ResourceID, len(facts))
	for i, f := range facts {
		ids[i], made = p.made(f, made)
	}
	ids = ids[len(facts)-n:]
	patterns := make(map[*celf.Arrow]string)
	for _, a := range arrows {
		patterns[a] = pairs(p.pattern(a.From, &given, &ids))
	}
	for {
		a, ok := x.(*celf.Arrow)
		if !ok {
			return
		}
		fmt.Fprintf(&p.out, `\%s. `, patterns[a])
		x = a.To
	}
}

// quoted returns a name that a binder brings as Celf prints it.
func (p *printer) quoted(name string) string {
	if strings.HasPrefix(name, "'") || p.IntN(2) == 0 {
		return name
	}
	return "'" + name
}

// made enters a fact, and returns its id and the resources made after it.
func (p *printer) made(f lang.Initial, made []trace.Resource) (trace.ResourceID, []trace.Resource) {
	if id := p.permanent[f.Fact.String()]; f.Permanent && id != 0 {
		return id, made
	}
	id := made[0].ID
	if f.Permanent {
		p.permanent[f.Fact.String()] = id
	}
	p.facts[id] = f
	return id, made[1:]
}

// leaves counts the facts of a state.
func (p *printer) leaves(x celf.Expr) int {
	n := 0
	p.eachLeaf(x, func(celf.Expr) { n++ })
	return n
}

func (p *printer) eachLeaf(x celf.Expr, f func(celf.Expr)) {
	switch x := x.(type) {
	case *celf.Join:
		for _, part := range x.Parts {
			p.eachLeaf(part, f)
		}
	case *celf.Binder:
		if bindsRule(x) {
			f(x)
			return
		}
		p.eachLeaf(x.Body, f)
	case *celf.Braces:
		p.eachLeaf(x.X, f)
	case *celf.Unit:
	case *celf.Name:
		if a, ok := p.declared[x.Text].(*celf.Abbreviation); ok {
			p.eachLeaf(a.Value, f)
			return
		}
		f(x)
	default:
		f(x)
	}
}

// bindsRule reports whether a binder is that of a rule, and not of fresh names.
func bindsRule(b *celf.Binder) bool { return strings.EqualFold(b.Word.Text, "pi") }

// pattern names the facts of a state, of which it takes those that an expression is.
func (p *printer) pattern(x celf.Expr, facts *[]lang.Initial, ids *[]trace.ResourceID) []string {
	switch x := x.(type) {
	case *celf.Join:
		var out []string
		for _, part := range x.Parts {
			out = append(out, p.pattern(part, facts, ids)...)
		}
		return out
	case *celf.Binder:
		if bindsRule(x) {
			break
		}
		return append([]string{"!" + p.quoted(x.Name.Text)}, p.pattern(x.Body, facts, ids)...)
	case *celf.Unit:
		return []string{"1"}
	case *celf.Braces:
		name := p.fresh()
		at := len(p.unpacks)
		parts := p.pattern(x.X, facts, ids)
		line := fmt.Sprintf("let {%s} = %s", pairs(parts), name)
		p.unpacks = slices.Insert(p.unpacks, at, line) // before those of its parts
		return []string{name}
	case *celf.Name:
		if a, ok := p.declared[x.Text].(*celf.Abbreviation); ok {
			return p.pattern(a.Value, facts, ids)
		}
	}
	f, id := (*facts)[0], (*ids)[0]
	*facts, *ids = (*facts)[1:], (*ids)[1:]
	return []string{p.name(f, id)}
}

// name gives a fact a new name, and returns it with the mark.
func (p *printer) name(f lang.Initial, id trace.ResourceID) string {
	name := p.fresh()
	p.names[id] = append(p.names[id], name)
	switch {
	case f.Permanent:
		return "!" + name
	case f.Affine:
		return "@" + name
	}
	return name
}

func pairs(parts []string) string {
	switch len(parts) {
	case 0:
		return "1"
	case 1:
		return parts[0]
	}
	return "[" + parts[0] + ", " + pairs(parts[1:]) + "]"
}

// step fires a transition, and prints it.
func (p *printer) step(t exec.Transition) {
	head, proofs := p.premises(t)
	head = cmp.Or(head, p.nameOf(t.Rule))
	token := p.stage.pass(p, head, &proofs)
	arguments := p.arguments(t.Rule, t.Args, proofs)
	makes := p.fire(t)
	token(&makes)
	fmt.Fprintf(&p.out, "\n    let {%s} = %s%s in", pairs(makes), head, arguments)
}

// nameOf returns the name of a rule in Celf.
func (p *printer) nameOf(r *lang.Rule) string {
	for name, rules := range p.rules {
		if slices.Contains(rules, r) {
			return name
		}
	}
	return ""
}

// premises returns the proofs of the premises of a transition. The first is the head of the step if it is a rule in
// the state.
func (p *printer) premises(t exec.Transition) (head string, proofs []string) {
	uses, proved := t.Uses, t.Proves
	for i, premise := range t.Rule.Premises {
		switch {
		case !premise.Kind.OnState():
			proofs = append(proofs, p.proof(p.atomNode(proved[0])))
			proved = proved[1:]
			continue
		case i == 0 && slices.Contains(p.kept[premise.Atom.Pred], t.Rule):
			head = strings.TrimPrefix(p.resource(uses[0].ID), "!")
		case uses[0].Permanent && (len(p.names[uses[0].ID]) == 0):
			proofs = append(proofs, p.proof(p.atomNode(uses[0].Fact)))
		default:
			proofs = append(proofs, p.resource(uses[0].ID))
		}
		uses = uses[1:]
	}
	return head, proofs
}

// fire fires a transition, and returns the names of what it makes.
func (p *printer) fire(t exec.Transition) []string {
	fired, err := p.machine.Fire(t)
	require.NoError(p, err)
	id := trace.StepID(len(p.trace.Steps) + 1)
	p.trace.Steps = append(p.trace.Steps, fired.Step(id))
	for _, x := range fired.Makes {
		x.By = id
		p.trace.Resources = append(p.trace.Resources, x)
	}
	for _, x := range fired.Consumes {
		delete(p.facts, x)
	}
	var makes []string
	made := fired.Makes
	for i, f := range t.Results() {
		var id trace.ResourceID
		f.Affine = t.Rule.Results[i].Affine
		id, made = p.made(f, made)
		makes = append(makes, p.name(f, id))
	}
	return makes
}

// resource returns a name of a resource, which a permanent one has several of.
func (p *printer) resource(id trace.ResourceID) string {
	names := p.names[id]
	name := names[p.IntN(len(names))]
	if p.facts[id].Permanent && p.IntN(2) == 0 {
		return "!" + name
	}
	return name
}

// single puts an argument in parentheses if it has several words.
func single(mark, text string) string {
	if strings.Contains(text, " ") && !strings.HasPrefix(text, "[") {
		return mark + "(" + text + ")"
	}
	return mark + text
}
