package lang

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Mended is a program in which was done what messages propose.
type Mended struct {
	Source *syntax.Source
	Done   []Done // in the order in which it was done
}

// Done is something that was set right: what was wrong, and where that stands now, from 0
// in bytes.
type Done struct {
	*syntax.Error
	Fix *syntax.Fix
	At  int
}

// mostRounds bounds how often a program is mended and read again: a name that is wrong in
// many places is complained of once each time.
const mostRounds = 100

// Mend does what messages of a program propose, where that is one thing only, as long as
// there is less to complain of in the end.
func Mend(name string, text []byte) Mended {
	_, errs := Load(name, text)
	now, fewest := Mended{Source: &syntax.Source{Name: name, Text: text}}, failures(errs)
	best := now
	for range mostRounds {
		// Warnings are left to the author: a name may be unused because its uses are misspelt.
		some := inOrder(errs, func(e *syntax.Error) bool { return !e.Warning })
		if len(some) == 0 {
			break
		}
		now = now.with(some)
		_, errs = Load(name, now.Source.Text)
		if n := failures(errs); n < fewest {
			best, fewest = now, n
		}
	}
	return best
}

// Tidied does what hints propose, too, where the program is right.
func (m Mended) Tidied() Mended {
	for range mostRounds {
		prog, _ := Load(m.Source.Name, m.Source.Text)
		if prog == nil {
			break
		}
		some := inOrder(prog.Hints(), func(e *syntax.Error) bool { return e.Fix != nil })
		if len(some) == 0 {
			break
		}
		m = m.with(some)
	}
	return m
}

// failures returns how many errors there are that are more than warnings.
func failures(errs syntax.ErrorList) int {
	n := 0
	for _, e := range errs {
		if !e.Warning {
			n++
		}
	}
	return n
}

// inOrder returns the proposals of the messages that may be mended and have exactly one, in the order
// of the text, without those that overlap with one before.
func inOrder(errs syntax.ErrorList, may func(*syntax.Error) bool) []Done {
	var out []Done
	for _, e := range errs {
		if fixes := e.Fixes(); len(fixes) == 1 && may(e) {
			out = append(out, Done{e, fixes[0], e.Start.Offset})
		}
	}
	slices.SortStableFunc(out, func(a, b Done) int { return cmp.Compare(a.Fix.Start.Offset, b.Fix.Start.Offset) })
	end := 0
	return slices.DeleteFunc(out, func(d Done) bool {
		if d.Fix.Start.Offset < end {
			return true
		}
		end = d.Fix.End.Offset
		return false
	})
}

// with returns the program with changes, which are in the order of its text.
func (m Mended) with(changes []Done) Mended {
	old, at := m.Source.Text, 0
	var text bytes.Buffer
	for _, c := range changes {
		text.Write(old[at:c.Fix.Start.Offset])
		text.WriteString(c.Fix.Text)
		at = c.Fix.End.Offset
	}
	text.Write(old[at:])
	done := slices.Concat(m.Done, changes)
	for i := range done {
		at := done[i].At
		for _, c := range changes {
			if c.Fix.End.Offset <= at {
				done[i].At += len(c.Fix.Text) - (c.Fix.End.Offset - c.Fix.Start.Offset)
			}
		}
	}
	return Mended{&syntax.Source{Name: m.Source.Name, Text: text.Bytes()}, done}
}
