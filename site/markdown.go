package site

import (
	"bytes"
	"html"
	"html/template"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	markup "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// This file is the only one that knows the Markdown library. It is CommonMark
// with definition lists, typographic quotes and dashes, and variables in
// braces. Raw HTML and dangerous links are left out.

// A chapter is the text below one heading of level 1 or 2, up to the next.
type chapter struct {
	level   int    // 0 for the text before the first heading
	heading string // as plain text
	source  string // of the heading, as written
	at      int    // offset of the heading's text
	body    ast.Node
	vars    []*variable
	rawHTML []int // offsets of HTML that is left out
}

// empty reports whether there is nothing below the heading.
func (c *chapter) empty() bool { return c.body.FirstChild() == nil }

// parseChapters cuts a Markdown text at its top-level headings of levels 1 and
// 2. The first chapter is the text before them, often empty.
func parseChapters(src []byte) []*chapter {
	md := goldmark.New(goldmark.WithExtensions(extension.Typographer, extension.DefinitionList))
	md.Parser().AddOptions(parser.WithInlineParsers(util.Prioritized(braceParser{}, 50)))
	doc := md.Parser().Parse(text.NewReader(src))

	chapters := []*chapter{{body: ast.NewDocument()}}
	for node := doc.FirstChild(); node != nil; node = doc.FirstChild() {
		if h, ok := node.(*ast.Heading); ok && h.Level <= 2 {
			chapters = append(chapters, newChapter(h, src))
			doc.RemoveChild(doc, node)
			continue
		}
		last := chapters[len(chapters)-1]
		last.body.AppendChild(last.body, node) // moves it out of doc
		last.survey(node)
	}
	return chapters
}

func newChapter(h *ast.Heading, src []byte) *chapter {
	c := &chapter{level: h.Level, at: max(h.Pos(), 0), body: ast.NewDocument()}
	if h.Lines().Len() > 0 {
		c.at = h.Lines().At(0).Start
	}
	c.source = strings.TrimSpace(string(h.Lines().Value(src)))
	c.heading = strings.TrimSpace(plainText(h, src))
	if c.level == 1 { // below a level 2, braces are part of a rule's name
		c.survey(h)
	}
	return c
}

// survey notes what needs checking in a block, and moves its headings up a
// level: the page they end up on has the chapter's heading as its first.
func (c *chapter) survey(block ast.Node) {
	// The walker returns no error, so neither does Walk.
	_ = ast.Walk(block, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := node.(type) {
		case *variable:
			n.inImage = within(n, ast.KindImage)
			c.vars = append(c.vars, n)
		case *ast.RawHTML:
			c.rawHTML = append(c.rawHTML, n.Segments.At(0).Start)
		case *ast.HTMLBlock:
			c.rawHTML = append(c.rawHTML, max(n.Pos(), 0))
		case *ast.Heading:
			n.Level = max(n.Level-1, 2)
		}
		return ast.WalkContinue, nil
	})
}

func within(node ast.Node, kind ast.NodeKind) bool {
	for p := node.Parent(); p != nil; p = p.Parent() {
		if p.Kind() == kind {
			return true
		}
	}
	return false
}

// plainText returns the text of inline nodes without their markup.
func plainText(node ast.Node, src []byte) string {
	var b strings.Builder
	for c := node.FirstChild(); c != nil; c = c.NextSibling() {
		switch n := c.(type) {
		case *ast.Text:
			b.Write(util.UnescapePunctuations(n.Segment.Value(src)))
		case *ast.String:
			b.Write(n.Value)
		default:
			b.WriteString(plainText(c, src))
		}
	}
	return html.UnescapeString(b.String())
}

// render returns the chapter as HTML with values in the place of its
// variables, keyed by name. Values are plain text and are escaped here.
func (c *chapter) render(src []byte, values map[string]string) (template.HTML, error) {
	r := renderer.NewRenderer(renderer.WithNodeRenderers(
		util.Prioritized(markup.NewRenderer(), 1000),
		util.Prioritized(extension.NewDefinitionListHTMLRenderer(), 500),
		util.Prioritized(valueRenderer(values), 100),
	))
	var b bytes.Buffer
	if err := r.Render(&b, src, c.body); err != nil {
		return "", err
	}
	return template.HTML(b.String()), nil
}

// A variable is a rule's variable in braces, as a node of the text.
type variable struct {
	ast.BaseInline
	name    string // with ASCII primes; empty where the braces hold no variable
	at      int    // offset of the opening brace
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

// Trigger implements [parser.InlineParser].
func (braceParser) Trigger() []byte { return []byte{'{'} }

// Parse implements [parser.InlineParser].
func (braceParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, segment := block.PeekLine()
	v := &variable{at: segment.Start}
	end := bytes.IndexByte(line, '}')
	if end < 0 {
		block.Advance(1)
		return v
	}
	v.name = variableName(string(line[1:end]))
	block.Advance(end + 1)
	return v
}

// variableName returns the name with spaces around it dropped and typographic
// primes made ASCII, or "" where s is no name.
func variableName(s string) string {
	s = normalPrimes(strings.TrimSpace(s))
	first, _ := utf8.DecodeRuneInString(s)
	if first != '_' && !unicode.IsLetter(first) {
		return ""
	}
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(`_'/\-`, r) {
			return ""
		}
	}
	return s
}

func normalPrimes(s string) string {
	return strings.NewReplacer("’", "'", "′", "'", "‘", "'", "ʹ", "'", "ʼ", "'").Replace(s)
}

// valueRenderer writes the values of variables, keyed by name.
type valueRenderer map[string]string

// RegisterFuncs implements [renderer.NodeRenderer].
func (v valueRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(kindVariable, v.write)
}

func (v valueRenderer) write(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	_, err := w.WriteString(html.EscapeString(v[node.(*variable).name]))
	return ast.WalkContinue, err
}
