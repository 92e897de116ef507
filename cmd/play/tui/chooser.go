package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
)

// chooser shows rows and lets the player choose one.
type chooser struct {
	list
	title, help string
	row         func(int) (lead, text string)
	keys        map[string]func(m *model, row int) tea.Cmd
}

func (c *chooser) press(m *model, k tea.KeyPressMsg) tea.Cmd {
	if do, ok := c.keys[k.String()]; ok {
		return do(m, c.at)
	}
	switch k.String() {
	case "esc", "q", "ctrl+c":
		m.pop()
	default:
		c.list.press(k)
	}
	return nil
}

func (c *chooser) body(_ *model, width, height int) []string {
	out := []string{titleLine(c.title, width, true)}
	var all rows
	from, to := c.window(height - 1)
	for i := from; i < to; i++ {
		lead, text := c.row(i)
		out = append(out, all.marked(lead, text, width, i == c.at, true))
	}
	return out
}

func (c *chooser) foot(width, most int) []string {
	return styled(faint, cut(wrap("Esc back   "+c.help, width), most))
}

// history lists all points, to go to one of them.
func (m *model) history() tea.Cmd {
	points := m.o.Game.History()
	c := &chooser{
		title: fmt.Sprintf("Points · %d", len(points)),
		help:  "Enter go there   * here   · the way here   others: what else was tried",
		row:   func(i int) (lead, text string) { return m.point(points[i]) },
		keys: map[string]func(*model, int) tea.Cmd{"enter": func(m *model, i int) tea.Cmd {
			m.pop()
			return m.goes(true, "", func() { m.o.Game.Go(points[i].Point) })
		}},
	}
	c.reset(len(points))
	for i, p := range points {
		if p.Here {
			c.at = i
		}
	}
	m.push(c)
	return nil
}

// point returns a point in the list of all: the step that led to it behind its id and the way it
// belongs to.
func (m *model) point(p game.Past) (lead, text string) {
	mark, id, text := " ", "", "the start"
	switch {
	case p.Here:
		mark = "*"
	case p.Passed:
		mark = "·"
	}
	if step := m.o.Game.Step(p.Point); step != nil {
		id, text = step.ID.String()+" ", m.o.Game.Did(step)
	}
	return mark + " " + strings.Repeat("│ ", min(p.Indent, 20, m.width/8)) + id, clean(text)
}

// breaks lists the breakpoints, to add some and take some away.
func (m *model) breaks() tea.Cmd {
	all := m.o.Game.Breaks()
	c := &chooser{
		title: fmt.Sprintf("Breakpoints · %d", len(all)), help: "a add   d take away",
		row: func(i int) (lead, text string) { return "", clean(all[i]) },
		keys: map[string]func(*model, int) tea.Cmd{
			"a": func(m *model, _ int) tea.Cmd { return m.addBreak() },
			"d": func(m *model, i int) tea.Cmd {
				if i < len(all) {
					_ = m.o.Game.UnbreakAt(all[i]) // it is there
				}
				return m.again()
			},
		},
	}
	c.reset(len(all))
	m.push(c)
	if len(all) == 0 {
		return m.addBreak()
	}
	return nil
}

// again shows the breakpoints as they are now.
func (m *model) again() tea.Cmd {
	m.pop()
	m.shot.view.Breaks = m.o.Game.Breaks()
	if len(m.shot.view.Breaks) > 0 {
		return m.breaks()
	}
	return nil
}

func (m *model) addBreak() tea.Cmd {
	m.push(newPrompt("Stop at (a rule or a fact; _ is any; several with semicolons):", "",
		func(m *model, text string) tea.Cmd {
			if text != "" {
				if err := m.o.Game.BreakAt(text); err != nil {
					m.message = clean(err.Error())
					return nil
				}
			}
			return m.again()
		}))
	return nil
}

// list is rows of which one is marked, and of which there are more than fit.
type list struct {
	rows int
	at   int // the row that is marked
	top  int // the first row that is shown
	page int // how many were shown last
	// head tells rows that cannot be marked; nil for none.
	head func(int) bool
}

// reset has a list of so many rows be at its beginning.
func (l *list) reset(rows int) {
	l.rows, l.at, l.top = rows, 0, 0
	l.move(0)
}

// press moves the mark, and is false for other keys.
func (l *list) press(k tea.KeyPressMsg) bool {
	switch k.String() {
	case "up", "k":
		l.move(-1)
	case "down", "j":
		l.move(1)
	case "pgup", "ctrl+b":
		l.move(-max(1, l.page-1))
	case "pgdown", "ctrl+f", "space":
		l.move(max(1, l.page-1))
	case "home":
		l.move(-l.rows)
	case "end", "G":
		l.move(l.rows)
	default:
		return false
	}
	return true
}

// move moves the mark by so many rows, or to the next beyond that can be marked; at the
// ends, to the last before.
func (l *list) move(by int) {
	to := max(0, min(l.at+by, l.rows-1))
	step := 1
	if by < 0 {
		step = -1
	}
	if at, ok := l.next(to, step); ok {
		l.at = at
	} else if at, ok := l.next(to, -step); ok {
		l.at = at
	}
}

// next returns the first row from one on, in steps, that can be marked.
func (l *list) next(from, step int) (int, bool) {
	for i := from; i >= 0 && i < l.rows; i += step {
		if l.head == nil || !l.head(i) {
			return i, true
		}
	}
	return 0, false
}

// window returns the rows that fit into a height, with the marked one.
func (l *list) window(height int) (from, to int) {
	l.page = height
	first := l.at
	for l.head != nil && first > 0 && l.head(first-1) && l.at-first < height-1 {
		first--
	}
	l.top = max(min(l.top, first), l.at-height+1, 0)
	return l.top, min(l.rows, l.top+height)
}
