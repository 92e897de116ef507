package gdl

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Turn is a line of the record of a match.
type Turn struct {
	syntax.Span
	Moves []*logic.Compound // of each role, in the order of the roles
}

// ParseMove reads a move, in either notation: `(mark 1 1)` or `mark(1,1)`. The names of a game in GDL are in lower
// case then. The error has the place in the text.
func (g *Game) ParseMove(text string) (*logic.Compound, error) {
	m := g.moves(&syntax.Source{Name: "move", Text: []byte(text)})
	move := m.move(0)
	if m.errs == nil && m.skip(unicode.IsSpace) {
		m.report(syntax.UnexpectedToken, m.here(), "there is more than one move")
	}
	if m.errs != nil {
		return nil, m.errs
	}
	return move, nil
}

// ParseRecord reads the record of a match: a line a turn, with a move of each role in the order of the roles, as in
// `(mark 1 1) noop`. Commas may stand between moves. Empty lines are skipped, and comments: `;`, `//` and `%`.
func (g *Game) ParseRecord(src *syntax.Source) ([]Turn, syntax.ErrorList) {
	m := g.moves(src)
	if e := src.NotText(); e != nil {
		return nil, syntax.ErrorList{e}
	}
	var turns []Turn
	for m.at < len(src.Text) {
		start := m.at
		if end := bytes.IndexByte(src.Text[start:], '\n'); end >= 0 {
			m.end = start + end
		} else {
			m.end = len(src.Text)
		}
		if turn := m.turn(len(g.Roles)); turn != nil {
			turns = append(turns, *turn)
		}
		m.at = m.end + 1
	}
	if m.errs != nil {
		return nil, m.errs
	}
	return turns, nil
}

// moveReader reads moves from a part of a source: a line, or all of it.
type moveReader struct {
	*reader
	at, end int // offsets of the next character, and behind the last one
	fold    bool
}

func (g *Game) moves(src *syntax.Source) *moveReader {
	return &moveReader{reader: newReader(src), end: len(src.Text), fold: !g.ggdl}
}

// turn reads the moves of a line, or returns nil if there are none, or if they are wrong, which is reported. The
// other lines are read all the same.
func (m *moveReader) turn(roles int) *Turn {
	t := Turn{}
	for {
		m.skip(func(r rune) bool { return unicode.IsSpace(r) || r == ',' && len(t.Moves) > 0 })
		if m.at == m.end || m.comment() {
			break
		}
		move := m.move(0)
		if move == nil {
			return nil
		}
		t.Moves = append(t.Moves, move)
	}
	n := len(t.Moves)
	if n == 0 {
		return nil
	}
	t.Span = syntax.Span{Start: t.Moves[0].Start, End: t.Moves[n-1].End}
	if n != roles {
		m.report(syntax.WrongArity, t.Span, "this turn has %s, but the game has %s", english.Count(n, "move"),
			english.Count(roles, "role"))
		return nil
	}
	return &t
}

// comment reports whether a comment begins here.
func (m *moveReader) comment() bool {
	rest := m.rest()
	return rest[0] == ';' || rest[0] == '%' || bytes.HasPrefix(rest, []byte("//"))
}

// rest returns the text that is not read yet.
func (m *moveReader) rest() []byte { return m.src.Text[m.at:m.end] }

// skip passes over characters, and reports whether there is another behind them.
func (m *moveReader) skip(space func(rune) bool) bool {
	m.at = m.end - len(bytes.TrimLeftFunc(m.rest(), space))
	return m.at < m.end
}

// here returns the empty span at the next character.
func (m *moveReader) here() syntax.Span { return m.src.Pos(m.at).Span() }

// move reads a move, or an argument of one at a depth; nil if there is none or it is wrong.
func (m *moveReader) move(depth int) *logic.Compound {
	if !m.skip(unicode.IsSpace) {
		m.report(syntax.UnexpectedToken, m.here(), "the text ends within a move")
		return nil
	}
	if depth > mostNested {
		m.report(syntax.NestedTooDeeply, m.here(), "more than %d brackets are open", mostNested)
		return nil
	}
	start := m.here().Start
	list := m.take('(')
	if list {
		m.skip(unicode.IsSpace)
	}
	name := m.name()
	if name == "" {
		m.report(syntax.UnexpectedToken, m.here(), "the name of a move was expected, as in `(mark 1 1)` or `mark(1,1)`")
		return nil
	}
	c := &logic.Compound{Name: name}
	switch {
	// In `(mark 1 1)`, spaces part the arguments; in `mark(1,1)`, commas do. The arguments themselves may be in
	// either form.
	case list:
		for m.skip(unicode.IsSpace) && m.rest()[0] != ')' {
			arg := m.move(depth + 1)
			if arg == nil {
				return nil
			}
			c.Args = append(c.Args, arg)
		}
	case m.take('('):
		for list = true; ; {
			arg := m.move(depth + 1)
			if arg == nil {
				return nil
			}
			c.Args = append(c.Args, arg)
			if m.skip(unicode.IsSpace); !m.take(',') {
				break
			}
		}
	}
	if list && !m.take(')') {
		m.report(syntax.UnexpectedToken, m.here(), "the move `%s` is not closed: a `)` is missing", name)
		return nil
	}
	c.Span = syntax.Span{Start: start, End: m.here().Start}
	return c
}

// take passes over a character, and reports whether it was there.
func (m *moveReader) take(c byte) bool {
	if m.at < m.end && m.src.Text[m.at] == c {
		m.at++
		return true
	}
	return false
}

// name reads a name; "" if there is none.
func (m *moveReader) name() string {
	rest := m.rest()
	end := bytes.IndexFunc(rest, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("(),;", r) })
	if end < 0 {
		end = len(rest)
	}
	m.at += end
	if m.fold {
		return strings.ToLower(string(rest[:end]))
	}
	return string(rest[:end])
}
