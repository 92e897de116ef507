package rename

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/label"
)

// symbol is a name that a program gives to something.
type symbol struct {
	kind symbolKind
	name string
}

// symbolKind is the kind of thing that a name stands for.
type symbolKind int

// The kinds of names. A literal is not a name: it only equals itself.
const (
	literal symbolKind = iota
	typeName
	constantName
	predicateName
	stageName
	ruleName
	variableName
)

// word returns the noun for the kind in messages.
func (k symbolKind) word() string {
	return [...]string{"literal", "type", "constant", "predicate", "stage", "rule", "variable"}[k]
}

// tree is a statement of a program about its names: that a rule needs a fact, or that a constant is
// of a type.
type tree struct {
	symbol
	args []tree
	// unordered says that the order of the arguments has no meaning.
	unordered bool
}

// word returns a tree of a word that is not a name.
func word(text string, args ...tree) tree { return tree{symbol: symbol{literal, text}, args: args} }

// leaf returns a tree of one name.
func leaf(kind symbolKind, name string) tree { return tree{symbol: symbol{kind, name}} }

// vocabulary is the set of statements of a program, with the positions of each name in them.
type vocabulary struct {
	symbols []symbol // in the order declared, and each once
	known   map[symbol]bool
	says    []tree
	// sketches are the parsed texts of rules, by label.
	sketches map[string]*lang.Sketch
	rules    map[string]*trace.Rule // by label
	labels   *label.Set
}

// newVocabulary returns the statements of the header of a trace and an initial state.
func newVocabulary(p *trace.Program, start []trace.Resource) *vocabulary {
	v := &vocabulary{known: make(map[symbol]bool), sketches: make(map[string]*lang.Sketch),
		rules: make(map[string]*trace.Rule)}
	v.labels = (&trace.Header{Program: p}).Labels()
	v.declarations(p)
	for i := range p.Rules {
		v.rule(&p.Rules[i], v.labels.Label(i))
	}
	for _, r := range start {
		v.say(word("start "+strconv.FormatBool(r.Persistent), v.fact(r.Fact())))
	}
	return v
}

// declarations enters types, predicates and stages.
func (v *vocabulary) declarations(p *trace.Program) {
	for _, t := range p.Types {
		v.say(leaf(typeName, t.Name))
		for _, c := range t.Constants {
			v.say(word("constant", leaf(typeName, t.Name), leaf(constantName, c)))
		}
	}
	for _, pred := range p.Predicates {
		mode := pred.Mode
		if mode == trace.Persistent { // all of its facts may be permanent in one program only
			mode = trace.Linear
		}
		says := word(string(mode), leaf(predicateName, pred.Name))
		for _, a := range pred.Args {
			says.args = append(says.args, typeTree(a))
		}
		v.say(says)
	}
	for _, s := range p.Stages {
		v.say(leaf(stageName, s.Name))
	}
}

// typeTree returns a type; that of strings is no name of the program's.
func typeTree(name string) tree {
	if name == lang.StringType {
		return word(name)
	}
	return leaf(typeName, name)
}

// label returns the label of a step's rule, by which symbols name it.
func (v *vocabulary) label(s *trace.Step) string { return v.labels.LabelOf(s.Key()) }

// rule enters a rule with its operands.
func (v *vocabulary) rule(r *trace.Rule, label string) {
	v.rules[label] = r
	name := leaf(ruleName, label)
	v.say(word("rule "+strconv.FormatBool(r.Link), name, leaf(stageName, r.Stage)))
	s, ok := lang.ReadSketch(r.Text)
	if !ok {
		return
	}
	v.sketches[label] = s
	for _, says := range operands(label, s) {
		v.say(word(says.name, append([]tree{name}, says.args...)...))
	}
}

// operands returns the premises and results of a rule.
func operands(label string, s *lang.Sketch) []tree {
	var out []tree
	for _, p := range s.Left {
		out = append(out, word(needing, partTree(label, p)))
	}
	for _, p := range s.Right {
		out = append(out, word(making, partTree(label, p)))
	}
	return out
}

// Relations between rules and their operands.
const needing, making = "needs", "makes"

// partTree returns a part of the sketch of a rule, with variables local to the rule.
func partTree(label string, p lang.Part) tree {
	kinds := map[lang.PartKind]symbolKind{
		lang.PredicatePart: predicateName, lang.ConstructorPart: constantName,
		lang.StagePart: stageName, lang.VariablePart: variableName,
	}
	t := leaf(kinds[p.Kind], p.Text)
	if p.Kind == lang.VariablePart {
		t.name = label + " " + p.Text
	}
	for _, a := range p.Args {
		t.args = append(t.args, partTree(label, a))
	}
	if p.Kind != lang.OtherPart {
		return t
	}
	switch lang.Op(t.name) { // comparisons that say the same become the same
	case lang.Same, lang.Differs:
		t.unordered = true
	case lang.More, lang.MoreEq:
		t.name = strings.Replace(t.name, ">", "<", 1)
		slices.Reverse(t.args)
	}
	return t
}

// fact returns a fact of the state.
func (v *vocabulary) fact(f trace.Fact) tree {
	if f.Pred == trace.StagePred {
		return word(f.Pred, leaf(stageName, f.Args[0].Head))
	}
	t := leaf(predicateName, f.Pred)
	for _, a := range f.Args {
		t.args = append(t.args, termTree(a))
	}
	return t
}

// termTree returns a term without variables.
func termTree(t trace.Term) tree {
	out := leaf(constantName, t.Head)
	if _, text := t.Literal(); text || t.Number {
		out.kind = literal
	}
	for _, a := range t.Args {
		out.args = append(out.args, termTree(a))
	}
	return out
}

// say enters a statement, with the names in it.
func (v *vocabulary) say(t tree) {
	v.says = append(v.says, t)
	v.enter(t)
}

func (v *vocabulary) enter(t tree) {
	if t.kind != literal && !v.known[t.symbol] {
		v.known[t.symbol] = true
		v.symbols = append(v.symbols, t.symbol)
	}
	for _, a := range t.args {
		v.enter(a)
	}
}

// of returns the names of some kinds.
func (v *vocabulary) of(kinds ...symbolKind) []symbol {
	var out []symbol
	for _, s := range v.symbols {
		if slices.Contains(kinds, s.kind) {
			out = append(out, s)
		}
	}
	return out
}

// isMade reports whether a name was made for a rule that has none.
func (v *vocabulary) isMade(s symbol) bool {
	sketch := v.sketches[s.name]
	return s.kind == ruleName && sketch != nil && sketch.Name == ""
}
