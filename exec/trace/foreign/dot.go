package foreign

import (
	"cmp"
	"encoding/json"
	"regexp"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
	tracejson "github.com/ceptre-graph/ceptre/exec/trace/json"
)

// This file reads the older Ceptre's trace.dot, and what package export writes:
//
//	digraph trace {
//	x1 [style=filled,fillcolor=skyblue,label="(at ann hall)"];
//	t0 [shape=box,style=filled,fillcolor=green,label="walk\nann garden"];
//	x1 -> t0;
//	t0 -> x2;
//	}
//
// Where names would not read back from a label, the fact, or the rule with its arguments,
// stands in an attribute "term", as JSON: `term="[\"at\",\"ann\",\"the hall\"]"`.
//
// Boxes, and nodes named t1, t2, … that tell no shape, are steps. The order of
// lines says nothing: steps are in the order of their numbers, as far as what
// led to what allows.

const (
	noteNoFact Note = "an id that has no label and that no step makes counts as qui, which stands for: nothing else " +
		"could fire"
	noteNoLabel  Note = "facts without a label are named after the rule and the position that made them"
	noteDOTSteps Note = "choices and proofs are not in the graph, nor why the run ended; the stage of a step is that of " +
		"the token it uses"
)

// Where graphs begin, behind comments.
var (
	strict   = regexp.MustCompile(`(?i)^strict\b`)
	digraph  = regexp.MustCompile(`(?i)^digraph\b`)
	stepName = regexp.MustCompile(`^t[0-9]+$`)
)

// readMark is the prefix of a graph's comment that says that arcs mark facts that are only read.
const readMark = "ceptre-trace/"

func beginsDOT(text string) int {
	s := &scanner{text: text, stops: brackets}
	if s.comments(); beginGraph(text[s.pos:]) > 0 {
		return s.pos
	}
	return -1
}

// beginGraph returns how many bytes say that a text is a directed graph, 0 where it is none.
func beginGraph(text string) int {
	rest := text
	if word := strict.FindString(text); word != "" {
		rest = strings.TrimLeft(text[len(word):], " \t\r\n\f")
	}
	if word := digraph.FindString(rest); word != "" {
		return len(text) - len(rest) + len(word)
	}
	return 0
}

// node is a fact or a step.
type node struct {
	name  string
	at    int // of its node line, or else where an edge names it
	attrs map[string]attr
	told  bool // it has a node line
	made  *edge
	in    []*edge
	out   []*edge
}

// attr is the value of an attribute, with its place.
type attr struct {
	value string
	at    int
}

// edge joins a fact and a step.
type edge struct {
	from, to *node
	at       int
	read     bool
}

func (n *node) isStep() bool {
	shape, ok := n.attrs["shape"]
	if !ok {
		return stepName.MatchString(n.name)
	}
	return shape.value == "box" || shape.value == "rect" || shape.value == "rectangle"
}

// diagram is a graph as the file has it.
type diagram struct {
	*scanner
	run   *run
	named map[string]*node
	nodes []*node // in order of first mention
	edges []*edge
}

func readDOT(r *run, at int) error {
	d := &diagram{
		scanner: &scanner{file: r.file, text: r.file.text, pos: at, stops: brackets},
		run:     r, named: make(map[string]*node),
	}
	r.note(noteDOTSteps)
	if err := d.graph(); err != nil {
		return err
	}
	if err := d.join(); err != nil {
		return err
	}
	return d.fire()
}

// join hands each edge to its ends.
func (d *diagram) join() error {
	for _, e := range d.edges {
		if err := d.attach(e); err != nil {
			return err
		}
	}
	for _, n := range d.nodes {
		if n.isStep() && !n.told {
			return d.file.errorf(n.at, "no node for the step %s", n.name)
		}
	}
	return nil
}

func (d *diagram) attach(e *edge) error {
	switch {
	case e.from.isStep() == e.to.isStep():
		return d.file.errorf(e.at, "an arrow from %s to %s: want one between a fact and a step", e.from.name, e.to.name)
	case e.to.isStep():
		e.to.in = append(e.to.in, e)
	case e.to.made != nil:
		return d.file.errorf(e.at, "%s is made by %s and by %s", e.to.name, e.to.made.from.name, e.from.name)
	default:
		e.to.made = e
	}
	e.from.out = append(e.from.out, e)
	return nil
}

// fire adds the steps to the run.
func (d *diagram) fire() error {
	facts, err := d.facts()
	if err != nil {
		return err
	}
	for _, n := range d.nodes {
		if !n.isStep() && n.made == nil && !d.isQui(n, facts) {
			d.know(d.run.given(n.name), facts)
		}
	}
	order, err := d.order()
	if err != nil {
		return err
	}
	for _, n := range order {
		if err := d.step(n, facts); err != nil {
			return err
		}
	}
	return nil
}

// facts returns the facts that nodes tell, by their names.
func (d *diagram) facts() (map[string]fact, error) {
	facts := make(map[string]fact)
	for _, n := range d.nodes {
		label, ok := n.attrs["label"]
		if n.isStep() || !ok {
			continue
		}
		f, err := d.fact(n, label)
		if err != nil {
			return nil, err
		}
		facts[n.name] = f
	}
	return facts, nil
}

// fact returns the fact that a node with a label tells.
func (d *diagram) fact(n *node, label attr) (fact, error) {
	if told, ok := n.attrs["term"]; ok {
		t, err := d.term(told)
		f := fact{Fact: trace.Fact{Pred: t.Head, Args: t.Args}, persistent: strings.HasPrefix(label.value, "!"), exact: true}
		return f, cmp.Or(err, checkToken(d.file, told.at, f.Fact))
	}
	first, rest := labelLines(label.value)
	return d.file.wholeFact(first+" "+rest, label.at)
}

// term takes what stands in an attribute "term".
func (d *diagram) term(told attr) (t trace.Term, err error) {
	var text json.RawMessage
	if err = json.Unmarshal([]byte(told.value), &text); err == nil {
		t, err = tracejson.ParseTerm("term", text)
	}
	if err != nil {
		return t, d.file.errorf(told.at, "%w", err)
	}
	return t, nil
}

// isQui reports whether a node stands for quiescence: it says so, or says nothing
// in a graph that tells facts.
func (d *diagram) isQui(n *node, facts map[string]fact) bool {
	f, told := facts[n.name]
	if told || n.made != nil || len(facts) == 0 {
		return f.isQui()
	}
	d.run.note(noteNoFact)
	return true
}

func (d *diagram) know(x *resource, facts map[string]fact) {
	f, told := facts[x.name]
	if !told {
		d.run.note(noteNoLabel)
	}
	x.fact, x.told = f, told
}

func (d *diagram) step(n *node, facts map[string]fact) error {
	f := new(firing)
	if err := d.rule(n, f); err != nil {
		return err
	}
	d.run.start(f)
	for _, e := range n.in {
		if d.isQui(e.from, facts) {
			f.idle = true
		} else if err := d.run.use(f, d.run.names[e.from.name], e.read, e.at); err != nil {
			return err
		}
	}
	return d.makes(n, f, facts)
}

func (d *diagram) makes(n *node, f *firing, facts map[string]fact) error {
	for _, e := range n.out {
		if d.isQui(e.to, facts) {
			continue
		}
		x, err := d.run.create(f, e.to.name, e.at)
		if err != nil {
			return err
		}
		d.know(x, facts)
	}
	return nil
}

// rule takes the label of a step: the rule, and the arguments on lines of their
// own.
func (d *diagram) rule(n *node, f *firing) error {
	label, ok := n.attrs["label"]
	if !ok {
		return d.file.errorf(n.at, "no label for the step %s", n.name)
	}
	if told, ok := n.attrs["term"]; ok {
		t, err := d.term(told)
		f.rule, f.args = t.Head, t.Args
		return err
	}
	first, rest := labelLines(label.value)
	s := d.file.inner(first+" "+rest, label.at)
	var err error
	if f.rule, err = s.name("a rule"); err != nil {
		return err
	}
	if f.args, err = s.termsIn(0); err == nil && !s.atEnd() {
		err = s.unexpected("an argument")
	}
	return err
}
