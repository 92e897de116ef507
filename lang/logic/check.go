package logic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Check returns what is wrong with a program, in the order of its rules: variables that nothing gives a value
// ([Rule.Unsafe]), as errors, and predicates that are asked for and never derived, as warnings: at each place if
// another arity or a similar name is derived, and otherwise at the first. The facts of the given predicates are added
// to the program later.
func Check(p *Program, given ...Predicate) syntax.ErrorList {
	c := &checker{derived: make(map[Predicate]bool), arities: make(map[string][]int), seen: make(map[string]bool),
		underived: make(map[Predicate]bool)}
	for _, g := range given {
		c.derive(g)
	}
	for _, r := range p.Rules {
		r.Derives(c.derive)
	}
	slices.Sort(c.names)
	for _, r := range p.Rules {
		c.safety(r)
		r.atoms(func(a *Atom) { c.known(r.Source, a) })
	}
	return c.errs
}

// shortName is the length of names that are near to many others.
const shortName = 3

type checker struct {
	derived map[Predicate]bool
	arities map[string][]int // of the derived predicates of a name, in the order in which they come up
	names   []string         // of derived predicates, sorted
	seen    map[string]bool  // places with messages: a statement can stand for several rules
	// underived are predicates that were reported to be derived by no rule, with no similar name.
	underived map[Predicate]bool
	errs      syntax.ErrorList
	// searches counts those for similar names, each of which looks at all names.
	searches int
}

// mostSearches is as many as messages that are shown: programs from a generator can have thousands of unknown names.
const mostSearches = 100

func (c *checker) derive(p Predicate) {
	if c.derived[p] {
		return
	}
	if len(c.arities[p.Name]) == 0 {
		c.names = append(c.names, p.Name)
	}
	c.derived[p], c.arities[p.Name] = true, append(c.arities[p.Name], p.Arity)
}

// report adds a message, unless the same was said of the place.
func (c *checker) report(e *syntax.Error) {
	at := fmt.Sprintf("%p %d %s", e.Source, e.Start.Offset, e.Msg)
	if !c.seen[at] {
		c.seen[at] = true
		c.errs = append(c.errs, e)
	}
}

// safety reports the variables of a rule that have no value, in the order of the text. Variables that readers have
// put in the place of intervals and calculations lack one because others do.
func (c *checker) safety(r *Rule) {
	unsafe := r.Unsafe()
	isPut := func(v *Variable) bool {
		text := r.Source.Slice(v.Span)
		return text != v.Name && text != "_"
	}
	if slices.ContainsFunc(unsafe, func(v *Variable) bool { return !isPut(v) }) {
		unsafe = slices.DeleteFunc(unsafe, isPut)
	}
	slices.SortStableFunc(unsafe, func(a, b *Variable) int { return a.Start.Offset - b.Start.Offset })
	for _, v := range unsafe {
		e := &syntax.Error{Source: r.Source, Span: v.Span, Code: syntax.UnsafeVariable,
			Msg: "nothing gives `" + written(r.Source, v) + "` a value"}
		for _, why := range r.whyUnsafe(v) {
			e.Notes = append(e.Notes, syntax.Note{Msg: why})
		}
		c.report(e)
	}
}

// longestWritten is the longest text, in bytes, that is shown for a variable.
const longestWritten = 30

// written returns a variable as it stands in the text, where readers can have put it in the place of an interval.
func written(src *syntax.Source, v *Variable) string {
	if text := src.Slice(v.Span); text != "" && len(text) < longestWritten && !strings.Contains(text, "\n") {
		return text
	}
	return v.Name
}

// known warns of an atom that is never derived.
func (c *checker) known(src *syntax.Source, a *Atom) {
	p := a.Predicate()
	if c.derived[p] {
		return
	}
	e := &syntax.Error{Source: src, Span: a.Span, Code: syntax.NeverDerived, Warning: true,
		Msg: "no rule derives `" + p.String() + "`"}
	if arities := c.arities[p.Name]; len(arities) > 0 {
		var others []string
		for _, n := range arities {
			others = append(others, "`"+Predicate{p.Name, n}.String()+"`")
		}
		e.Notes = []syntax.Note{{Msg: "there is " + strings.Join(others, " and ") +
			": a name with another number of arguments is another predicate"}}
		c.report(e)
		return
	}
	if len(p.Name) > shortName && c.searches < mostSearches {
		c.searches++
		if near := label.Nearest(p.Name, c.names); near != "" {
			e.Notes = []syntax.Note{{Msg: "did you mean `" + near + "`?"}}
			c.report(e)
			return
		}
	}
	if !c.underived[p] {
		c.underived[p] = true
		c.report(e)
	}
}

// atoms calls yield with each atom of the body and of conditions.
func (r *Rule) atoms(yield func(*Atom)) {
	each := func(literals []Literal) {
		for _, l := range literals {
			if a, ok := l.(*AtomLiteral); ok {
				yield(a.Atom)
			}
		}
	}
	each(r.Body)
	for _, l := range r.Body {
		if c, ok := l.(*Conditional); ok {
			each([]Literal{c.Literal})
		}
	}
	for _, s := range r.scopes() {
		each(s.condition)
	}
}

// whyUnsafe returns sentences on why no occurrence of a variable gives it a value.
func (r *Rule) whyUnsafe(v *Variable) (why []string) {
	say := func(sentence string, uses []occurrence) {
		says := func(u occurrence) bool { return keyOf(u.Variable) == keyOf(v) }
		if slices.ContainsFunc(uses, says) && !slices.Contains(why, sentence) {
			why = append(why, sentence)
		}
	}
	literals := slices.Clone(r.Body)
	for _, s := range r.scopes() {
		literals = append(literals, s.condition...)
	}
	for _, l := range literals {
		uses := used(l)
		switch l := l.(type) {
		case *AtomLiteral:
			switch {
			case l.Negations > 0:
				say("`not` asks whether an atom is absent, and gives no values", uses)
			case slices.ContainsFunc(uses, func(u occurrence) bool { return keyOf(u.Variable) == keyOf(v) && !u.calculated }):
				say("a condition, which ends with `;`, gives values only to variables that occur nowhere else", uses)
			default:
				say("a calculation gives its variables no values, unless it is like `X+1` or `2*X`", uses)
			}
		case *Comparison:
			if l.Op == Equal {
				say("`=` gives values to the variables of one side if all of the other side have some", uses)
			} else {
				say("`"+string(l.Op)+"` compares values, and gives none", uses)
			}
		case *Range:
			say("an interval needs values for both of its ends", uses)
		case *Aggregate:
			say("an aggregate gives its value by `=`, as soon as the variables from outside have some", uses)
		}
	}
	for _, s := range r.scopes() {
		if len(why) == 0 {
			say("the condition behind `:` has to say which values there are: `p(X) : q(X)`", s.uses)
		}
	}
	if h, ok := r.Head.(*Atom); ok && len(why) == 0 {
		say("it is in the head only; an atom of the body has to say which values there are",
			occurrences(nil, false, h.Args...))
	}
	if len(why) == 0 {
		why = []string{"an atom of the body has to say which values there are"}
	}
	return why
}
