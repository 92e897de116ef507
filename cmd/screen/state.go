package screen

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/cmd/desk"
)

// gone is the group of what is there no longer.
const gone = -1

// stateList is the facts in their groups.
type stateList struct {
	list
	view   *desk.View
	places []fact
}

// fact is a line of a group or, with -1, its heading.
type fact struct{ group, line int }

// fill enters a state. The mark stays about where it is.
func (s *stateList) fill(v *desk.View) {
	s.view, s.places = v, s.places[:0]
	s.add(gone, len(v.Gone))
	for g := range v.Groups {
		s.add(g, len(v.Groups[g].Lines))
	}
	s.head = func(i int) bool { return s.places[i].line < 0 }
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
	for i := -1; i < lines; i++ {
		s.places = append(s.places, fact{group, i})
	}
}

// line returns the fact of a row.
func (s *stateList) line(row int) desk.Line {
	at := s.places[row]
	if at.group == gone {
		return s.view.Gone[at.line]
	}
	return s.view.Groups[at.group].Lines[at.line]
}

// fact returns the marked fact, if the player sees that it is, and can see all of it.
func (s *stateList) fact(focused bool) string {
	if !focused || s.at >= len(s.places) || s.places[s.at].line < 0 {
		return ""
	}
	if text := s.line(s.at).Fact; clean(text) == text {
		return text
	}
	return ""
}

func (s *stateList) title() string {
	if s.view.Facts == 1 {
		return "State · 1 fact"
	}
	return fmt.Sprintf("State · %d facts", s.view.Facts)
}

// lines returns the rows that fit.
func (s *stateList) lines(width, height int, focused bool) []string {
	from, to := s.window(height)
	var out []string
	for row := from; row < to; row++ {
		if s.places[row].line < 0 {
			out = append(out, bold(fit(s.heading(s.places[row].group), width)))
			continue
		}
		out = append(out, s.row(row, width, focused))
	}
	return out
}

// row returns a fact: behind a `+` if it is new, behind a `-` if it has gone.
func (s *stateList) row(row, width int, focused bool) string {
	l := s.line(row)
	text := clean(l.Fact)
	if l.Count > 1 {
		text = fmt.Sprintf("%d × %s", l.Count, text)
	}
	lost, sign := s.places[row].group == gone, " "
	switch {
	case lost:
		sign = "-"
	case l.New:
		sign = "+"
	}
	switch {
	case focused && row == s.at:
		return reversed(fit("▸"+sign+" "+text, width))
	case lost:
		return red(fit(" - "+text, width))
	case l.New:
		return green(fit(" + "+text, width))
	}
	return fit("   "+text, width)
}

// heading says whom or what facts are about, and where they are.
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
