package export

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/lang/visible"
)

// The limits of Mermaid's default configuration, which pages can raise and
// charts cannot.
const (
	mermaidArrows = 500
	mermaidText   = 50_000 // UTF-16 code units
)

// writeMermaid writes the bipartite graph as a flowchart from the top down: facts are rounded,
// steps are boxes. Facts only read hang on a dotted line without a head, as in drawings of
// contextual nets: Mermaid 12 draws a dotted line that crosses others as a solid one, so dots
// alone would not suffice. Reads of stage tokens are left out: their arrows would hide the others.
func writeMermaid(w io.Writer, r *run) ([]string, error) {
	c := &chart{run: r}
	c.WriteString("flowchart TD\n")
	for i := range r.Resources {
		res := r.Resources[i].Resource
		fmt.Fprintf(c, "    %v([\"%s\"])\n", res.ID, escapeMermaid(res.String()))
	}
	for _, e := range r.Events() {
		fmt.Fprintf(c, "    %v[\"%s\"]\n", r.Step(e).ID, escapeMermaid(r.Named(e)))
	}
	for a := range arcs(r.Trace) {
		c.arrow(a)
	}
	_, err := io.WriteString(w, c.String())
	notes := append(leftOut(r.Trace), escapes(r, visible.Line)...)
	if c.tokens {
		notes = append(notes, "left out, since they would hide the rest: arrows from the tokens of stages to the "+
			"steps that read them")
	}
	if c.arrows > mermaidArrows || c.Len() > mermaidText {
		notes = append(notes, fmt.Sprintf("the chart has %d arrows and %d bytes: Mermaid draws at most %d arrows and %d "+
			"characters unless the page raises maxEdges and maxTextSize",
			c.arrows, c.Len(), mermaidArrows, mermaidText))
	}
	return notes, err
}

// chart is a flowchart in the making.
type chart struct {
	strings.Builder
	run    *run
	arrows int
	tokens bool // some were read
}

func (c *chart) arrow(a arc) {
	arrow := "-->"
	if a.kind == read {
		arrow = "-.-"
		if c.run.Resource(a.resource).StageToken() {
			c.tokens = true
			return
		}
	}
	from, to := a.ends()
	fmt.Fprintf(c, "    %s %s %s\n", from, arrow, to)
	c.arrows++
}

// escapeMermaid returns a text as it can stand between quotes in a chart. All
// but letters, digits and a few signs without meaning become numeric entities,
// which Mermaid writes without the `&`.
func escapeMermaid(s string) string {
	var b strings.Builder
	for _, c := range visible.Line(s) {
		if unicode.IsLetter(c) || unicode.IsMark(c) || unicode.IsDigit(c) || strings.ContainsRune(" /!'()", c) {
			b.WriteRune(c)
		} else {
			fmt.Fprintf(&b, "#%d;", c)
		}
	}
	return b.String()
}
