package tui

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// gone is the group of facts that have been removed.
const gone = -1

// mostGone is the number of removed facts that are listed. After many steps of chance there are
// more than fit, and they would hide the state.
const mostGone = 4

// stateList is the facts in their groups.
type stateList struct {
	list
	view     *game.View
	places   []fact
	unfolded bool // all removed facts are listed
}

// fact is a line of a group or, with a negative line, its heading or its folded facts.
type fact struct{ group, line int }

const (
	heading = -1
	folded  = -2
)

// fill enters a state. The mark stays about where it is.
func (s *stateList) fill(v *game.View) {
	s.unfolded = s.unfolded && s.view.Point == v.Point
	s.view = v
	s.arrange()
}

// unfold lists all removed facts if the mark is on their fold, and reports whether it was.
func (s *stateList) unfold() bool {
	if s.at >= len(s.places) || s.places[s.at].line != folded {
		return false
	}
	s.unfolded = true
	s.arrange()
	return true
}

// arrange enters the rows.
func (s *stateList) arrange() {
	s.places = s.places[:0]
	if n := len(s.view.Gone); n > mostGone && !s.unfolded {
		s.add(gone, mostGone-1)
		s.places = append(s.places, fact{gone, folded})
	} else {
		s.add(gone, n)
	}
	for g := range s.view.Groups {
		s.add(g, len(s.view.Groups[g].Lines))
	}
	s.head = func(i int) bool { return s.places[i].line == heading }
	at, top := s.at, s.top
	s.reset(len(s.places))
	s.top = top
	s.move(at - s.at)
}

// add enters a group of so many facts, if there are any.
func (s *stateList) add(group, lines int) {
	if lines == 0 {
		return
	}
	for i := heading; i < lines; i++ {
		s.places = append(s.places, fact{group, i})
	}
}

// line returns the fact of a row.
func (s *stateList) line(row int) game.Line {
	at := s.places[row]
	if at.group == gone {
		return s.view.Gone[at.line]
	}
	return s.view.Groups[at.group].Lines[at.line]
}

// fact returns the marked fact; "" where another row is marked.
func (s *stateList) fact() string {
	if s.at >= len(s.places) || s.places[s.at].line < 0 {
		return ""
	}
	return s.line(s.at).Fact
}

func (s *stateList) title() string {
	return "State · " + english.Count(s.view.Facts, "fact")
}

// lines returns the rows that fit and, if these are not all, how many more facts there are.
func (s *stateList) lines(width, height int, focused bool) []string {
	more := min(1, max(0, len(s.places)-height), height-1)
	from, to := s.window(height - more)
	var out []string
	var headings, facts rows
	for row := from; row < to; row++ {
		if s.places[row].line == heading {
			out = append(out, bold(headings.fit("", s.heading(s.places[row].group), width)))
			continue
		}
		out = append(out, s.row(&facts, row, width, focused))
	}
	if more > 0 {
		out = append(out, faint(fit(s.moreText(from, to, focused), width)))
	}
	return out
}

// moreText says how many facts are not among the rows that are shown, and what key leads there.
func (s *stateList) moreText(from, to int, focused bool) string {
	var text string
	above, below := s.facts(0, from), s.facts(to, len(s.places))
	switch {
	case above == 0:
		text = fmt.Sprintf("… %d more", below)
	case below == 0:
		text = fmt.Sprintf("… %d more above", above)
	default:
		text = fmt.Sprintf("… %d more above, %d below", above, below)
	}
	if !focused {
		text += " (Tab)"
	}
	return text
}

// facts counts the facts in some rows; a fold counts as one.
func (s *stateList) facts(from, to int) int {
	n := 0
	for row := from; row < to; row++ {
		switch s.places[row].line {
		case heading:
		case folded:
			n++
		default:
			n += s.line(row).Count
		}
	}
	return n
}

// row returns a fact: behind a `+` if it is new, behind a `-` if it has gone.
func (s *stateList) row(facts *rows, row, width int, focused bool) string {
	if s.places[row].line == folded {
		return facts.marked(fmt.Sprintf(" … and %d more gone", len(s.view.Gone)-mostGone+1), "", width, focused &&
			row == s.at, true)
	}
	l := s.line(row)
	text, times := clean(l.Fact), ""
	if l.Count > 1 {
		times = fmt.Sprintf("%d × ", l.Count)
	}
	sign, style := " ", func(text string) string { return text }
	switch {
	case s.places[row].group == gone:
		sign, style = "-", red
	case l.New:
		sign, style = "+", green
	}
	if focused && row == s.at {
		return reversed(facts.fit("▸"+sign+" "+times, text, width))
	}
	return style(facts.fit(" "+sign+" "+times, text, width))
}

// heading returns the heading of a group: the subject of its facts, and the place of the subject.
func (s *stateList) heading(group int) string {
	if group == gone {
		return "Gone"
	}
	switch g := &s.view.Groups[group]; {
	case g.Character == "" && g.Place == "":
		return "Other facts"
	case g.Character == "" || g.Place == "":
		return clean(g.Label)
	default:
		return clean(g.Label) + ", " + clean(g.Place)
	}
}
