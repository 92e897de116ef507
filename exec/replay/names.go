package replay

import (
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/label"
)

// Names finds in a program the names that a trace uses, and reads its terms as values of the
// program. The errors have the missing name, and the nearest one of the program.
type Names struct {
	types     declared[lang.Type]
	preds     declared[lang.Pred]
	stages    declared[lang.Stage]
	cons      map[string]*lang.Constructor
	rules     []*lang.Rule // as [lang.Program.Rules]
	labels    *label.Set   // of the rules
	ruleNames []string
}

// declared is what a program declares of a kind: by name, and the names in the order declared, for
// finding the nearest.
type declared[T any] struct {
	kind  string
	known map[string]*T
	names []string
}

func declare[T any](kind string, all []*T, name func(*T) string) declared[T] {
	d := declared[T]{kind: kind, known: make(map[string]*T)}
	for _, x := range all {
		d.known[name(x)] = x
		d.names = append(d.names, name(x))
	}
	return d
}

func (d *declared[T]) find(name string) (*T, error) {
	if x := d.known[name]; x != nil {
		return x, nil
	}
	return nil, missing(d.kind+" "+name, name, d.names)
}

// NewNames returns the names of a program.
func NewNames(prog *lang.Program) *Names {
	n := &Names{
		types:  declare("type", prog.Types, func(t *lang.Type) string { return t.Name }),
		preds:  declare("predicate", prog.Preds, func(p *lang.Pred) string { return p.Name }),
		stages: declare("stage", prog.Stages, func(s *lang.Stage) string { return s.Name }),
		cons:   make(map[string]*lang.Constructor),
		rules:  prog.Rules(),
		labels: prog.Labels(),
	}
	for _, t := range prog.Types {
		for _, k := range t.Constructors {
			n.cons[k.Name] = k
		}
	}
	for _, r := range n.rules {
		n.ruleNames = append(n.ruleNames, r.Label)
	}
	return n
}

// missing returns the error that the program lacks a name, with the nearest known name.
func missing(what, name string, known []string) error {
	if near := label.Nearest(name, known); near != "" {
		return fmt.Errorf("the program has no %s; the nearest is %s", what, near)
	}
	return fmt.Errorf("the program has no %s", what)
}

// Pred returns the predicate of a name, or nil.
func (n *Names) Pred(name string) *lang.Pred { return n.preds.known[name] }

// Rule returns the rule or link of a step. The error lists the rules of its name.
func (n *Names) Rule(s *trace.Step) (*lang.Rule, error) { return n.rule(s.Key()) }

func (n *Names) rule(k label.Key) (*lang.Rule, error) {
	if i := n.labels.Find(k); i >= 0 {
		return n.rules[i], nil
	}
	if known, _ := n.selected(k.Name); len(known) > 0 {
		return nil, fmt.Errorf("the program has no rule %s of which it may be; it has %s", k.Name, labels(known))
	}
	return nil, missing("rule "+k.Name, k.Name, n.ruleNames)
}

// Label returns the label of the rule of a step.
func (n *Names) Label(s *trace.Step) string { return n.labels.LabelOf(s.Key()) }

// Step returns a step as programs write it: the label of its rule with the arguments.
func (n *Names) Step(s *trace.Step) string {
	return trace.Term{Head: n.Label(s), Args: s.Args}.String()
}

// Select returns the one rule that a selector means.
func (n *Names) Select(selector string) (*lang.Rule, error) {
	rules, err := n.selected(selector)
	if err == nil && len(rules) > 1 {
		err = fmt.Errorf("%s may be %s", selector, labels(rules))
	}
	if err != nil {
		return nil, err
	}
	return rules[0], nil
}

// selected returns the rules that a selector means.
func (n *Names) selected(selector string) ([]*lang.Rule, error) {
	var out []*lang.Rule
	for _, i := range n.labels.Select(selector) {
		out = append(out, n.rules[i])
	}
	if len(out) == 0 {
		if len(n.labels.Like(selector)) == 0 && label.Nearest(selector, n.ruleNames) != "" {
			return nil, missing("rule "+selector, selector, n.ruleNames)
		}
		return nil, fmt.Errorf("the program has no rule %s%s", selector, n.labels.MeantOrAll(selector))
	}
	return out, nil
}

// labels returns the labels of rules.
func labels(rules []*lang.Rule) string {
	out := make([]string, len(rules))
	for i, r := range rules {
		out[i] = r.Label
	}
	return strings.Join(out, ", ")
}

// Stage returns the stage of a name.
func (n *Names) Stage(name string) (*lang.Stage, error) { return n.stages.find(name) }

// stageOf returns the stage of a token.
func (n *Names) stageOf(token trace.Resource) (*lang.Stage, error) {
	stage, err := n.Stage(token.Args[0].String())
	if err != nil {
		return nil, fmt.Errorf("resource %s: %w", token.ID, err)
	}
	return stage, nil
}

// Initial returns a resource as a fact to start from.
func (n *Names) Initial(r trace.Resource) (lang.Initial, error) {
	f, err := n.Fact(r.Fact())
	if err == nil && f.Pred.Kind != lang.OfState {
		err = fmt.Errorf("%s is %s in the program, and no fact of the state", f.Pred.Name, f.Pred.Kind)
	}
	if err != nil {
		return lang.Initial{}, fmt.Errorf("resource %s: %w", r.ID, err)
	}
	return lang.Initial{Fact: f, Permanent: r.Persistent}, nil
}

// Fact returns a fact in terms of the program.
func (n *Names) Fact(f trace.Fact) (lang.Fact, error) {
	p := n.Pred(f.Pred)
	if p == nil {
		return lang.Fact{}, missing("predicate for "+f.String(), f.Pred, n.preds.names)
	}
	if len(p.Args) != len(f.Args) {
		return lang.Fact{}, fmt.Errorf("%s has %s, and in the program %s takes %d", f, english.Count(len(f.Args), "argument"),
			p.Name, len(p.Args))
	}
	args, err := n.values(f.Args, p.Args)
	return lang.Fact{Pred: p, Args: args}, err
}

// Args returns the arguments of a step as values of a rule's variables.
func (n *Names) Args(r *lang.Rule, terms []trace.Term) ([]lang.Value, error) {
	if len(r.Vars) != len(terms) {
		return nil, fmt.Errorf("it has %s, and in the program the rule %s takes %d", english.Count(len(terms), "argument"),
			r.Label, len(r.Vars))
	}
	types := make([]*lang.Type, len(r.Vars))
	for i, v := range r.Vars {
		types[i] = v.Type
	}
	return n.values(terms, types)
}

// Given returns the arguments of a pattern as values of a rule's variables, and which of them are
// known: [trace.Open] is not, and neither are arguments that the pattern leaves out.
func (n *Names) Given(rule *lang.Rule, args []trace.Term) (values []lang.Value, known []bool, err error) {
	if len(args) > len(rule.Vars) {
		return nil, nil, fmt.Errorf("the rule %s takes %s: %s", rule.Label, english.Count(len(rule.Vars), "argument"),
			parameters(rule))
	}
	values, known = make([]lang.Value, len(rule.Vars)), make([]bool, len(rule.Vars))
	for i, a := range args {
		if a.Head == trace.Open && len(a.Args) == 0 {
			continue
		}
		v, err := n.value(a, rule.Vars[i].Type)
		if err != nil && (a.Number || n.cons[a.Head] != nil) { // it may stand in the place of another
			err = fmt.Errorf("%w; the rule %s takes %s", err, rule.Label, parameters(rule))
		}
		if err != nil {
			return nil, nil, err
		}
		values[i], known[i] = v, true
	}
	return values, known, nil
}

// parameters returns the names of a rule's arguments.
func parameters(r *lang.Rule) string {
	names := make([]string, len(r.Vars))
	for i, v := range r.Vars {
		names[i] = v.Name
	}
	return strings.Join(names, " ")
}

func (n *Names) values(terms []trace.Term, types []*lang.Type) ([]lang.Value, error) {
	out := make([]lang.Value, len(terms))
	for i, t := range terms {
		v, err := n.value(t, types[i])
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func (n *Names) value(t trace.Term, want *lang.Type) (lang.Value, error) {
	if text, ok := t.Literal(); ok && want.Texts {
		return lang.Value{Text: text}, nil
	}
	if t.Number && want.Numerals {
		return lang.NumberValue(want, lang.ParseNat(t.Head)), nil
	}
	k, err := n.constructor(t, want)
	if err != nil {
		return lang.Value{}, err
	}
	args, err := n.values(t.Args, k.Args)
	if err != nil {
		return lang.Value{}, err
	}
	return lang.NewValue(k, args), nil
}

// constructor returns the constructor of a type that a term starts with.
func (n *Names) constructor(t trace.Term, want *lang.Type) (*lang.Constructor, error) {
	k := n.cons[t.Head]
	switch {
	case t.Number || k == nil:
		return nil, missing(want.Name+" "+t.String(), t.Head, constructors(want))
	case k.Result != want:
		return nil, fmt.Errorf("the program has no %s %s; %s is of the type %s", want.Name, t, k.Name, k.Result.Name)
	case len(k.Args) != len(t.Args):
		return nil, fmt.Errorf("%s has %s, and in the program %s takes %d", t, english.Count(len(t.Args), "argument"), k.Name,
			len(k.Args))
	}
	return k, nil
}

func constructors(t *lang.Type) []string {
	out := make([]string, len(t.Constructors))
	for i, k := range t.Constructors {
		out[i] = k.Name
	}
	return out
}
