package manual

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// body is the indentation of everything but headings.
const body = "  "

// Text returns Markdown as plain text, with paragraphs, lists and tables of at most the given
// number of columns; code keeps its lines.
func Text(markdown string, columns int) string {
	l := &layout{source: []byte(markdown), columns: max(columns, 40)}
	md := goldmark.New(goldmark.WithExtensions(extension.Table))
	l.blocks(md.Parser().Parse(text.NewReader(l.source)), body)
	return free.Replace(l.out.String())
}

// layout is a text that is being laid out.
type layout struct {
	source  []byte
	out     strings.Builder
	columns int
}

// blocks writes the blocks in a node, with an empty line before each.
func (l *layout) blocks(in ast.Node, margin string) {
	for b := in.FirstChild(); b != nil; b = b.NextSibling() {
		if l.out.Len() > 0 {
			l.out.WriteString("\n")
		}
		switch b := b.(type) {
		case *ast.Heading:
			l.out.WriteString(l.plain(b) + "\n")
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			code := strings.TrimRight(string(b.Lines().Value(l.source)), "\n")
			for line := range strings.SplitSeq(code, "\n") {
				l.out.WriteString(strings.TrimRight(margin+"    "+line, " ") + "\n")
			}
		case *ast.List:
			l.list(b, margin)
		case *tables.Table:
			l.table(b, margin)
		default:
			l.wrap(l.plain(b), margin, margin)
		}
	}
}

// list writes a list. Only an item of several blocks has empty lines in it.
func (l *layout) list(list *ast.List, margin string) {
	number := list.Start
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		mark := string(list.Marker) + " "
		if list.IsOrdered() {
			mark = fmt.Sprintf("%d%c ", number, list.Marker)
			number++
		}
		inner := margin + strings.Repeat(" ", len(mark))
		if first := item.FirstChild(); first != nil {
			l.wrap(l.plain(first), margin+mark, inner)
			item.RemoveChild(item, first)
		}
		l.blocks(item, inner)
	}
}

// table writes a table with its columns side by side where that fits, and otherwise each row
// as its first cell with the others below it.
func (l *layout) table(table *tables.Table, margin string) {
	var rows [][]string
	widths := make([]int, len(table.Alignments))
	total := len(margin) - 2
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			text, i := l.plain(cell), len(cells)
			wider := max(widths[i], ansi.StringWidth(text)) - widths[i]
			widths[i] += wider
			total += wider
			cells = append(cells, text)
		}
		rows = append(rows, cells)
	}
	if total+2*len(widths) > l.columns {
		for _, row := range rows[1:] { // a head above stacked cells says nothing
			l.wrap(row[0], margin, margin+"  ")
			l.wrap(strings.Join(row[1:], "; "), margin+"    ", margin+"    ")
		}
		return
	}
	for _, row := range rows {
		line := margin
		for i, cell := range row {
			line += cell + strings.Repeat(" ", widths[i]-ansi.StringWidth(cell)+2)
		}
		l.out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// wrap writes a text in lines, the first behind one indentation and the others behind another.
func (l *layout) wrap(text, first, others string) {
	lines := ansi.Wordwrap(text, l.columns-len(others), "")
	l.out.WriteString(first + strings.ReplaceAll(lines, "\n", "\n"+others) + "\n")
}

// longestCode is how many characters of code are kept on one line.
const longestCode = 30

// Lines are broken at spaces and hyphens, except at the forms of these in held text.
var (
	hold        = strings.NewReplacer(" ", "\u00a0", "-", "\u2011")
	holdHyphens = strings.NewReplacer("-", "\u2011")
	free        = strings.NewReplacer("\u00a0", " ", "\u2011", "-")
)

// plain returns the text in a node without the marks of Markdown.
func (l *layout) plain(in ast.Node) string {
	var b strings.Builder
	for n := in.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			value := n.Value(l.source)
			if n.Parent().Kind() != ast.KindCodeSpan {
				value = util.ResolveEntityNames(util.UnescapePunctuations(value))
			}
			b.WriteString(holdHyphens.Replace(string(value)))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteString(" ")
			}
		case *ast.CodeSpan:
			code := l.plain(n)
			if ansi.StringWidth(code) <= longestCode {
				code = hold.Replace(code)
			}
			b.WriteString(code)
		case *ast.AutoLink:
			b.WriteString(hold.Replace(string(n.Label(l.source))))
		case *ast.RawHTML:
			b.Write(n.Segments.Value(l.source))
		default:
			b.WriteString(l.plain(n))
		}
	}
	return b.String()
}
