package prose

import (
	"bytes"
	"html"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	output "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/ceptre-graph/ceptre/site/code"
	"github.com/ceptre-graph/ceptre/site/markup"
)

// This file is the only one that knows the Markdown library. It is CommonMark
// with definition lists, typographic quotes and dashes, variables in braces, and
// colours for code in Ceptre. Raw HTML and dangerous links are left out. Of a
// link the library tells only where its text begins; where it leads to is looked
// up in the source.

// A chapter is the text below one heading of level 1 or 2, up to the next.
type chapter struct {
	level   int      // 0 for the text before the first heading
	heading string   // as plain text
	source  string   // of the heading, as written
	at      int      // offset of the heading's text
	title   ast.Node // the heading of level 3 that comes first, or nil
	choice  ast.Node // content below the heading `### choice`, or nil
	body    ast.Node
	vars    []*variable
	links   []address
	rawHTML []int      // offsets of HTML
	hidden  []ast.Node // comments in HTML, to be taken out
	flow    sentence   // where the text is, up to which it was surveyed
}

// An address is where a link or a picture of the text leads.
type address struct {
	at   int    // offset
	text string // as written
	url  string // as pages have it
}

// parseChapters cuts a Markdown text at its top-level headings of levels 1 and
// 2. The first chapter is the text before them, often empty.
func parseChapters(src []byte) []*chapter {
	md := goldmark.New(goldmark.WithExtensions(extension.Typographer, extension.DefinitionList))
	md.Parser().AddOptions(parser.WithInlineParsers(util.Prioritized(braceParser{}, 50)))
	doc := md.Parser().Parse(text.NewReader(src))
	find := finder{src: src, definitions: findDefinitions(doc, src)}

	chapters := []*chapter{{body: ast.NewDocument()}}
	for node := doc.FirstChild(); node != nil; node = doc.FirstChild() {
		if h, ok := node.(*ast.Heading); ok && h.Level <= 2 {
			chapters = append(chapters, newChapter(h, &find))
			doc.RemoveChild(doc, node)
			continue
		}
		last := chapters[len(chapters)-1]
		last.body.AppendChild(last.body, node) // moves it out of doc
		last.survey(node, &find)
	}
	for _, c := range chapters { // comments are no text, nor is a title
		for _, node := range c.hidden {
			node.Parent().RemoveChild(node.Parent(), node)
		}
		c.cutChoice(src)
		first, ok := c.body.FirstChild().(*ast.Heading)
		if ok && c.level == 2 && first.Level == titleLevel-1 { // survey has moved it up
			c.title = first
			c.body.RemoveChild(c.body, first)
		}
	}
	return chapters
}

// choiceWord is the heading of level 3 above what a choice of the rule is called.
const choiceWord = "choice"

// cutChoice takes what a choice is called out of the text of a section.
func (c *chapter) cutChoice(src []byte) {
	if c.level != 2 {
		return
	}
	for node := c.body.FirstChild(); node != nil; {
		next := node.NextSibling()
		h, isHeading := node.(*ast.Heading)
		isHeading = isHeading && h.Level == titleLevel-1 // survey has moved it up
		switch {
		case isHeading && c.choice == nil && strings.EqualFold(plainText(h, src, nil, nil), choiceWord):
			c.choice = ast.NewDocument()
			c.body.RemoveChild(c.body, node)
		case isHeading && c.choice != nil:
			return
		case c.choice != nil:
			c.choice.AppendChild(c.choice, node) // moves it out of the text
		}
		node = next
	}
}

// titleLevel is the level of headings that are titles of events.
const titleLevel = 3

func newChapter(h *ast.Heading, find *finder) *chapter {
	c := &chapter{level: h.Level, at: max(h.Pos(), 0), body: ast.NewDocument()}
	if h.Lines().Len() > 0 {
		c.at = h.Lines().At(0).Start
	}
	c.source = strings.TrimSpace(string(h.Lines().Value(find.src)))
	c.heading = strings.TrimSpace(plainText(h, find.src, nil, nil))
	if c.level == 1 { // below a level 2, braces are part of a rule's name
		c.survey(h, find)
	}
	return c
}

// survey notes what needs checking in a block, and moves its headings up a
// level: the page they end up on has the chapter's heading as its first.
func (c *chapter) survey(block ast.Node, find *finder) {
	// The walker returns no error, so neither does Walk.
	_ = ast.Walk(block, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			c.note(node, find.src)
			return ast.WalkContinue, nil
		}
		if link, ok := find.address(node); ok {
			c.links = append(c.links, link)
		}
		return ast.WalkContinue, nil
	})
}

func (c *chapter) note(node ast.Node, src []byte) {
	if node.Type() == ast.TypeBlock {
		c.flow = sentenceStart
	}
	switch n := node.(type) {
	case *ast.Text:
		c.flow = c.flow.after(plainSegment(n, src))
	case *ast.String:
		c.flow = c.flow.after(html.UnescapeString(string(n.Value)))
	case *ast.AutoLink:
		c.flow = sentenceMiddle
	case *variable:
		n.inImage = within(n, ast.KindImage)
		n.begins, c.flow = c.flow == sentenceStart, sentenceMiddle
		c.vars = append(c.vars, n)
	case *ast.RawHTML:
		c.noteHTML(n, n.Segments.At(0).Start, n.Segments.Value(src))
	case *ast.HTMLBlock:
		c.noteHTML(n, max(n.Pos(), 0), blockHTML(n, src))
	case *ast.Heading:
		n.Level = max(n.Level-1, 2)
	}
}

// noteHTML notes a piece of HTML. A comment is nothing to tell of.
func (c *chapter) noteHTML(node ast.Node, at int, text []byte) {
	text = bytes.TrimSpace(text)
	if bytes.HasPrefix(text, []byte("<!--")) && bytes.Index(text, []byte("-->")) == len(text)-len("-->") {
		c.hidden = append(c.hidden, node)
		return
	}
	c.rawHTML = append(c.rawHTML, at)
}

// blockHTML returns a block of HTML as written.
func blockHTML(n *ast.HTMLBlock, src []byte) []byte {
	text := n.Lines().Value(src)
	if n.HasClosure() {
		text = append(text, n.ClosureLine.Value(src)...)
	}
	return text
}

func within(node ast.Node, kind ast.NodeKind) bool {
	for p := node.Parent(); p != nil; p = p.Parent() {
		if p.Kind() == kind {
			return true
		}
	}
	return false
}

// A finder looks up where links lead to. It is shown the nodes of the text in
// order, each after its children, and remembers how far they have taken it.
type finder struct {
	src         []byte
	definitions map[string]int // offsets of addresses, by normal label
	seen        int            // the end of what was shown
}

// findDefinitions finds the addresses of reference links (`[label]: address`).
func findDefinitions(doc ast.Node, src []byte) map[string]int {
	definitions := make(map[string]int)
	_ = ast.Walk(doc, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		n, ok := node.(*ast.LinkReferenceDefinition)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		label := util.ToLinkReference(n.Label)
		if _, ok := definitions[label]; !ok { // of several the first counts
			definitions[label] = offsetAfter(src, max(n.Pos(), 0), "]:", n.Destination)
		}
		return ast.WalkContinue, nil
	})
	return definitions
}

// offsetAfter returns the offset of what, behind the next mark after from, if both are near.
func offsetAfter(src []byte, from int, mark string, what []byte) int {
	const near = 1000
	within := func(length int) []byte { return src[from:min(len(src), from+near+length)] }
	if i := bytes.Index(within(len(mark)), []byte(mark)); i >= 0 {
		from += i + len(mark)
	}
	if i := bytes.Index(within(len(what)), what); i >= 0 {
		from += i
	}
	return from
}

// address returns where a node leads to, and false for one that is no link.
func (f *finder) address(node ast.Node) (address, bool) {
	switch n := node.(type) {
	case *ast.Text:
		f.seen = n.Segment.Stop
	case *ast.Link:
		return f.link(n, n.Destination, n.Reference), true
	case *ast.Image:
		return f.link(n, n.Destination, n.Reference), true
	case *ast.AutoLink:
		if n.AutoLinkType == ast.AutoLinkURL {
			url := n.URL(f.src)
			return address{at: n.Pos(), text: string(url), url: string(util.URLEscape(url, false))}, true
		}
	}
	return address{}, false
}

// link returns the address of the link after its text has been shown.
func (f *finder) link(node ast.Node, destination []byte, ref *ast.ReferenceLink) address {
	a := address{text: string(destination), url: string(util.URLEscape(destination, true))}
	if ref != nil {
		a.at = f.definitions[util.ToLinkReference(ref.Value)]
		return a
	}
	a.at = offsetAfter(f.src, max(f.seen, node.Pos()), "](", destination)
	f.seen = a.at + len(destination)
	return a
}

// plainText returns the text of inline nodes without their markup, with values in
// the place of variables, keyed by name; some of these may be said in other forms.
func plainText(node ast.Node, src []byte, values map[string]Value, instead map[*variable]slot) string {
	var b strings.Builder
	for c := node.FirstChild(); c != nil; c = c.NextSibling() {
		switch n := c.(type) {
		case *ast.Text:
			b.WriteString(plainSegment(n, src))
		case *ast.String:
			text := string(n.Value) // a typographic mark, or a part of a script
			if !n.IsRaw() {
				text = html.UnescapeString(text)
			}
			b.WriteString(text)
		case *variable:
			said, ok := instead[n]
			if !ok {
				said = n.slot
			}
			b.WriteString(said.text(values))
		default:
			b.WriteString(plainText(c, src, values, instead))
		}
	}
	return b.String()
}

func plainSegment(n *ast.Text, src []byte) string {
	text := html.UnescapeString(string(util.UnescapePunctuations(n.Segment.Value(src))))
	if n.SoftLineBreak() || n.HardLineBreak() {
		text += " "
	}
	return text
}

// opening returns the first paragraph of the chapter as plain text with values in
// the place of its variables, names before pronouns, or "" where it has none.
func (c *chapter) opening(src []byte, values map[string]Value) string {
	return firstParagraph(c.body, src, values)
}

// firstParagraph returns the first paragraph of a text as opening does, or "" if there is none.
func firstParagraph(body ast.Node, src []byte, values map[string]Value) string {
	for node := body.FirstChild(); node != nil; node = node.NextSibling() {
		if node.Kind() == ast.KindParagraph {
			var inside []*variable
			_ = ast.Walk(node, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
				if v, ok := n.(*variable); ok && entering {
					inside = append(inside, v)
				}
				return ast.WalkContinue, nil
			})
			return plainText(node, src, values, nameFirst(inside))
		}
	}
	return ""
}

// render returns the chapter as HTML with values in the place of its
// variables, keyed by name. Values are plain text and are escaped here. HTML is kept
// as the policy says; nil keeps none.
func (c *chapter) render(src []byte, values map[string]Value, keep *policy) (markup.HTML, error) {
	r := renderer.NewRenderer(renderer.WithNodeRenderers(
		util.Prioritized(output.NewRenderer(), 1000),
		util.Prioritized(extension.NewDefinitionListHTMLRenderer(), 500),
		util.Prioritized(valueRenderer(values), 100),
		util.Prioritized(fenceRenderer{}, 100),
	))
	if keep != nil {
		r.AddOptions(renderer.WithNodeRenderers(util.Prioritized(htmlRenderer{keep}, 50)))
	}
	var b bytes.Buffer
	if err := r.Render(&b, src, c.body); err != nil {
		return "", err
	}
	if keep != nil && len(c.rawHTML) > 0 {
		return balance(b.Bytes())
	}
	return markup.HTML(b.String()), nil
}

// htmlRenderer writes HTML of the author's, as far as the policy lets it pass.
type htmlRenderer struct{ policy *policy }

// RegisterFuncs implements [renderer.NodeRenderer].
func (h htmlRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindRawHTML, h.inline)
	reg.Register(ast.KindHTMLBlock, h.block)
}

func (h htmlRenderer) inline(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkSkipChildren, nil
	}
	_, err := w.Write(h.policy.clean(node.(*ast.RawHTML).Segments.Value(src)))
	return ast.WalkSkipChildren, err
}

func (h htmlRenderer) block(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	_, err := w.Write(h.policy.clean(blockHTML(node.(*ast.HTMLBlock), src)))
	return ast.WalkContinue, err
}

// A variable is a rule's variable in braces, as a node of the text.
type variable struct {
	ast.BaseInline
	slot
	at      int // offset of the opening brace
	inImage bool
}

// Kind implements [ast.Node]. Kinds are handed out by a global counter, so this
// one has to live in a package variable.
func (*variable) Kind() ast.NodeKind { return kindVariable }

var kindVariable = ast.NewNodeKind("Variable")

// Dump implements [ast.Node].
func (v *variable) Dump(source []byte, level int) {
	ast.DumpHelper(v, source, level, map[string]string{"Name": v.name}, nil)
}

// braceParser reads `{C}`. It takes every brace that is not escaped or in code,
// so that slips are found and not printed.
type braceParser struct{}

// longestSlot is how many bytes a variable in braces has at most.
const longestSlot = 1000

// Trigger implements [parser.InlineParser].
func (braceParser) Trigger() []byte { return []byte{'{'} }

// Parse implements [parser.InlineParser].
func (braceParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, segment := block.PeekLine()
	v := &variable{at: segment.Start}
	end := bytes.IndexByte(line[:min(len(line), longestSlot)], '}')
	if end < 0 {
		block.Advance(1)
		return v
	}
	name, form, dotted := strings.Cut(string(line[1:end]), ".")
	if form = strings.TrimSpace(form); !dotted || form != "" {
		v.slot = slot{name: variableName(name), form: form}
	}
	block.Advance(end + 1)
	return v
}

// valueRenderer writes the values of variables, keyed by name.
type valueRenderer map[string]Value

// RegisterFuncs implements [renderer.NodeRenderer].
func (v valueRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(kindVariable, v.write)
}

func (v valueRenderer) write(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	_, err := w.WriteString(html.EscapeString(node.(*variable).text(v)))
	return ast.WalkContinue, err
}

// fenceRenderer writes fenced blocks of code, those in Ceptre in colour. They
// can be scrolled without a mouse.
type fenceRenderer struct{}

// RegisterFuncs implements [renderer.NodeRenderer].
func (f fenceRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindFencedCodeBlock, f.write)
}

func (fenceRenderer) write(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	text := string(node.Lines().Value(src))
	body := markup.HTML(html.EscapeString(text))
	if fence := node.(*ast.FencedCodeBlock); string(fence.Language(src)) == "ceptre" {
		var err error
		if body, err = code.HTML(text); err != nil {
			return ast.WalkStop, err
		}
	}
	_, err := w.WriteString(`<pre tabindex="0"><code>` + string(body) + "</code></pre>\n")
	return ast.WalkContinue, err
}

// A piece is a plain text, or a slot where it has a name.
type piece struct {
	text string
	slot slot
	at   int // offset of a slot
}

// plainChapter returns a chapter of paragraphs without any markup.
func plainChapter(paragraphs [][]piece) *chapter {
	c := &chapter{body: ast.NewDocument()}
	for _, pieces := range paragraphs {
		node := ast.NewParagraph()
		flow := sentenceStart
		for _, p := range pieces {
			if p.slot.name == "" {
				flow = flow.after(p.text)
				text := ast.NewString([]byte(p.text))
				text.SetRaw(true)
				node.AppendChild(node, text)
				continue
			}
			p.slot.begins, flow = flow == sentenceStart, sentenceMiddle
			v := &variable{slot: p.slot, at: p.at}
			c.vars = append(c.vars, v)
			node.AppendChild(node, v)
		}
		c.body.AppendChild(c.body, node)
	}
	return c
}
