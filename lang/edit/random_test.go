package edit

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/examples"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/corpustest"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// programs returns the texts of the examples and kits, and those of the tests of this package.
func programs(t *testing.T) []string {
	var all []string
	names, err := fs.Glob(examples.FS, "*.cep")
	require.NoError(t, err)
	for _, name := range names {
		text, err := fs.ReadFile(examples.FS, name)
		require.NoError(t, err)
		all = append(all, string(text))
	}
	kits, err := filepath.Glob("../../cmd/kits/texts/*.cep")
	require.NoError(t, err)
	require.NotEmpty(t, kits)
	for _, name := range kits {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		all = append(all, string(text))
	}
	for _, in := range corpustest.Inputs(t, "testdata/*.txtar") {
		all = append(all, string(in.Data))
	}
	return all
}

// oneOf returns an element of a list, and the zero value of an empty list.
func oneOf[E any](r *rand.Rand, list []E) (e E) {
	if len(list) > 0 {
		e = list[r.IntN(len(list))]
	}
	return e
}

// nodes returns all parts of a text.
func nodes(f *syntax.File) []*outline.Node {
	root, _ := outline.Locate(f, "")
	var all []*outline.Node
	var visit func(n *outline.Node)
	visit = func(n *outline.Node) {
		all = append(all, n)
		for _, side := range []string{"", "h", "l", "r", "c"} {
			for _, m := range n.Parts(side) {
				visit(m)
			}
		}
		all = append(all, n.Texts()...)
	}
	visit(root)
	return all[1:]
}

// randomPath draws the path of a part: mostly of one that fits, "" if none does.
func randomPath(r *rand.Rand, all []*outline.Node, ok func(*outline.Node) bool) string {
	if r.IntN(10) > 0 {
		all = slices.DeleteFunc(slices.Clone(all), func(n *outline.Node) bool { return !ok(n) })
	}
	if len(all) == 0 {
		return ""
	}
	return oneOf(r, all).Path
}

// randomEdit draws an edit that may fit a program.
func randomEdit(r *rand.Rand, a *lang.Analysis) Edit {
	verbs := []string{"type", "constant", "predicate", "numbers", "stage", "rule", "link", "clause", "context", "run",
		"never", "fact", "premise", "compare", "duplicate", "move", "mode", "term", "operator", "interactive", "bound",
		"start", "ends", "comment", "replace", "premise", "compare", "duplicate", "move", "move", "mode", "mode", "term",
		"term", "fact", "invariant", "count", "number", "sum", "claim", "scope", "count", "number", "sum", "claim", "scope"}
	e := Edit{Do: oneOf(r, verbs)}
	all := nodes(a.File)
	at := func(ok func(*outline.Node) bool) string { return randomPath(r, all, ok) }
	pick := func(from ...string) string { return oneOf(r, from) }
	var types, preds, stages, contexts []string
	for _, x := range a.Known.Types {
		types = append(types, x.Name)
	}
	for _, x := range a.Known.Preds {
		preds = append(preds, x.Name)
	}
	for _, x := range a.Known.Stages {
		stages = append(stages, x.Name)
	}
	for _, d := range a.File.Decls {
		if d, ok := d.(*syntax.Context); ok {
			contexts = append(contexts, d.Name.Text)
		}
	}
	name := func() string {
		return pick("foo", "bar", "a-b", "baz", "stage", "main", "x y", "Qu", "")
	}
	isCount := func(n *outline.Node) bool { return n.Side == "c" }
	invariant := func(n *outline.Node) bool {
		s, ok := n.Decl.(*syntax.Statement)
		return ok && n.Expr == nil && s.Op != ""
	}
	isItem := func(n *outline.Node) bool { return n.Expr != nil && n.Up.Expr == nil }
	switch e.Do {
	case "type", "numbers", "stage", "context":
		e.Name = name()
	case "constant":
		e.At, e.Name = at(isTypeDecl), name()
		if r.IntN(2) == 0 {
			e.Types = []string{pick(types...)}
		}
	case "predicate":
		e.Name, e.Kind = name(), pick("pred", "bwd", "")
		for range r.IntN(3) {
			e.Types = append(e.Types, pick(types...))
		}
	case "rule":
		e.At, e.Name = at(isDecl[*syntax.Stage]), name()
	case "link":
		e.Name, e.From, e.To = name(), pick(stages...), pick(append(stages, "")...)
	case "clause":
		e.Pred = pick(preds...)
	case "run":
		e.Stage, e.Context, e.Bound = pick(stages...), pick(append(contexts, "")...), pick("", "_", "7")
	case "never", "invariant":
		e.Name, e.Stage, e.Pred = name(), pick(append(stages, "")...), pick(append(preds, "")...)
	case "fact":
		e.At, e.Pred = at(isFactList), pick(append(preds, contexts...)...)
	case "premise":
		e.At, e.Pred, e.Side = at((&change{Analysis: a}).isBody), pick(preds...), pick("l", "r")
		if i := r.IntN(5) - 1; i >= 0 {
			e.Index = &i
		}
	case "compare":
		e.At, e.Op = at((&change{Analysis: a}).isBody), pick("", "==", "<>", "<")
	case "count":
		e.At, e.Pred, e.Side = at(invariant), pick(append(preds, "")...), pick("l", "r")
		if e.Pred == "" {
			e.Term = pick("0", "7", "seven")
		}
	case "number":
		e.At, e.Term = at(isCount), pick("0", "1", "2", "40", "", "-1")
	case "sum":
		e.At = at(isCount)
		if i := r.IntN(4) - 1; i >= 0 {
			e.Index = &i
		}
	case "claim":
		e.At, e.Kind = at(isDecl[*syntax.Statement]), pick("never", "invariant")
	case "scope":
		e.At, e.Stage = at(isDecl[*syntax.Statement]), pick(append(stages, "")...)
	case "duplicate":
		e.At = at(func(n *outline.Node) bool { return n.Expr == nil || isItem(n) })
	case "move":
		e.At, e.After = at(func(n *outline.Node) bool { return n.Expr == nil || isItem(n) }), r.IntN(2) == 0
		from, _ := outline.Locate(a.File, e.At)
		c := &change{Analysis: a}
		e.To = at(func(n *outline.Node) bool {
			if from.Expr != nil {
				return n.Expr != nil && n.Up.Path == from.Up.Path && n.Side == from.Side || isFactList(from.Up) && isItem(n)
			}
			return n.Expr == nil && kindOf(c, n) == kindOf(c, from) || from.Rule != nil && isDecl[*syntax.Stage](n)
		})
	case "mode":
		e.At = at(func(n *outline.Node) bool { return isPremise(n) || isCount(n) })
		e.Mode = pick("used", "kept", "permanent", "made")
	case "term":
		e.At, e.Term = at(isArgument), pick("X", "_", "N + 1", "2 * N", "0", `"a"`, "foo", "s N", "Y", "-", "a")
		n, _ := outline.Locate(a.File, e.At)
		if n.Expr != nil && r.IntN(2) == 0 {
			other := func(m *outline.Node) bool { return !isArgument(m) || m.Decl != n.Decl }
			same := slices.DeleteFunc(slices.Clone(all), other)
			if len(same) > 0 {
				e.Term = syntax.ExprString(oneOf(r, same).Expr)
			}
		}
	case "operator":
		e.At, e.Op = at(isComparison), pick("==", "<>", "<", "<=", ">", ">=")
		if r.IntN(2) == 0 {
			e.At = at(invariant)
		}
	case "interactive":
		e.At, e.On = at(isDecl[*syntax.Stage]), r.IntN(2) == 0
	case "bound":
		e.At, e.Bound = at(isDecl[*syntax.Trace]), pick("", "_", "7")
	case "start":
		e.At, e.Stage, e.Context = at(isDecl[*syntax.Trace]), pick(stages...), pick(append(contexts, "")...)
	case "ends":
		e.At, e.From, e.To = at(isDecl[*syntax.Rule]), pick(stages...), pick(append(stages, "")...)
	case "replace":
		e.At = at(func(*outline.Node) bool { return true })
		n, _ := outline.Locate(a.File, e.At)
		e.Text = a.File.Source.Slice(n.Span)
	case "comment":
		e.At = at(func(n *outline.Node) bool { return n.Expr == nil })
		e.Text = pick("", "one line", "two\nlines", "% with a percent sign", "a\n\nb")
	}
	return e
}

// parts returns what a program says, in pieces that edits change one by one: declarations, and rules with their stages.
func parts(f *syntax.File) map[string]int {
	all := make(map[string]int)
	put := func(prefix string, d syntax.Decl) {
		var text strings.Builder
		if err := syntax.Fprint(&text, &syntax.File{Decls: []syntax.Decl{d}}); err != nil {
			panic(err)
		}
		all[prefix+text.String()]++
	}
	for _, d := range f.Decls {
		stage, ok := d.(*syntax.Stage)
		if !ok {
			put("", d)
			continue
		}
		put("", &syntax.Stage{Name: stage.Name})
		for _, r := range stage.Rules {
			put(stage.Name.Text+": ", r)
		}
	}
	return all
}

// written returns how each part is written, with its indentation, by what it says. Blanks within lines, which columns
// need, are one.
func written(f *syntax.File) map[string][]string {
	all := make(map[string][]string)
	put := func(prefix string, d syntax.Decl) {
		var says strings.Builder
		if err := syntax.Fprint(&says, &syntax.File{Decls: []syntax.Decl{d}}); err != nil {
			panic(err)
		}
		lines := strings.Split(f.Source.Slice(d.Range()), "\n")
		for i, line := range lines {
			code := strings.TrimLeft(line, " ")
			lines[i] = line[:len(line)-len(code)] + strings.Join(strings.Fields(code), " ")
		}
		key := prefix + says.String()
		all[key] = append(all[key], strings.Join(lines, "\n"))
	}
	for _, d := range f.Decls {
		if stage, ok := d.(*syntax.Stage); ok {
			for _, r := range stage.Rules {
				put(stage.Name.Text+": ", r)
			}
			continue
		}
		put("", d)
	}
	for _, texts := range all {
		slices.Sort(texts)
	}
	return all
}

// without returns how many of the parts of a are not in b.
func without(a, b map[string]int) int {
	n := 0
	for text, count := range a {
		n += max(0, count-b[text])
	}
	return n
}

// bounds are how many parts an edit may change or remove at the most, and how many it makes or changes.
func bounds(e Edit, f *syntax.File) (gone, made int) {
	n, _ := outline.Locate(f, e.At)
	switch e.Do {
	case "comment", "replace":
		return 0, 0
	case "type", "constant", "predicate", "link", "clause", "context", "run", "never", "invariant":
		return 0, 1
	case "numbers":
		return 0, 2
	case "rule":
		if e.At == "" {
			return 0, 2 // with its stage
		}
		return 0, 1
	case "interactive":
		if e.On {
			return 0, 1
		}
		return 1, 1
	case "stage":
		loose := 0
		for _, d := range f.Decls {
			if _, ok := d.(*syntax.Rule); ok {
				loose++
			}
		}
		return loose, loose + 2
	case "duplicate":
		switch {
		case n.Expr != nil:
			return 1, 1
		case isDecl[*syntax.Stage](n):
			return 0, len(n.Parts("")) + 3
		}
		return 0, 1
	case "move":
		to, _ := outline.Locate(f, e.To)
		switch {
		case n.Expr != nil && n.Up.Path != to.Up.Path:
			return 2, 2
		case n.Expr == nil && n.Rule == nil:
			return 0, 0
		}
		return 1, 1
	}
	return 1, 1
}

// growth is how many parts a program has more after an edit; the edits of which it depends on more are left out.
var growth = map[string]int{
	"invariant": 1, "count": 0, "number": 0, "sum": 0, "claim": 0, "scope": 0,
	"type": 1, "constant": 1, "predicate": 1, "link": 1, "clause": 1, "context": 1, "run": 1, "never": 1, "numbers": 2,
	"move": 0, "premise": 0, "fact": 0, "compare": 0, "mode": 0, "term": 0, "operator": 0, "bound": 0, "start": 0,
	"ends": 0, "comment": 0, "replace": 0,
}

// comments returns the comments of a text, each with its number.
func comments(f *syntax.File) map[string]int {
	all := make(map[string]int)
	for _, c := range f.Comments {
		all[strings.TrimSpace(c.Text)]++
	}
	return all
}

// TestRandomEdits applies random edits to programs, right and broken ones. All that an edit does not concern stays.
func TestRandomEdits(t *testing.T) {
	all := programs(t)
	made := make(map[string]int)
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		text := oneOf(r, all)
		if r.IntN(4) == 0 {
			lines := strings.SplitAfter(text, "\n")
			i := r.IntN(len(lines))
			text = strings.Join(slices.Delete(lines, i, i+1), "")
		}
		switch r.IntN(8) {
		case 0:
			text = strings.ReplaceAll(text, "\n", "\r\n")
		case 1:
			text = bom + strings.ReplaceAll(text, "\n  ", "\n\t")
		case 2:
			text = strings.ReplaceAll(text, ".\n", ". ") // where no comment ends the line
		}
		kept := lang.Analyse("t.cep", []byte(text)) // as editors keep it between edits
		for range 6 {
			before := lang.Analyse("t.cep", []byte(text))
			e := randomEdit(r, before)
			got, err := applied("t.cep", text, e)
			if err != nil {
				require.Nil(t, got)
				continue
			}
			made[e.Do]++
			again, err := Apply(kept, e)
			require.NoError(t, err)
			require.Equal(t, got.Text, again.Text)
			checkEdit(t, before, e, got)
			text, kept = got.Text, again.After
		}
	})
	t.Log(made)
}

// checkEdit compares a text with what came of an edit of it.
func checkEdit(t *rapid.T, before *lang.Analysis, e Edit, got *Result) {
	src := before.File.Source
	_, old := syntax.Parse(src)
	file, errs := syntax.Parse(&syntax.Source{Name: "t.cep", Text: []byte(got.Text)})
	require.LessOrEqual(t, len(errs), len(old), "%+v\n%s", e, got.Text)
	if !before.Errors.Failed() {
		after := lang.Analyse("t.cep", []byte(got.Text))
		require.False(t, after.Errors.Failed(), "%+v: %v\n%s", e, after.Errors, got.Text)
	}
	if laid, _, wrong := syntax.Format(src); len(wrong) == 0 && string(laid) == string(src.Text) {
		again, _, _ := syntax.Format(file.Source)
		require.Equal(t, string(again), got.Text, "%+v", e)
		require.True(t, got.After.Formatted || len(errs) > 0, "%+v", e)
	} else {
		require.False(t, got.After.Formatted, "%+v", e)
	}
	if e.Do != "comment" {
		require.Zero(t, without(comments(before.File), comments(file)), "%+v\n%s\n=>\n%s", e, src.Text, got.Text)
	}
	if strings.Contains(string(src.Text), "\r\n") {
		require.Equal(t, strings.Count(got.Text, "\n"), strings.Count(got.Text, "\r\n"), "%+v\n%q", e, got.Text)
	}
	if e.Do == "replace" { // by itself
		require.Equal(t, string(src.Text), got.Text, "%+v", e)
	}
	was, is := parts(before.File), parts(file)
	gone, made := bounds(e, before.File)
	require.LessOrEqual(t, without(was, is), gone, "%+v\n%s\n=>\n%s", e, src.Text, got.Text)
	require.LessOrEqual(t, without(is, was), made, "%+v\n%s\n=>\n%s", e, src.Text, got.Text)
	if e.Do != "comment" { // which facts have within their context
		now := written(file)
		for says, texts := range written(before.File) {
			if was[says] == is[says] {
				require.Equal(t, texts, now[says], "%+v\n%s\n=>\n%s", e, src.Text, got.Text)
			}
		}
	}
	if grown, ok := growth[e.Do]; ok {
		require.Equal(t, grown, without(is, nil)-without(was, nil), "%+v\n%s\n=>\n%s", e, src.Text, got.Text)
	}
	checkFocus(t, before.File, file, e, got.Focus)
}

// checkFocus looks at what the focus of a changed text is.
func checkFocus(t *rapid.T, before, after *syntax.File, e Edit, focus string) {
	n, ok := outline.Locate(after, focus)
	require.True(t, ok, "%+v: %s", e, focus)
	switch e.Do {
	case "type", "numbers", "constant", "predicate", "stage", "context", "rule", "link":
		if e.Name != "" {
			require.Equal(t, e.Name, nameOf(n).Text, "%+v: %s", e, focus)
		}
	case "premise", "fact", "clause":
		if e.Do == "clause" {
			n = n.Parts("h")[0]
		}
		require.Equal(t, e.Pred, predOf(n.Expr), "%+v: %s", e, focus)
	case "count":
		require.Equal(t, e.Pred, predOf(n.Expr), "%+v: %s", e, focus)
	case "compare", "operator":
		s, _ := n.Decl.(*syntax.Statement)
		require.True(t, isComparison(n) || s.Op != "", "%+v: %s", e, focus)
	case "term":
		x, err := readTerm(e.Term)
		require.NoError(t, err)
		require.Equal(t, syntax.ExprString(x), syntax.ExprString(n.Expr), "%+v: %s", e, focus)
	case "move":
		from, _ := outline.Locate(before, e.At)
		require.Equal(t, strings.Fields(before.Source.Slice(from.Span)), strings.Fields(after.Source.Slice(n.Span)),
			"%+v: %s", e, focus)
	}
}
