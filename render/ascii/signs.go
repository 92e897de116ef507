package ascii

import (
	"math"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// signs are the characters that drawings consist of.
type signs struct {
	marks   []string // by shape
	strokes []string // by stroke
	line    string
	// By where the column is on a node's line: at its left, its right, or between.
	joined, ending, begun [3]string
	to, from, back, both  string
	over, more            string
	spark                 []string // for nothing, then for more and more
}

func unicodeSigns() signs {
	return signs{
		marks:   []string{"●", "○", "·", "◆", "•", "▪"},
		strokes: []string{"│", "┆", "┊"},
		line:    "─",
		joined:  [3]string{"├", "┤", "┼"},
		ending:  [3]string{"╰", "╯", "┴"},
		begun:   [3]string{"╭", "╮", "┬"},
		to:      "→", from: "←", back: "↑", both: "⇄", over: "·", more: "…",
		spark: strings.Split("·▁▂▃▄▅▆▇█", ""),
	}
}

func asciiSigns() signs {
	return signs{
		marks:   []string{"*", "o", "~", "#", "@", "="},
		strokes: []string{"|", ":", ":"},
		line:    "-",
		joined:  [3]string{"+", "+", "+"},
		ending:  [3]string{"'", "'", "'"},
		begun:   [3]string{".", ".", "."},
		to:      "->", from: "<-", back: "^", both: "<->", over: "|", more: "...",
		spark: strings.Split("_.:-=+*#@", ""),
	}
}

func (s *signs) mark(shape diagram.Shape) string { return s.marks[shape] }

// sparkline returns parts as at most so many signs, each for the greatest of those that it
// stands for.
func (s *signs) sparkline(parts []float64, columns int) string {
	var b strings.Builder
	n := min(len(parts), columns)
	for i := range n {
		most := slices.Max(parts[i*len(parts)/n : (i+1)*len(parts)/n])
		b.WriteString(s.spark[int(math.Ceil(most*float64(len(s.spark)-1)))])
	}
	return b.String()
}

// pass returns a rail that goes on.
func (s *signs) pass(stroke diagram.Stroke) string { return s.strokes[stroke] }

// drawn returns the rails of a row, with the line that joins what belongs to its node.
func (w *writer) drawn(j *joint, node int) string {
	left, right := j.ends()
	var b strings.Builder
	for column := range j.span {
		switch {
		case left < column && column < right:
			b.WriteString(w.sign(j, column, between, node))
		case column == left:
			b.WriteString(w.sign(j, column, atLeft, node))
		case column == right:
			b.WriteString(w.sign(j, column, atRight, node))
		default:
			b.WriteString(w.sign(j, column, outside, node))
		}
		switch {
		case left <= column && column < right:
			b.WriteString(w.signs.line)
		case column+1 < len(j.span):
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// ends returns the first and the last column of a node's line.
func (j *joint) ends() (left, right int) {
	isPart := func(r role) bool { return r != apart }
	right = len(j.span) - 1
	for !isPart(j.span[right]) {
		right--
	}
	return slices.IndexFunc(j.span, isPart), right
}

// Where a column is on a node's line.
const (
	atLeft = iota
	atRight
	between
	outside
)

// sign returns what stands in a column.
func (w *writer) sign(j *joint, column, side, node int) string {
	switch j.span[column] {
	case joined:
		return w.signs.joined[side]
	case ending:
		return w.signs.ending[side]
	case begun:
		return w.signs.begun[side]
	case marked:
		return w.signs.mark(w.d.Nodes[node].Shape)
	}
	switch {
	case column < len(w.rails.at) && w.rails.at[column] != nil:
		return w.signs.pass(w.rails.at[column].stroke)
	case side == between:
		return w.signs.line
	}
	return " "
}

// passing returns the rails between rows.
func (w *writer) passing() string {
	var b strings.Builder
	for _, rail := range w.rails.at {
		if rail == nil {
			b.WriteString("  ")
		} else {
			b.WriteString(w.signs.pass(rail.stroke) + " ")
		}
	}
	return strings.TrimRight(b.String(), " ")
}
