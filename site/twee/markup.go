package twee

import (
	"cmp"
	"html/template"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/ceptre-graph/ceptre/site/dom"
)

// paragraphs returns HTML as lines, one a paragraph, with the elements of HTML in them
// that all story formats take.
func paragraphs(text template.HTML) ([]string, error) {
	nodes, err := dom.Fragment(string(text))
	if err != nil {
		return nil, err
	}
	var m marker
	for _, n := range nodes {
		m.node(n)
	}
	m.end()
	return m.lines, nil
}

// A marker collects lines.
type marker struct {
	lines         []string
	line, text    strings.Builder // text is what follows in the line, not yet escaped
	before, after string          // text around each line, as in lists
}

// end ends a line, if anything is in it.
func (m *marker) end() {
	m.write("")
	if line := strings.TrimSpace(m.line.String()); line != "" {
		m.lines = append(m.lines, m.before+line+m.after)
	}
	m.line.Reset()
}

// write writes a piece of HTML behind the text so far.
func (m *marker) write(markup string) {
	m.line.WriteString(escape(m.text.String()) + markup)
	m.text.Reset()
}

// kept are the elements within lines that are written as they are, without attributes.
var kept = map[atom.Atom]bool{atom.Em: true, atom.Strong: true, atom.B: true, atom.I: true, atom.S: true,
	atom.Del: true, atom.Ins: true,
	atom.Sub: true, atom.Sup: true, atom.Q: true, atom.Cite: true, atom.Small: true, atom.Code: true, atom.Kbd: true}

// blocks are the elements that begin and end a line.
var blocks = map[atom.Atom]bool{atom.P: true, atom.Div: true, atom.Ul: true, atom.Ol: true, atom.Dl: true,
	atom.Dt: true, atom.Dd: true,
	atom.Pre: true, atom.Table: true, atom.Tr: true, atom.Section: true, atom.Figure: true, atom.Figcaption: true,
	atom.Hr: true}

func (m *marker) node(n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		m.text.WriteString(n.Data)
	case n.Type != html.ElementNode || n.DataAtom == atom.Script || n.DataAtom == atom.Style:
	case n.DataAtom == atom.Br:
		m.write("<br>")
	case n.DataAtom == atom.Img:
		alt, _ := dom.Attr(n, "alt")
		m.text.WriteString(cmp.Or(alt, "a picture"))
	case kept[n.DataAtom]:
		m.within(n, "<"+n.Data+">", "</"+n.Data+">")
	case n.DataAtom == atom.A:
		href, _ := dom.Attr(n, "href")
		m.within(n, `<a href="`+escapeURL(href)+`">`, "</a>")
	default:
		m.block(n)
	}
}

func (m *marker) within(n *html.Node, open, end string) {
	m.write(open)
	m.children(n)
	m.write(end)
}

// block writes the children of an element, on lines of their own if the element is one of [blocks].
func (m *marker) block(n *html.Node) {
	outerBefore, outerAfter := m.before, m.after
	before, after := outerBefore, outerAfter
	switch n.DataAtom {
	case atom.Li:
		before += sign(n)
	case atom.Blockquote:
		before, after = before+"<blockquote>", "</blockquote>"+after
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		before, after = before+"<strong>", "</strong>"+after
	default:
		if !blocks[n.DataAtom] {
			m.children(n)
			return
		}
	}
	m.end()
	m.before, m.after = before, after
	m.children(n)
	m.end()
	m.before, m.after = outerBefore, outerAfter
}

// sign returns what stands before the lines of an item of a list: a bullet, or its number.
func sign(item *html.Node) string {
	if item.Parent == nil || item.Parent.DataAtom != atom.Ol {
		return "• "
	}
	start, _ := dom.Attr(item.Parent, "start")
	number, err := strconv.Atoi(start)
	if err != nil {
		number = 1
	}
	for n := item.PrevSibling; n != nil; n = n.PrevSibling {
		if n.DataAtom == atom.Li {
			number++
		}
	}
	return escape(strconv.Itoa(number) + ". ")
}

func (m *marker) children(n *html.Node) {
	for c := range n.ChildNodes() {
		m.node(c)
	}
}

// escapeURL writes an address so that neither HTML nor a story format ends it.
func escapeURL(url string) string {
	return strings.NewReplacer(" ", "%20", "[", "%5B", "]", "%5D", "<", "%3C", ">", "%3E", "`", "%60", "{", "%7B", "}",
		"%7D", "|", "%7C", "\\", "%5C").
		Replace(html.EscapeString(url))
}
