package edit

import (
	"sort"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// laid returns the text with all splices made, laid out where the text was before the edit, and analysed.
func (c *change) laid() (*lang.Analysis, error) {
	text, err := c.spliced()
	if err != nil {
		return nil, err
	}
	file, errs := c.parsed([]byte(text))
	formatted := false
	if c.formatted() {
		var out []byte
		if out, formatted = file.Reformat(c.stood()); formatted && string(out) != text {
			file, errs = c.parsed(out)
		}
	}
	after := &lang.Analysis{File: file, Errors: errs, Formatted: formatted}
	after.Check()
	return after, nil
}

// parsed reads a text with the name of the one before the edit.
func (c *change) parsed(text []byte) (*syntax.File, syntax.ErrorList) {
	return syntax.Parse(&syntax.Source{Name: c.src.Name, Text: text})
}

// formatted reports whether the text before the edit is as [syntax.Format] lays it out.
func (c *change) formatted() bool {
	if c.tidy == nil {
		tidy := c.Formatted || c.File.Formatted()
		c.tidy = &tidy
	}
	return *c.tidy
}

// kept is a stretch of the new text that the old one has, too.
type kept struct{ from, to, old int }

// stood returns a function from offsets in the new text to columns in the old one; false for new text, and for
// columns that the author did not intend. A text that replaces another has its column. The splices are in order.
func (c *change) stood() func(offset int) (int, bool) {
	columns := newColumns(c.text)
	var all []kept
	at, now := 0, 0
	for _, s := range c.splices {
		all = append(all, kept{now, now + s.from - at, at})
		now += s.from - at
		if s.to > s.from && s.new != "" {
			all = append(all, kept{now, now + 1, s.from})
		}
		at, now = s.to, now+len(s.new)
	}
	all = append(all, kept{now, now + len(c.text) - at, at})
	return func(offset int) (int, bool) {
		i := sort.Search(len(all), func(i int) bool { return all[i].to > offset })
		if i == len(all) || offset < all[i].from {
			return 0, false
		}
		old := all[i].old + offset - all[i].from
		place := c.src.Pos(old)
		return place.Col, columns.intended(column{place.Line - 1, place.Col - 1, c.text[old]})
	}
}

// rehearse makes an edit with the answers that are proposed, and returns the questions of bind that come up then, or
// why it cannot be made: nothing is asked in vain.
func (c *change) rehearse(do func(*change) error) ([]Question, error) {
	try := changeOf(c.Analysis, c.edit)
	try.edit.Answers = map[string]string{}
	if err := do(try); err != nil {
		return nil, err
	}
	_, err := try.result()
	return try.unbound, err
}

// settle makes the splices and goes on with the text that comes out. Errors are still compared with those before the
// edit.
func (c *change) settle() error {
	after, err := c.laid()
	if err != nil {
		return err
	}
	next := changeOf(after, c.edit)
	next.unbound = c.unbound
	next.first, next.tidy, next.focus, next.loose = c.first, c.tidy, c.focus, c.loose
	*c = *next
	return nil
}
