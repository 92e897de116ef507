// Package grammar highlights programs.
//
// The grammar is one file, ceptre.tmLanguage.json, in the TextMate format. Editors read the file,
// and [Tokens] interprets it here, so published pages and editors agree. A grammar sees words and
// not trees, one line at a time: a declaration with a head on several lines keeps its colours only
// in part. Only package lang/syntax can decide whether a program is well-formed.
package grammar

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

//go:embed ceptre.tmLanguage.json
var file []byte

// load reads the grammar when it is first needed: most commands never need it. The file is embedded
// and tested, so nothing can be wrong with it.
var load = sync.OnceValue(func() []*pattern {
	var root pattern
	if err := json.Unmarshal(file, &root); err != nil {
		panic(fmt.Sprintf("the embedded grammar: %v", err))
	}
	return compile(root.Patterns)
})

// Token is a stretch of a program's text on one line.
type Token struct {
	Text string
	// Scope is the kind of the token, in the names that TextMate's grammars share, as
	// "comment.line.percentage.ceptre". It is empty for names of no special kind, for white space,
	// and for text that is not of the language.
	Scope string
}

// Tokens cuts a program, or any piece of one, into tokens. Put together they are
// the text again, whatever the text.
func Tokens(text string) []Token {
	p := painter{text: text}
	for line := range strings.Lines(text) {
		bare := strings.TrimRight(line, "\r\n")
		p.paint(bare, load(), "")
		p.put(len(line)-len(bare), "")
	}
	return p.tokens
}

// painter cuts a text from its start.
type painter struct {
	text   string
	at     int // the end of the last token
	tokens []Token
}

// put makes the next n bytes a token, or lengthens the last: `((` is one, and so
// is a string with its quotes.
func (p *painter) put(n int, scope string) {
	start := p.at
	p.at += n
	if last := len(p.tokens) - 1; scope != "" && last >= 0 && p.tokens[last].Scope == scope {
		start -= len(p.tokens[last].Text)
		p.tokens = p.tokens[:last]
	}
	if start < p.at {
		p.tokens = append(p.tokens, Token{p.text[start:p.at], scope})
	}
}

// paint cuts the start of a text by patterns, up to the match that ends their region, and returns the rest. Text that
// no pattern matches has the scope of the region.
func (p *painter) paint(text string, patterns []*pattern, scope string) string {
	f := newFinder(patterns, text)
	for at := 0; ; {
		m := f.find(at)
		switch {
		case m == nil:
			p.put(len(text)-at, scope)
			return ""
		case m.pattern.isEnd:
			p.put(m.end()-at, scope)
			return text[m.end():]
		}
		p.put(m.start()-at, scope)
		p.match(m)
		at = m.end()
		if inside := m.pattern.inside; inside != nil {
			at = len(text) - len(p.paint(text[at:], inside, m.pattern.Name))
		}
	}
}

// match puts a match: what its captures hold by their scopes, the rest by the
// pattern's.
func (p *painter) match(m *match) {
	at := m.start()
	for i := 1; i < len(m.bounds)/2; i++ {
		if start, end := m.bounds[2*i], m.bounds[2*i+1]; start < end {
			p.put(start-at, m.pattern.Name)
			p.put(end-start, m.pattern.Captures[strconv.Itoa(i)].Name)
			at = end
		}
	}
	p.put(m.end()-at, m.pattern.Name)
}
