package tui

import tea "charm.land/bubbletea/v2"

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
