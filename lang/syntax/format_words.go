package syntax

import (
	"math"
	"strings"
	"unicode"
)

// word is a token or a comment on its way to the page.
type word struct {
	text    string
	kind    kind
	comment bool
	breaks  int // line ends before it
	col     int // where it stood in its line; 0 of one that was not there
	offset  int
	part    part
	depth   int // of braces around it: 0 or 1
	indent  int // of the line, where it is the first in one
}

// part is what a word does for what it belongs to.
type part int

const (
	goesOn part = iota
	begins      // a declaration, or a rule of a stage
	item        // a fact, or what stands around facts: it starts at the margin too
)

// margin is how many spaces each step of indentation has.
const margin = 2

// walker goes through the tokens of a program without errors.
type walker struct {
	src      *Source
	comments []Comment // not yet passed
	words    []word
	line     int  // of what was passed last
	breaks   int  // line ends before something that is left out
	opener   kind // of the token that the declaration began with
	depth    int
	next     part // of the next token
}

// wordsOf merges tokens and comments in the order of the text, and completes declarations: it adds
// missing signs and drops superfluous ones.
func wordsOf(src *Source, tokens []token, comments []Comment) []word {
	w := &walker{src: src, comments: comments, line: 1, next: begins}
	w.words = make([]word, 0, len(tokens)+len(comments))
	for i, t := range tokens {
		for len(w.comments) > 0 && w.comments[0].Start.Offset < t.Start.Offset {
			c := w.comments[0]
			w.comments = w.comments[1:]
			w.add(c.Start, word{text: strings.TrimRightFunc(c.Text, unicode.IsSpace), comment: true})
		}
		if t.kind != tEOF {
			w.token(t, tokens[i+1].kind)
		}
	}
	return w.words
}

// add appends what stood at a place.
func (w *walker) add(at Pos, x word) {
	x.breaks = max(w.breaks, at.Line-w.line)
	x.col, x.offset = at.Col, at.Offset
	x.depth = w.depth
	w.breaks, w.line = 0, at.Line
	w.words = append(w.words, x)
}

// insert appends a token that the text does not have. It comes at once after the
// last token, before any comment.
func (w *walker) insert(k kind, text string) {
	w.words = append(w.words, word{text: text, kind: k, depth: w.depth})
}

// token passes over a token; after is the kind of the next one.
func (w *walker) token(t token, after kind) {
	switch t.kind {
	case tOpenBrace:
		w.put(t, item)
		w.depth = 1
		w.next = item
		if w.opener == tStage {
			w.next = begins
		}
	case tCloseBrace:
		w.depth = 0
		w.put(t, item)
		switch {
		case w.opener == tStage:
			w.next = begins
		case w.opener == tContext && after != tDot:
			w.insert(tDot, ".")
			w.next = begins
		}
	case tDot:
		w.dot(t)
	case tComma:
		w.put(t, item)
		w.next = item
	default:
		w.plain(t, after)
	}
}

// put adds a token; the next one goes on from it.
func (w *walker) put(t token, p part) {
	w.add(t.Start, word{text: spelling(w.src, t), kind: t.kind, part: p})
	w.next = goesOn
}

// dot ends a declaration. One that stands where a declaration could begin
// follows a stage, and is left out.
func (w *walker) dot(t token) {
	if w.next == begins {
		w.breaks = max(w.breaks, t.Start.Line-w.line)
		w.line = t.Start.Line
		return
	}
	w.put(t, goesOn)
	w.next = begins
}

// plain passes over any other token. Where the name of a stage or context has `{`
// behind it, a `=` comes between them.
func (w *walker) plain(t token, after kind) {
	if w.next == begins && w.depth == 0 {
		w.opener = t.kind
	}
	w.put(t, w.next)
	named := w.opener == tStage || w.opener == tContext
	if named && t.kind == tName && after == tOpenBrace {
		w.insert(tEqual, "=")
	}
}

// indent says how far each line that begins with a word is indented.
func indent(words []word) {
	var going []*word // the first words of lines that go on with one thing
	for i := range words {
		w := &words[i]
		switch {
		case w.comment:
		case w.part != goesOn:
			goOn(going)
			going = going[:0]
			w.indent = margin * w.depth
		case w.breaks > 0:
			going = append(going, w)
		}
	}
	goOn(going)
	indentComments(words)
}

// goOn indents lines that go on with one thing: those that stood further to the
// right than others stay so.
func goOn(lines []*word) {
	least := math.MaxInt
	for _, w := range lines {
		least = min(least, w.col)
	}
	for _, w := range lines {
		w.indent = margin * (w.depth + 1)
		if w.col > least {
			w.indent += margin
		}
	}
}

// indentComments gives each comment the indentation of the token behind it, or
// before `}` that of what stands in the braces.
func indentComments(words []word) {
	next := 0
	for i := len(words) - 1; i >= 0; i-- {
		switch w := &words[i]; {
		case w.comment:
			w.indent = next
		case w.kind == tCloseBrace:
			next = w.indent + margin
		default:
			next = w.indent
		}
	}
}
