package export

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// writeDOT writes the bipartite graph in the dialect of the older Ceptre's trace.dot, so that
// readers of that file read this one: facts are filled ovals labelled `(at ann home)`, permanent
// ones `!(gone ann)`; steps are filled boxes labelled with the rule, a line break and the
// arguments. A fact only read, which the older dialect lacks, has a dashed arrow of the class
// "read"; a comment marks the graph as one of ours. Ids are the ids of the trace. Names that do not
// fit a label stand beside it, too, see dot_name.go. It shares nothing with render/dot, which writes the
// looks of pictures: readers of this dialect rely on its labels and their escapes.
func writeDOT(w io.Writer, r *run) ([]string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph trace {\ncomment=%s;\n%s", quoteDOT(trace.Format), haste(r.Trace))
	r.nodesDOT(&b)
	for a := range arcs(r.Trace) {
		from, to := a.ends()
		style := ""
		if a.kind == read {
			style = " [style=dashed,class=read]"
		}
		fmt.Fprintf(&b, "%s -> %s%s;\n", from, to, style)
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return append(leftOut(r.Trace), escapes(r, visible.Line)...), err
}

func (r *run) nodesDOT(b *strings.Builder) {
	for i := range r.Resources {
		res := r.Resources[i].Resource
		fmt.Fprintf(b, "%v [style=filled,fillcolor=skyblue,%slabel=%s];\n",
			res.ID, termDOT(res.Pred, res.Args), quoteDOT(factDOT(res)))
	}
	for _, e := range r.Events() {
		s := r.Step(e)
		fmt.Fprintf(b, "%v [shape=box,style=filled,fillcolor=green,%slabel=%s];\n",
			s.ID, termDOT(r.Label(e), s.Args), quoteDOT(r.Label(e), words(s.Args)))
	}
}

// hasteArcs is with how many arcs Graphviz is told to hurry. Up to here it takes
// seconds at most, beyond it can take hours.
const hasteArcs = 300

// haste returns the attributes of a large graph: less search for the best places,
// and straight lines.
func haste(t *trace.Trace) string {
	n := 0
	for range arcs(t) {
		n++
	}
	if n <= hasteArcs {
		return ""
	}
	return "nslimit=0.2;\nmclimit=0.1;\nsplines=line;\n"
}

// factDOT returns a fact in parentheses, as the older Ceptre prints it.
func factDOT(r *trace.Resource) string {
	fact := "(" + r.Fact().String() + ")"
	if r.Persistent {
		return "!" + fact
	}
	return fact
}

// quoteDOT returns lines as one quoted string of DOT; empty lines are dropped. In labels Graphviz
// reads `&` as the start of an entity and `\` as that of an escape; invisible characters are made
// visible.
func quoteDOT(lines ...string) string {
	escapes := strings.NewReplacer(`\`, `\\`, `"`, `\"`, `&`, `&amp;`)
	var kept []string
	for _, line := range lines {
		if line != "" {
			kept = append(kept, escapes.Replace(visible.Line(line)))
		}
	}
	return `"` + strings.Join(kept, `\n`) + `"`
}

// termDOT returns the attribute "term" with a comma for a node with a name that does not read back from
// its label, such as `a b`, since names of other engines may be any text; "" where the label will do. It
// holds the fact, or the rule with its arguments, as a term in the JSON of traces. Graphviz passes over it.
func termDOT(head string, args []trace.Term) string {
	if isWord(head) && head != quiescence && allRead(args) {
		return ""
	}
	text, _ := trace.Term{Head: head, Args: args}.MarshalJSON() // of what a trace holds this never fails
	return `term="` + quoteTerm.Replace(strings.TrimSpace(string(text))) + `",`
}

// quiescence is what the older Ceptre calls the fact that nothing else can happen.
const quiescence = "qui"

// quoteTerm quotes JSON in DOT, which knows no backslashes but before quotes.
var quoteTerm = strings.NewReplacer(`\"`, `\u0022`, `\\`, `\u005c`, `"`, `\"`, "\n", "")

// allRead reports whether terms in a label read back as they are.
func allRead(terms []trace.Term) bool {
	for _, t := range terms {
		switch {
		case t.Number && len(t.Args) == 0:
		case len(t.Args) == 0 && trace.Atomic(t.Head).Number, !isWord(t.Head) && !isLiteral(t), !allRead(t.Args):
			return false
		}
	}
	return true
}

// isWord reports whether a name reads back from a label.
func isWord(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsGraphic(r) || strings.ContainsRune(`()"`, r)
	})
}

// isLiteral reports whether a term is a string that reads back from a label.
func isLiteral(t trace.Term) bool {
	inside, ok := strings.CutPrefix(t.Head, `"`)
	inside, closed := strings.CutSuffix(inside, `"`)
	return ok && closed && len(t.Args) == 0 && !strings.ContainsFunc(inside, func(r rune) bool {
		return r == '"' || r == '\\' || !unicode.IsGraphic(r)
	})
}
