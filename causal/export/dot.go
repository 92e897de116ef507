package export

import (
	"io"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/digraph"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// writeDOT writes the bipartite graph in the dialect of the older Ceptre's trace.dot, so that
// readers of that file read this one: facts are filled ovals labelled `(at ann home)`, permanent
// ones `!(gone ann)`; steps are filled boxes labelled with the rule, a line break and the
// arguments. A fact only read, which the older dialect lacks, has a dashed arrow of the class
// "read"; a comment marks the graph as one of ours. Ids are the ids of the trace. Names that do not
// fit a label stand beside it, too. It has no looks in common with the pictures of package render:
// readers of this dialect rely on its labels.
func writeDOT(w io.Writer, r *run) ([]string, error) {
	g := digraph.New("trace")
	g.Dense = true
	g.Set(digraph.With("comment", digraph.Text(trace.Format)))
	n := 0
	for range arcs(r.Trace) {
		n++
	}
	if n > hasteArcs { // less search for the best places, and straight lines
		g.Set(digraph.With("nslimit", "0.2"))
		g.Set(digraph.With("mclimit", "0.1"))
		g.Set(digraph.With("splines", "line"))
	}
	r.nodesDOT(g)
	for a := range arcs(r.Trace) {
		from, to := a.ends()
		var style []digraph.Attr
		if a.kind == read {
			style = []digraph.Attr{digraph.With("style", "dashed"), digraph.With("class", "read")}
		}
		g.Edge(digraph.ID(from), digraph.ID(to), style...)
	}
	_, err := w.Write(g.Bytes())
	return append(leftOut(r.Trace), escapes(r, visible.Line)...), err
}

func (r *run) nodesDOT(g *digraph.Graph) {
	for i := range r.Resources {
		res := r.Resources[i].Resource
		g.Node(digraph.ID(res.ID.String()), digraph.With("style", "filled"),
			digraph.With("fillcolor", "skyblue"), termDOT(res.Pred, res.Args), labelDOT(factDOT(res)))
	}
	for _, e := range r.Events() {
		s := r.Step(e)
		g.Node(digraph.ID(s.ID.String()), digraph.With("shape", "box"),
			digraph.With("style", "filled"), digraph.With("fillcolor", "green"),
			termDOT(r.Label(e), s.Args), labelDOT(r.Label(e), words(s.Args)))
	}
}

// hasteArcs is with how many arcs Graphviz is told to hurry. Up to here it takes
// seconds at most, beyond it can take hours.
const hasteArcs = 300

// factDOT returns a fact in parentheses, as the older Ceptre prints it.
func factDOT(r *trace.Resource) string {
	fact := "(" + r.Fact().String() + ")"
	if r.Persistent {
		return "!" + fact
	}
	return fact
}

// labelDOT returns the attribute "label" of lines; empty lines are dropped, and invisible characters
// are made visible.
func labelDOT(lines ...string) digraph.Attr {
	var kept []string
	for _, line := range lines {
		if line != "" {
			kept = append(kept, visible.Line(line))
		}
	}
	return digraph.With("label", digraph.Text(strings.Join(kept, "\n")))
}

// termDOT returns the attribute "term" for a node with a name that does not read back from its
// label, such as `a b`, since names of other engines may be any text; without a value where the label will do. It
// holds the fact, or the rule with its arguments, as a term in the JSON of traces. Graphviz passes over it.
func termDOT(head string, args []trace.Term) digraph.Attr {
	if isWord(head) && head != quiescence && allRead(args) {
		return digraph.Attr{}
	}
	text, _ := trace.Term{Head: head, Args: args}.MarshalJSON() // of what a trace holds this never fails
	return digraph.With("term", digraph.JSON(strings.TrimSpace(string(text))))
}

// quiescence is what the older Ceptre calls the fact that nothing else can happen.
const quiescence = "qui"

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
