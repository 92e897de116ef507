package tui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// menu is the choices by rule.
type menu struct {
	list
	all    []game.Rule // without a filter
	whole  bool        // there are no others
	shown  []game.Rule
	places []place // of the rows
	filter string
	most   game.Most                // the bounds by which the numbers hold
	named  func(move string) string // names the subject of a move
}

// place is a move of a rule or, with -1, the rule itself.
type place struct{ rule, move int }

// fill enters the choices of a state.
func (u *menu) fill(all []game.Rule, whole bool) {
	u.all, u.whole = all, whole
	u.reset()
}

// reset shows all choices again.
func (u *menu) reset() { u.show("", most(), u.all) }

// show shows choices that a filter left.
func (u *menu) show(filter string, most game.Most, rules []game.Rule) {
	u.filter, u.most, u.shown = filter, most, rules
	u.places = u.places[:0]
	bare := allCalled(rules)
	for r := range rules {
		if !bare {
			u.places = append(u.places, place{r, -1})
		}
		for i := range rules[r].Moves {
			u.places = append(u.places, place{r, i})
		}
	}
	u.head = func(i int) bool { return u.places[i].move < 0 }
	u.list.reset(len(u.places))
}

// allCalled reports whether the author has names for all choices, which then need no rules above them.
func allCalled(rules []game.Rule) bool {
	for _, r := range rules {
		if slices.ContainsFunc(r.Moves, func(m game.Move) bool { return !m.Choice }) {
			return false
		}
	}
	return true
}

// narrow leaves the choices that have some words, if all are known.
func (u *menu) narrow(text string) {
	has := game.Finder(text)
	var left []game.Rule
	for _, r := range u.all {
		kept := r
		kept.Moves = nil
		for _, m := range r.Moves {
			if has(m.Text + "\n" + m.Title + "\n" + m.Prose) {
				kept.Moves = append(kept.Moves, m)
			}
		}
		if len(kept.Moves) > 0 {
			left = append(left, kept)
		}
	}
	u.show(text, most(), left)
}

// marked returns the marked choice; nil where there is none.
func (u *menu) marked() *game.Move {
	if u.at >= len(u.places) || u.places[u.at].move < 0 {
		return nil
	}
	return u.moveAt(u.at)
}

func (u *menu) moveAt(row int) *game.Move {
	at := u.places[row]
	return &u.shown[at.rule].Moves[at.move]
}

// moves counts the choices that are shown.
func (u *menu) moves() int {
	n := 0
	for _, r := range u.shown {
		n += len(r.Moves)
	}
	return n
}

// mark marks the choice of a number, and is false where there is none.
func (u *menu) mark(number int) bool {
	for row, at := range u.places {
		if at.move >= 0 && u.moveAt(row).Number == number {
			u.at = row
			return true
		}
	}
	return false
}

// title says how many choices there are.
func (u *menu) title() string {
	text := fmt.Sprintf("Choices · %d", u.moves())
	if !u.whole && u.filter == "" && len(u.all) > 0 {
		text += " and more: / finds them"
	}
	if u.filter != "" {
		text += " with “" + clean(u.filter) + "”"
	}
	return text
}

// lines returns the rows that fit.
func (u *menu) lines(width, height int, focused bool) []string {
	from, to := u.window(height)
	var out []string
	var names, moves rows // the names of rules, and the moves of one rule
	for row := from; row < to; row++ {
		at := u.places[row]
		if at.move < 0 {
			r := &u.shown[at.rule]
			text := clean(r.Name)
			if n := len(r.Moves); n > 1 {
				text += fmt.Sprintf(" · %d", n)
			}
			out = append(out, bold(names.fit("", text, width)))
			moves = rows{}
			continue
		}
		m := u.moveAt(row)
		out = append(out, moves.marked(fmt.Sprintf("%3d ", m.Number), moveText(&u.shown[at.rule], m), width, row == u.at,
			focused))
	}
	return out
}

// moveText returns a choice in a line, without its number: the author's name for it, or else what it is
// about, in how many ways it can be made, and the author's words or what it does.
func moveText(r *game.Rule, m *game.Move) string {
	var parts []string
	if m.Choice {
		parts = append(parts, clean(m.Title))
	} else if args := strings.TrimPrefix(strings.TrimPrefix(m.Text, r.Name), " "); args != "" {
		parts = append(parts, clean(args))
	}
	if m.Count > 1 {
		parts = append(parts, english.Ways(m.Count))
	}
	switch {
	case m.Choice:
	case m.Title != "":
		parts = append(parts, "— "+clean(m.Title))
	case m.Prose != "":
		parts = append(parts, "— "+clean(m.Prose))
	default:
		parts = append(parts, effects(r, m)...)
	}
	return strings.Join(parts, " ")
}

// effects returns the facts that a choice uses up (-) and makes (+), the text it prints (>), and
// the stage it leads to.
func effects(r *game.Rule, m *game.Move) []string {
	out := signed(nil, "-", m.Uses)
	out = signed(out, "+", m.Makes)
	out = signed(out, ">", m.Acts)
	switch {
	case m.To != "":
		out = append(out, "→ stage "+clean(m.To))
	case r.Link:
		out = append(out, "→ the end")
	}
	return out
}

// signed appends facts behind a sign, equal ones once, with their number.
func signed(to []string, sign string, facts []string) []string {
	for _, f := range english.Counted(facts) {
		to = append(to, sign+clean(f))
	}
	return to
}

// details returns all that is known of the marked choice.
func (u *menu) details(width, height int) []string {
	m := u.marked()
	if m == nil {
		return nil
	}
	r := &u.shown[u.places[u.at].rule]
	text := clean(u.named(m.Text))
	switch {
	case m.Choice:
		text = clean(m.Title) + " — " + text
	case m.Title != "":
		text += " — " + clean(m.Title)
	}
	out := styled(bold, cut(wrap(text, width), 2))
	facts := strings.Join(append(effects(r, m), signed(nil, "$", m.Needs)...), "  ")
	below := wrap(facts, width)
	out = append(out, cut(wrap(clean(m.Prose), width), max(1, height-len(out)-len(below)))...)
	return cut(append(out, below...), height)
}
