package celf

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/corpustest"
	"github.com/ceptre-graph/ceptre/lang/doubling"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// readText reads and checks a file.
func readText(name string, text []byte) (*signature, syntax.ErrorList) {
	f, errs := Parse(&syntax.Source{Name: name, Text: text})
	sig, more := read(f)
	errs = append(errs, more...)
	errs.Sort()
	return sig, errs
}

// Each file has its signature beside it, without abbreviations, or all that is wrong with it.
func TestRead(t *testing.T) {
	corpustest.Check(t, "testdata/read/*.txtar", func(t *testing.T, in corpustest.Input) []txtar.File {
		sig, errs := readText(in.Name, in.Data)
		requireSound(t, in.Data, errs)
		out := []txtar.File{in.Result("messages", messages(t, errs))}
		if !errs.Failed() {
			requireSame(t, sig)
			out = append(out, in.Result("signature", dump(sig)))
		}
		return out
	})
}

var comments = regexp.MustCompile(` %.*`)

// requireSame checks that a signature is read again as it is printed.
func requireSame(t require.TestingT, sig *signature) {
	text := dump(sig)
	again, errs := readText("again.clf", []byte(text))
	require.False(t, errs.Failed(), "%v\n%s", errs, text)
	require.Equal(t, comments.ReplaceAllString(text, ""), comments.ReplaceAllString(dump(again), ""))
}

// prelude declares the names of random files.
const prelude = `o : type. t : type. a : o. b : o. f : o -> o. g : o -> t -> t. c : t.
p : o -> type. q : o -> t -> type. n : type. m : type. - : q a c. - : q X Y <- q (f X) Y.
fa : o = f a. st : type = {p a * !n}. one : type = (p a -o {n}). pair : type = p b * m. al : type = p.
`

// world draws the text of facts and rules.
type world struct {
	*rapid.T
	open bool // words with capitals are variables
	left bool // of premises
}

// sometimes reports true once in n times.
func (w world) sometimes(n int) bool { return rapid.IntRange(1, n).Draw(w.T, "once in") == n }

func (w world) one(of ...string) string { return rapid.SampledFrom(of).Draw(w.T, "one") }

// term draws a term, which is mostly of the type and mostly without mistakes.
func (w world) term(of string, depth int) string {
	switch {
	case w.sometimes(80):
		return w.one("Z", "_", "n", "r0", "p", "1", "a", "c")
	case of == "o" && depth > 0 && w.sometimes(5):
		return "(f " + w.term("o", depth-1) + ")"
	case of == "o" && w.open:
		return w.one("a", "b", "fa", "X", "X'", "x")
	case of == "o":
		return w.one("a", "b", "fa", "x")
	case depth > 0 && w.sometimes(5):
		return "(g " + w.term("o", depth-1) + " " + w.term("t", depth-1) + ")"
	case w.open:
		return w.one("c", "Y", "Y'", "y")
	}
	return w.one("c", "y")
}

// fact draws an atom, an abbreviation or a rule, with or without a mark.
func (w world) fact(depth int) string {
	mark := w.one("", "", "@", "!")
	switch rapid.IntRange(0, 8).Draw(w.T, "fact") {
	case 0, 1:
		return mark + "p " + w.term("o", 2)
	case 2, 3:
		return mark + "q " + w.term("o", 2) + " " + w.term("t", 2)
	case 4:
		if w.left != w.sometimes(20) {
			return w.one("_", "p _", "(Exists x. p x)", "(Exists z : t. q a z)")
		}
		return w.one("1", "pair", mark+"one", "st", "{p a * {n}}", "(p x -o {p x})")
	case 5:
		if depth > 0 && w.left == w.sometimes(20) {
			return mark + "(" + w.rule(depth-1) + ")"
		}
	case 6:
		return "al " + w.term("o", 1)
	case 7:
		return w.one("1", "pair", "al x", "r0")
	}
	return mark + w.one("n", "m")
}

func (w world) facts(depth int) string {
	parts := []string{w.fact(depth)}
	for w.sometimes(2) {
		parts = append(parts, w.fact(depth))
	}
	return strings.Join(parts, " * ")
}

// rule draws a rule whose variables are bound.
func (w world) rule(depth int) string {
	start := ""
	if !w.open || w.sometimes(3) {
		start = "Pi X. Pi X' : o. Pi Y. Pi Y' : t. "
	}
	w.open = true
	w.left = true
	left := "q X Y * !q X' Y' * q x y * " + w.facts(depth)
	w.left = false
	right := w.facts(depth)
	forms := []string{left + " -o {" + right + "}", "{" + right + "} o- " + left, left + " -o p a -> n -@ {" + right + "}"}
	if w.sometimes(30) {
		forms = []string{left + " -o " + right, right + " <- n <- " + left}
	}
	return start + w.one(forms...)
}

// Random files are read, or the messages have places. What is read is the same when it is read again.
func TestReadRandom(t *testing.T) {
	right, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := world{T: t}
		text := prelude
		for i := range rapid.IntRange(1, 2).Draw(t, "rules") {
			text += fmt.Sprintf("r%d : Pi x. Pi y. %s.\n", i, w.rule(2))
		}
		text += "#trace * Exists x. Exists y. q x y * " + w.facts(1) + ".\n"
		text += "#query * * * 1 Pi x. Pi y. q x y -o " + w.facts(1) + " -o {p x * " + w.facts(1) + "}."
		sig, errs := readText("random.clf", []byte(text))
		requireSound(t, []byte(text), errs)
		all++
		if !errs.Failed() {
			right++
			requireSame(t, sig)
		}
	})
	require.Greater(t, right, all/20)
	require.Less(t, right, all)
}

// Abbreviations that stand for ever more are given up.
func TestExpansion(t *testing.T) {
	text := "o : type. p : o -> type. f : o -> o -> o. a : o. x0 : o = a. s0 : type = p a.\n"
	for i := 1; i < 60; i++ {
		text += fmt.Sprintf("x%d : o = f x%d x%d. s%d : type = s%d * s%d.\n", i, i-1, i-1, i, i-1, i-1)
	}
	_, errs := readText("world.clf", []byte(text+"#trace * p x59.\n#trace * s59.\n"))
	require.Len(t, errs, 1)
	require.ErrorContains(t, errs[0], "the abbreviations up to here stand for more than 4000000 words")

	text = "o : type. p : o -> type. f : o -> o. a : o. x0 : o = a.\n"
	for i := 1; i < 15; i++ {
		text += fmt.Sprintf("x%d : o = %sx%d%s.\n", i, strings.Repeat("f (", 900), i-1, strings.Repeat(")", 900))
	}
	_, errs = readText("world.clf", []byte(text+"#trace * p x14.\n"))
	require.Len(t, errs, 1)
	require.ErrorContains(t, errs[0], "nested too deeply: 10000 levels are allowed")
}

// BenchmarkRead reads and checks files that double in size.
func BenchmarkRead(b *testing.B) {
	for name, line := range map[string]string{
		"right": "r%[1]d : Pi C : o. p C * q C L * !n -o {p C * @q (f C) L}. k%[1]d : o. - : q k%[1]d c.\n",
		"wrong": "r%[1]d : Pi C : o. p D * q C s%[1]d -o {p X%[1]d}. p%[1]d : O. - : pp k%[1]d.\n",
	} {
		b.Run(name, func(b *testing.B) {
			doubling.Measure(b, 1000, func(n int) func() {
				text := prelude
				for i := range n {
					text += fmt.Sprintf(line, i)
				}
				return func() { readText("world.clf", []byte(text)) }
			})
		})
	}
}
