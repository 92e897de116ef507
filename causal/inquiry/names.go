package inquiry

import (
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/label"
)

// names finds what a trace names in a program.
type names struct {
	types  map[string]*lang.Type
	preds  map[string]*lang.Pred
	cons   map[string]*lang.Constructor
	rules  []*lang.Rule // as [lang.Program.Rules]
	labels *label.Set   // of the rules
	stages map[string]*lang.Stage
	// The names in the order declared, for finding the nearest.
	typeNames, predNames, ruleNames, stageNames []string
}

func newNames(prog *lang.Program) *names {
	n := &names{
		types:  make(map[string]*lang.Type),
		preds:  make(map[string]*lang.Pred),
		cons:   make(map[string]*lang.Constructor),
		rules:  prog.Rules(),
		labels: prog.Labels(),
		stages: make(map[string]*lang.Stage),
	}
	for _, t := range prog.Types {
		n.addType(t)
	}
	for _, p := range prog.Preds {
		n.preds[p.Name] = p
		n.predNames = append(n.predNames, p.Name)
	}
	for _, r := range n.rules {
		n.ruleNames = append(n.ruleNames, r.Label)
	}
	for _, s := range prog.Stages {
		n.stages[s.Name] = s
		n.stageNames = append(n.stageNames, s.Name)
	}
	return n
}

func (n *names) addType(t *lang.Type) {
	n.types[t.Name] = t
	n.typeNames = append(n.typeNames, t.Name)
	for _, k := range t.Constructors {
		n.cons[k.Name] = k
	}
}

// missing says that the program has no such thing, and which known name is the
// nearest to its name.
func missing(what, name string, known []string) error {
	if near := label.Nearest(name, known); near != "" {
		return fmt.Errorf("the program has no %s; the nearest is %s", what, near)
	}
	return fmt.Errorf("the program has no %s", what)
}

func (n *names) typ(name string) (*lang.Type, error) {
	if t := n.types[name]; t != nil {
		return t, nil
	}
	return nil, missing("type "+name, name, n.typeNames)
}

func (n *names) pred(name string) (*lang.Pred, error) {
	if p := n.preds[name]; p != nil {
		return p, nil
	}
	return nil, missing("predicate "+name, name, n.predNames)
}

// ruleOf returns the rule that a step names, or nil.
func (n *names) ruleOf(s *trace.Step) *lang.Rule { return n.ruleBy(s.Key()) }

func (n *names) ruleBy(k label.Key) *lang.Rule {
	if i := n.labels.Find(k); i >= 0 {
		return n.rules[i]
	}
	return nil
}

// rule returns the rule that a key of a trace means. The error says which ones there are.
func (n *names) rule(k label.Key) (*lang.Rule, error) {
	if r := n.ruleBy(k); r != nil {
		return r, nil
	}
	if known, _ := n.selected(k.Name); len(known) > 0 {
		return nil, fmt.Errorf("the program has no rule %s of which it may be; it has %s", k.Name, n.list(known))
	}
	return nil, missing("rule "+k.Name, k.Name, n.ruleNames)
}

// labelOf returns the label of the rule that a step names.
func (n *names) labelOf(s *trace.Step) string { return n.labels.LabelOf(s.Key()) }

// named returns the label with the arguments of a step.
func (n *names) named(s *trace.Step) string {
	return trace.Term{Head: n.labelOf(s), Args: s.Args}.String()
}

// selected returns the rules that a selector means.
func (n *names) selected(selector string) ([]*lang.Rule, error) {
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

// list returns the labels of rules.
func (n *names) list(rules []*lang.Rule) string {
	out := make([]string, len(rules))
	for i, r := range rules {
		out[i] = r.Label
	}
	return strings.Join(out, ", ")
}

func (n *names) stage(name string) (*lang.Stage, error) {
	if s := n.stages[name]; s != nil {
		return s, nil
	}
	return nil, missing("stage "+name, name, n.stageNames)
}

// stageOf returns the stage of a token.
func (n *names) stageOf(token trace.Resource) (*lang.Stage, error) {
	stage, err := n.stage(token.Args[0].String())
	if err != nil {
		return nil, fmt.Errorf("resource %s: %w", token.ID, err)
	}
	return stage, nil
}

// initial returns a resource as a fact to start from.
func (n *names) initial(r trace.Resource) (lang.Initial, error) {
	f, err := n.fact(r.Fact())
	if err == nil && f.Pred.Kind != lang.OfState {
		err = fmt.Errorf("%s is %s in the program, and no fact of the state", f.Pred.Name, f.Pred.Kind)
	}
	if err != nil {
		return lang.Initial{}, fmt.Errorf("resource %s: %w", r.ID, err)
	}
	return lang.Initial{Fact: f, Permanent: r.Persistent}, nil
}

func (n *names) fact(f trace.Fact) (lang.Fact, error) {
	p := n.preds[f.Pred]
	if p == nil {
		return lang.Fact{}, missing("predicate for "+f.String(), f.Pred, n.predNames)
	}
	if len(p.Args) != len(f.Args) {
		return lang.Fact{}, fmt.Errorf("%s has %s, and in the program %s takes %d", f, arguments(len(f.Args)), p.Name, len(p.Args))
	}
	args, err := n.values(f.Args, p.Args)
	return lang.Fact{Pred: p, Args: args}, err
}

// arguments returns a number of arguments in words.
func arguments(n int) string {
	if n == 1 {
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

// args returns the arguments of a step as values of a rule's variables.
func (n *names) args(r *lang.Rule, terms []trace.Term) ([]lang.Value, error) {
	if len(r.Vars) != len(terms) {
		return nil, fmt.Errorf("it has %s, and in the program the rule %s takes %d", arguments(len(terms)), r.Label, len(r.Vars))
	}
	types := make([]*lang.Type, len(r.Vars))
	for i, v := range r.Vars {
		types[i] = v.Type
	}
	return n.values(terms, types)
}

func (n *names) values(terms []trace.Term, types []*lang.Type) ([]lang.Value, error) {
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

func (n *names) value(t trace.Term, want *lang.Type) (lang.Value, error) {
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
func (n *names) constructor(t trace.Term, want *lang.Type) (*lang.Constructor, error) {
	k := n.cons[t.Head]
	switch {
	case t.Number || k == nil:
		return nil, missing(want.Name+" "+t.String(), t.Head, constructors(want))
	case k.Result != want:
		return nil, fmt.Errorf("the program has no %s %s; %s is of the type %s", want.Name, t, k.Name, k.Result.Name)
	case len(k.Args) != len(t.Args):
		return nil, fmt.Errorf("%s has %s, and in the program %s takes %d", t, arguments(len(t.Args)), k.Name, len(k.Args))
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
