// Package prose reads the texts that authors write for the rules of a program, and chooses among
// them to tell a run.
//
// A text is Markdown. It may begin with front matter in YAML, and every line of that is optional:
//
//	---
//	title: The Most Excellent Tragedy
//	author: Anon
//	language: en-GB              # a BCP 47 tag
//	description: Two households
//	theme: plain
//	url: https://example.org/verona/
//	characters:
//	  romeo: Romeo
//	  nurse: {name: the Nurse, pronouns: she}
//	places:
//	  market_square: the market square
//	names:                       # of anything else
//	  poison: a dram of poison
//	---
//
//	# Its title, if the front matter has none
//	Text before the first section is the introduction.
//
//	## do/insult
//	### A thumb is bitten
//	In {L}, {C} bites {C.their} thumb at {C'}.
//
// Pronouns are she, he, they, it, or five words such as they/them/their/theirs/themself.
//
// A heading of level 2 begins a section. It is the name of a rule, or a selector of package label
// such as stage/name for one of several that have the name; or, where there is no such rule, one of:
// character NAME, place NAME, stage NAME, beginning, beginning NAME, ending, ending NAME, scene,
// story, fact. Beginnings and endings have the name of a character or are for all others. `scene RULE
// with NAME, NAME in PLACE` names scenes in which the rule fires, the characters are and that are at
// the place; each part may be missing. `story` names one of several stories, by the facts at its end.
// `fact at C L` has the words for facts.
//
// A heading of level 3 that comes first is the title of the event; sections without one take that of
// the first about the same that has one, and no conditions. Below a heading of level 3 that is the
// word choice stands what a player may choose. Comments of HTML are ignored.
//
// In braces stand the variables of the rule; C in sections for characters, beginnings and
// endings, L for places, S for stages. {C} is the name of what C stands for, with a capital
// letter where it begins a sentence, {C.name} without and {C.Name} with one wherever it
// is. {C.they}, .them, .their, .theirs and .themself are pronouns; .is, .was, .has and
// .does are verbs, .s and .es the ends of others (“walk{C.s}”), which agree with the {C} or
// the pronoun that stands last before them: “Quill walks”, “they walk”. All
// but the last two may begin with a capital letter. A backslash before a brace makes it a
// plain one.
//
// Several sections about the same are variants. Words in parentheses behind the name say when one is
// told, separated by semicolons: first time; later times; if FACT; if not FACT; unless FACT; at random;
// in turn. Times are counted over all moments, or separately for each value of some variables: first
// time for C; later times for C C'. A FACT is a predicate with all its arguments as programs write it,
// with variables of the section, and _ for anything; it is looked for in the state before the event. If
// the conditions of a variant hold, it is preferred to variants without conditions; "at random" and "in
// turn" do not count as conditions. Among the remaining variants the one told least often is chosen, or
// any of them but the one told last if one says "at random". The word together has one text tell like
// events that follow each other.
//
// Links and pictures have whole addresses: no other file comes with the text.
//
// Scripts of Quiescent Theater, in which a line `:: RULE N` begins the texts of a rule, are read, too.
package prose

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/site/markup"
)

// Prose is an author's text for a program's rules. nil is none.
type Prose struct {
	name     string
	text     []byte  // as it came
	src      []byte  // with nothing in the place of the front matter
	policy   *policy // of HTML that is kept; nil keeps none
	front    Front
	named    []named // that the front matter names
	intro    []*chapter
	sections []*section // in the order of the text
	notes    Errors
}

// Options say how a text is read. The zero value is right for texts of strangers.
type Options struct {
	// HTML in the text is kept, as far as users of forums may write it. Braces in its
	// tags, and in blocks of it, are plain.
	HTML bool
	// Program is the one that the text is for, if that is known: where the text cannot be
	// read, the error also holds what [Prose.Check] would say.
	Program *trace.Program
}

// Parse reads a text; name is the file's, for messages. The error holds
// everything that is wrong, in the order of the text, each on a line of its own
// as `name:line:col: message` with columns in characters. Whether the rules
// and variables exist is for [Prose.Check] to say, which knows the program.
func Parse(name string, src []byte, o Options) (*Prose, error) {
	r, err := read(name, src, o)
	if err != nil {
		return nil, err
	}
	if diagnostics := r.diagnostics(); len(diagnostics) > 0 {
		return nil, r.errors(append(diagnostics, r.misfits(o.Program)...))
	}
	return r.Prose, nil
}

// reading is a text that is being read, with its faults so far.
type reading struct {
	*Prose
	loose  []diagnostic // of no chapter
	wrong  map[*chapter][]diagnostic
	blamed []*chapter // with which something is wrong
}

// read reads a text, also one in which something is wrong.
func read(name string, src []byte, o Options) (*reading, error) {
	p := &Prose{name: name, text: bytes.TrimPrefix(src, []byte("\ufeff"))}
	p.src = p.text
	if at := invalidUTF8(p.text); at >= 0 {
		return nil, p.errors([]diagnostic{{at, "the text is not UTF-8"}})
	}
	r := &reading{Prose: p, wrong: make(map[*chapter][]diagnostic)}
	if isScript(src) {
		r.readScript()
		return r, nil
	}
	if o.HTML {
		p.policy = newPolicy()
	}
	r.loose = p.readFront()
	if diagnostics := p.unreadable(); len(diagnostics) > 0 {
		r.loose = append(r.loose, diagnostics...)
		return r, nil
	}
	for _, c := range parseChapters(p.src) {
		r.blame(c, slices.Concat(p.place(c), c.misused(), c.misled()))
		p.noteHTML(c)
	}
	return r, nil
}

// blame adds the faults of a chapter.
func (r *reading) blame(c *chapter, diagnostics []diagnostic) {
	if len(diagnostics) == 0 {
		return
	}
	if r.wrong[c] == nil {
		r.blamed = append(r.blamed, c)
	}
	r.wrong[c] = append(r.wrong[c], diagnostics...)
}

// diagnostics returns all that is wrong.
func (r *reading) diagnostics() []diagnostic {
	all := r.loose
	for _, c := range r.blamed {
		all = append(all, r.wrong[c]...)
	}
	return all
}

// noteHTML adds notes on HTML that is left out.
func (p *Prose) noteHTML(c *chapter) {
	if p.policy != nil {
		return
	}
	places := p.lines()
	for _, at := range c.rawHTML {
		p.notes = append(p.notes, places.error(diagnostic{at, "HTML in the text is left out"}))
	}
}

// place enters a chapter where it belongs.
func (p *Prose) place(c *chapter) []diagnostic {
	if c.level < 2 {
		return p.placeIntro(c)
	}
	s, diagnostics := newSection(c)
	p.sections = append(p.sections, s)
	return diagnostics
}

func (p *Prose) placeIntro(c *chapter) []diagnostic {
	headed := slices.ContainsFunc(p.intro, func(c *chapter) bool { return c.level == 1 })
	switch {
	case len(p.sections) > 0:
		return []diagnostic{{c.at, "a title below the sections of rules; a rule's section begins with ##"}}
	case c.level == 1 && headed:
		return []diagnostic{{c.at, "a second title; a rule's section begins with ##"}}
	case c.level == 1:
		p.front.Title = cmp.Or(p.front.Title, c.heading)
	}
	p.intro = append(p.intro, c)
	return nil
}

// Front returns the front matter.
func (p *Prose) Front() Front {
	if p == nil {
		return Front{}
	}
	return p.front
}

// Notes say what the author may want to know.
func (p *Prose) Notes() Errors {
	if p == nil {
		return nil
	}
	return p.notes
}

// SHA256 returns the checksum of the text, in hexadecimal.
func (p *Prose) SHA256() string { return fmt.Sprintf("%x", sha256.Sum256(p.text)) }

// Name returns the name of the file.
func (p *Prose) Name() string {
	if p == nil {
		return ""
	}
	return p.name
}

// Source returns the text as it came.
func (p *Prose) Source() []byte {
	if p == nil {
		return nil
	}
	return p.text
}

// Introduction returns the text before the first section.
func (p *Prose) Introduction() (markup.HTML, error) {
	if p == nil {
		return "", nil
	}
	var out markup.HTML
	for _, c := range p.intro {
		part, err := c.render(p.src, nil, p.policy)
		if err != nil {
			return "", err
		}
		out += part
	}
	return out, nil
}

// diagnostic is an error at an offset of the text.
type diagnostic struct {
	at  int
	msg string
}

// Errors is everything that is wrong with a text, in its order.
type Errors []Error

// Error is something wrong at a place of a text.
type Error struct {
	File      string
	Line, Col int // from 1; columns count characters
	Offset    int // in bytes of the text, without a byte order mark
	Message   string
}

// Error returns `file:line:col: message`.
func (e Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", visible.Line(e.File), e.Line, e.Col, e.Message)
}

// Error returns them each on a line of its own.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i := range e {
		lines[i] = e[i].Error()
	}
	return strings.Join(lines, "\n")
}

// errors returns the diagnostics as one error, in the order of the text.
func (p *Prose) errors(diagnostics []diagnostic) error {
	slices.SortStableFunc(diagnostics, func(a, b diagnostic) int { return cmp.Compare(a.at, b.at) })
	diagnostics = slices.Compact(diagnostics) // links may share the definition of their address
	errs := make(Errors, len(diagnostics))
	places := p.lines()
	for i, s := range diagnostics {
		errs[i] = places.error(s)
	}
	return errs
}

func (p *Prose) lines() *places { return &places{prose: p, line: 1, col: 1} }

// places turns offsets into lines and columns. It remembers where it is, so that many
// in order take one way through the text.
type places struct {
	prose     *Prose
	offset    int
	line, col int // of the offset, in characters, from 1
}

// at returns an offset as `name:line:col`.
func (l *places) at(offset int) string {
	line, col := l.find(offset)
	return fmt.Sprintf("%s:%d:%d", l.prose.name, line, col)
}

// error converts a fault to an error with its place.
func (l *places) error(s diagnostic) Error {
	line, col := l.find(s.at)
	return Error{l.prose.name, line, col, l.offset, s.msg}
}

// find returns the line and column of an offset.
func (l *places) find(offset int) (line, col int) {
	text := l.prose.text
	offset = min(offset, len(text))
	if offset < l.offset {
		l.offset, l.line, l.col = 0, 1, 1
	}
	between := text[l.offset:offset]
	if last := bytes.LastIndexByte(between, '\n'); last >= 0 {
		l.line += bytes.Count(between, []byte("\n"))
		l.col, between = 1, between[last+1:]
	}
	l.col += utf8.RuneCount(between)
	l.offset = offset
	return l.line, l.col
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(src []byte) int {
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}
