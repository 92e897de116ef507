package ascii

import (
	"fmt"
	"strings"

	"github.com/clipperhouse/displaywidth"

	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// notes returns the words about the edges of a node: edges from far, edges that lead far or back,
// and the words of all edges.
func (w *writer) notes(node int) []string { return w.leaving(w.coming(nil, node), node) }

// coming adds notes on the edges that end at a node. Of those that lead back their
// start tells.
func (w *writer) coming(notes []string, node int) []string {
	var plain []int
	for _, i := range w.ins[node] {
		e := &w.d.Edges[i]
		switch words := w.words(e); {
		case w.rows[e.From] >= w.rows[node]:
		case words != "":
			arrow := ""
			if w.cut[i] {
				arrow = w.signs.from + " "
			}
			notes = append(notes, "["+arrow+w.id(e.From)+": "+words+"]")
		case w.cut[i]:
			plain = append(plain, e.From)
		}
	}
	return w.list(notes, w.signs.from, plain, len(plain))
}

// leaving adds notes on the edges that start at a node.
func (w *writer) leaving(notes []string, node int) []string {
	var ahead, back []int
	for _, i := range w.outs[node] {
		e := &w.d.Edges[i]
		switch words := w.words(e); {
		case w.cut[i]:
			ahead = append(ahead, e.To)
		case w.rows[e.To] > w.rows[node]: // drawn
		case words != "":
			notes = append(notes, "["+w.signs.back+" "+w.id(e.To)+": "+words+"]")
		default:
			back = append(back, e.To)
		}
	}
	notes = w.list(notes, w.signs.to, ahead, named)
	return w.list(notes, w.signs.back, back, len(back))
}

// words returns the words of an edge, and whether it leads both ways.
func (w *writer) words(e *diagram.Edge) string {
	words := w.cutLabel(strings.Join(e.Text, " "))
	if e.Both {
		words = strings.TrimSpace(w.signs.both + " " + words)
	}
	return words
}

// list adds a note with the names of nodes, if there are any.
func (w *writer) list(notes []string, arrow string, nodes []int, most int) []string {
	if len(nodes) == 0 {
		return notes
	}
	return append(notes, arrow+" "+w.names(nodes, most))
}

// names returns the ids of nodes, each once where they follow each other. Of those
// beyond the most it gives the number.
func (w *writer) names(nodes []int, most int) string {
	var ids []string
	for i, n := range nodes {
		if i == 0 || n != nodes[i-1] {
			ids = append(ids, w.id(n))
		}
	}
	if more := len(ids) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(ids[:most], ", "), more)
	}
	return strings.Join(ids, ", ")
}

func (w *writer) id(node int) string { return visible.Grid(w.d.Nodes[node].ID) }

// columns returns how many columns of a terminal a text takes.
func columns(text string) int { return displaywidth.String(text) }

// cutLabel returns a label as it is shown.
func (w *writer) cutLabel(text string) string {
	return displaywidth.TruncateString(visible.Grid(text), longLabel, w.signs.more)
}

// cutTo cuts a text that takes more than some columns.
func cutTo(text string, most int, more string) string {
	return displaywidth.TruncateString(text, most, more)
}

// wrap breaks a text into lines of at most some columns, between words where there
// are any. It returns none for a text without words.
func wrap(text string, most int) []string {
	var lines []string
	line, used := "", 0
	for _, word := range strings.Fields(text) {
		for _, part := range pieces(word, most) {
			n := columns(part)
			if used > 0 && used+1+n > most {
				lines = append(lines, line)
				line, used = "", 0
			}
			if used > 0 {
				line, used = line+" ", used+1
			}
			line, used = line+part, used+n
		}
	}
	if used > 0 {
		lines = append(lines, line)
	}
	return lines
}

// pieces breaks a word that is longer than some columns.
func pieces(word string, most int) []string {
	if columns(word) <= most {
		return []string{word}
	}
	var parts []string
	part, used := "", 0
	for g := displaywidth.StringGraphemes(word); g.Next(); {
		if used+g.Width() > most {
			parts = append(parts, part)
			part, used = "", 0
		}
		part, used = part+g.Value(), used+g.Width()
	}
	return append(parts, part)
}
