package celf

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// worlds draws the texts of worlds.
type worlds struct{ *rapid.T }

func (w worlds) number(most int, what string) int { return rapid.IntRange(0, most).Draw(w.T, what) }

func (w worlds) of(what string, all ...string) string { return rapid.SampledFrom(all).Draw(w.T, what) }

// The parts of random worlds. Predicates of the first line are in the state alone; names are some that programs do not
// have.
const worldHead = `
place : type.  'hall : place.  bar* : place.  cellar#1 : place.
nat : type.  z : nat.  s : nat -> nat.
two : nat = s (s z).
at : place -> type.  'n : nat -> type.  link : place -> place -> type.  stage : type.
adj : place -> place -> type.  way : place -> place -> type.  leq : nat -> nat -> type.  free : place -> type.
known : place -> place -> type.  mark : place -> type.
`

// worldFacts are declarations of which a random world has some.
var worldFacts = []string{
	"- : adj 'hall bar*.", "- : adj bar* cellar#1.", "- : adj 'hall bar*.", "a1 : adj cellar#1 cellar#1.",
	"adj/sym : adj X Y <- adj Y X.", "adj/sym2 : adj Y X -> adj X Y.", "- : link 'hall 'hall.",
	"way/one : way X Y <- adj X Y.", "way/more : way X Z <- way X Y <- adj Y Z.", "- : way cellar#1 'hall.",
	"leq/z : leq z N.", "leq/s : leq (s N) (s M) <- leq N M.", "- : free X.", "- : free bar*.",
	"known/way : known X Y <- link X Y <- adj Y X.", "- : known X X.",
}

// atom draws an atom of a predicate in the state, or also of another.
func (w worlds) atom(term func(of string) string, proved bool) string {
	all := []string{"at", "at", "'n", "link", "stage", "mark"}
	if proved {
		all = append(all, "adj", "way", "leq", "free", "known")
	} else if w.number(4, "adjacent") == 0 {
		all = []string{"adj", "free"}
	}
	switch name := w.of("predicate", all...); name {
	case "stage":
		return name
	case "'n":
		return name + " " + term("nat")
	case "leq":
		return name + " " + term("nat") + " " + term("nat")
	case "at", "free", "mark":
		return name + " " + term("place")
	default:
		return name + " " + term("place") + " " + term("place")
	}
}

// closed draws a term without variables, a fresh name if there is one.
func (w worlds) closed(fresh string) func(string) string {
	return func(of string) string {
		if of == "nat" {
			return w.of("number", "z", "(s z)", "two")
		}
		if fresh != "" && w.number(2, "fresh") == 0 {
			return fresh
		}
		return w.of("place", "'hall", "bar*", "cellar#1")
	}
}

// open draws a term with the variables X and Y of places, and N of numbers.
func (w worlds) open(of string) string {
	if of == "nat" {
		return w.of("number", "N", "N", "z", "(s N)")
	}
	return w.of("place", "X", "Y", "X", "Y", "'hall")
}

// rule draws a rule; held says that it stands in the state, in a rule with the variables X, Y and N, or in none.
func (w worlds) rule(depth int, held, variables bool) string {
	term := w.open
	if held && !variables {
		term = w.closed("")
	}
	left, pi := []string{}, ""
	if !held { // these bind the variables
		left = append(left, w.of("first", "at X * link X Y * 'n N", "at X * adj X Y * 'n N", "at X * at Y * 'n N",
			"!link X Y * 'n N", "at X * way X Y * 'n (s N)", "at X * !adj Y X * leq N two"))
	}
	for range w.number(2, "more") {
		atom := w.atom(term, true)
		marks := []string{"", "", "!"}
		if strings.HasPrefix(atom, "mark") {
			marks = append(marks, "@", "@")
		}
		left = append(left, w.of("mark", marks...)+atom)
	}
	if held && len(left) == 0 {
		left = append(left, w.atom(term, false))
	}
	if held && w.number(1, "own") == 0 {
		left, pi = append(left, w.of("own", "at Y", "link Y Y", "way Y Y")), "Pi Y : place. "
	}
	right := []string{"1"}
	for range w.number(3, "results") {
		if depth > 0 && w.number(5, "held") == 0 {
			right = append(right, w.of("mark", "", "", "!", "@")+"("+w.rule(depth-1, true, variables || !held)+")")
			continue
		}
		right = append(right, w.made(w.atom(term, false), "@"))
	}
	if len(right) > 1 {
		right = right[1:]
	}
	return pi + strings.Join(left, " * ") + " -o {" + strings.Join(right, " * ") + "}"
}

// made draws the mark of a fact that is made. Numbers have one that is given, and facts of mark are never linear, as a
// premise may take their affine ones alone.
func (w worlds) made(atom, number string) string {
	marks := []string{"", "", "@", "!"}
	switch {
	case strings.HasPrefix(atom, "'n"):
		return number + atom
	case strings.HasPrefix(atom, "mark"):
		marks = marks[2:]
	}
	return w.of("mark", marks...) + atom
}

func (w worlds) draw() string {
	var b strings.Builder
	b.WriteString(worldHead)
	for _, f := range worldFacts {
		if w.number(1, "has") == 0 {
			b.WriteString(f + "\n")
		}
	}
	for i := range 1 + w.number(2, "rules") {
		name := []string{"r", "stage'", "-", "-"}[i]
		b.WriteString(name + " : " + w.rule(1, false, true) + ".\n")
	}
	fresh := w.of("fresh", "", "alice")
	state := []string{"at 'hall", "'n two"}
	for range 1 + w.number(4, "facts") {
		if w.number(5, "held") == 0 {
			state = append(state, w.of("mark", "", "!", "@")+"("+w.rule(1, true, false)+")")
			continue
		}
		state = append(state, w.made(w.atom(w.closed(fresh), false), ""))
	}
	all := strings.Join(state, " * ")
	if fresh != "" {
		all = "Exists alice : place. " + all
	}
	if w.number(1, "named") == 0 {
		fmt.Fprintf(&b, "init : type = { %s }.\n#query 3 * * 1 (init -o { at P * 1 }).\n", all)
	} else {
		fmt.Fprintf(&b, "#trace 3 { %s }.\n", all)
	}
	return b.String()
}

// peer is a machine in the state of a run, and how its facts are called in Celf.
type peer struct {
	*translation
	*exec.Machine
	prog  *lang.Program
	held  map[string]string // places of rules in the state, by their names
	known map[string]bool   // permanent facts that follow from the signature alone
}

func newPeer(t *translation, prog *lang.Program, known map[string]bool) *peer {
	m, _ := exec.NewMachine(prog, prog.Traces[0], exec.Limits{})
	p := &peer{t, m, prog, make(map[string]string), known}
	rules := t.stages[0].Rules
	for _, name := range t.held {
		p.held[name] = fmt.Sprintf("rule@%d", rules[slices.IndexFunc(rules, func(r *syntax.Rule) bool {
			return r.Name.Text == name
		})].Start.Offset)
	}
	return p
}

// term returns a term with the names of Celf.
func (p *peer) term(v lang.Value) string {
	if v.Of != nil {
		text := "z"
		for range v.Num.Int() {
			text = written("s", []string{text})
		}
		return text
	}
	return written(cmp.Or(p.was[v.Con.Name], v.Con.Name), p.terms(v.Args))
}

func (p *peer) terms(vs []lang.Value) []string {
	out := make([]string, len(vs))
	for i, v := range vs {
		out[i] = p.term(v)
	}
	return out
}

// list returns the facts of the state as [situation.list] does.
func (p *peer) list() []string {
	var all []string
	for _, pred := range p.prog.Preds {
		for _, r := range p.Context().Of(pred) {
			text := written(cmp.Or(p.held[pred.Name], p.was[pred.Name], pred.Name), p.terms(r.Fact.Args))
			if r.Permanent {
				text = "!" + text
			}
			all = append(all, text)
		}
	}
	return without(all, p.known)
}

// without returns the facts in order, without the facts of the signature.
func without(all []string, known map[string]bool) []string {
	all = slices.DeleteFunc(all, func(text string) bool { return known[text] })
	slices.Sort(all)
	return all
}

// transitions returns the transitions of the state.
func (p *peer) transitions(t require.TestingT) []exec.Transition {
	e, err := p.Enabled(context.Background())
	require.NoError(t, err)
	return slices.Collect(e.All())
}

// steps returns the states after each transition, in order.
func (p *peer) steps(t require.TestingT) []string {
	var out []string
	for i := range p.transitions(t) {
		mark := p.Mark()
		_, err := p.Fire(p.transitions(t)[i])
		require.NoError(t, err)
		out = append(out, strings.Join(p.list(), ", "))
		p.Return(mark)
	}
	slices.Sort(out)
	return out
}

// understood reads a world, which must be right.
func understood(t require.TestingT, text string) *translation {
	tr, errs := understand("world.clf", []byte(text))
	require.NotNil(t, tr, "%v\n%s", errs, text)
	return tr
}

// TestTransitionsAreThoseOfCelf compares the transitions of random worlds with the definition, some steps deep, and so
// those of the program in Ceptre that a world becomes.
func TestTransitionsAreThoseOfCelf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := worlds{t}.draw()
		tr := understood(t, text)
		prog, errs := Load("world.clf", []byte(text))
		require.NotNil(t, prog, "%v\n%s", errs, text)
		ceptre, errs := Ceptre("world.clf", []byte(text))
		require.False(t, errs.Failed(), "%v\n%s", errs, text)
		other, errs := lang.Load("world.cep", ceptre)
		require.NotNil(t, other, "%v\n%s", errs, ceptre)

		oracle := newNaive(tr.sig, tr.sig.runs[0], 6)
		known := oracle.known()
		peers := []*peer{newPeer(tr, prog, known), newPeer(tr, other, known)}
		at := start(tr.sig.runs[0])
		for range 3 {
			here := strings.Join(without(at.list(), known), ", ")
			next := oracle.successors(at)
			var want []string
			for _, s := range next {
				want = append(want, strings.Join(without(s.list(), known), ", "))
			}
			slices.Sort(want)
			for _, p := range peers {
				require.Equal(t, here, strings.Join(p.list(), ", "), text)
				require.Equal(t, want, p.steps(t), "%s\n%s\n%s", here, text, ceptre)
			}
			if len(next) == 0 {
				return
			}
			at = next[rapid.IntRange(0, len(next)-1).Draw(t, "step")]
			for _, p := range peers {
				p.follow(t, strings.Join(without(at.list(), known), ", "))
			}
		}
	})
}

// follow fires the first transition after which the state is a given one.
func (p *peer) follow(t require.TestingT, want string) {
	for i := range p.transitions(t) {
		mark := p.Mark()
		_, err := p.Fire(p.transitions(t)[i])
		require.NoError(t, err)
		if strings.Join(p.list(), ", ") == want {
			return
		}
		p.Return(mark)
	}
	require.Fail(t, "no transition leads to "+want)
}

// TestPrintedWorlds prints random worlds, and reads them again.
func TestPrintedWorlds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := worlds{t}.draw()
		file, errs := Parse(&syntax.Source{Name: "world.clf", Text: []byte(text)})
		require.Empty(t, errs)
		var b bytes.Buffer
		require.NoError(t, Fprint(&b, file))
		before, errs := Ceptre("world.clf", []byte(text))
		require.False(t, errs.Failed(), errs)
		after, errs := Ceptre("world.clf", b.Bytes())
		require.False(t, errs.Failed(), "%v\n%s", errs, b.String())
		require.Equal(t, string(before), string(after))
	})
}
