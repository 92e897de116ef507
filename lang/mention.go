package lang

import "github.com/ceptre-graph/ceptre/lang/syntax"

// Mention is one place where a text names something that it declares: the
// declaration itself, or a use of it.
type Mention struct {
	syntax.Span // of the name
	// Of is the named thing: a [*Type], [*Constructor], [*Pred], [*Stage], [*Clause], [*Statement],
	// [*Var], or, as the tree has them, a [*syntax.Context] or [*syntax.Rule]. Mentions of one thing have the
	// same Of.
	Of any
}

// Analysis is all that can be said of a text that may be wrong, for editors.
type Analysis struct {
	File     *syntax.File
	Program  *Program // nil where Errors hold more than warnings
	Errors   syntax.ErrorList
	Mentions []Mention // in no particular order
	// Known is the program without the parts that could not be read.
	Known *Program
	// Formatted says that the text is known to be as [syntax.Format] lays it out, because it was laid out before the
	// analysis. It is false where this is not known.
	Formatted bool
}

// perMention is how many bytes of text there are for a mention, in dense programs.
const perMention = 4

// Analyse reads and checks a program as [Load] does, and keeps what names stand
// for. Time and memory are linear in the text.
func Analyse(name string, text []byte) *Analysis {
	file, errs := syntax.Parse(&syntax.Source{Name: name, Text: text})
	a := &Analysis{File: file, Errors: errs}
	a.Check()
	return a
}

// Check analyses a text that has been parsed: File and Errors are what [syntax.Parse] returns, and Check sets the rest
// but for Formatted.
func (a *Analysis) Check() {
	a.Mentions = make([]Mention, 0, len(a.File.Source.Text)/perMention)
	c := newChecker(a.File, a.Errors)
	c.mentions = &a.Mentions
	a.Program, a.Errors = c.load()
	a.Known = c.prog
}

// mention remembers that a name stands for something.
func (c *checker) mention(n *syntax.Name, of any) {
	if c.mentions != nil {
		*c.mentions = append(*c.mentions, Mention{n.Span, of})
	}
}

// occurrence is a place where a variable stands.
type occurrence struct {
	name *syntax.Name
	of   Variable
}

// occurs remembers where a variable stands; its type may not be known yet.
func (s *scope) occurs(n *syntax.Name, v Variable) {
	if s.mentions != nil {
		s.seen = append(s.seen, occurrence{n, v})
	}
}

// mentionVariables mentions the variables of a rule or clause that has been
// read.
func (s *scope) mentionVariables() {
	for _, o := range s.seen {
		s.mention(o.name, &s.vars[o.of])
	}
}
