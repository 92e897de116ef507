package asp

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// clingo returns all answer sets of a program, sorted, and reports whether it refuses the program as unsafe.
func clingo(t require.TestingT, text string) (models []string, unsafe bool) {
	cmd := exec.Command("clingo", "--verbose=0", "--warn=none", "0")
	cmd.Stdin = strings.NewReader(text)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run() // the status says whether there are answers
	if strings.Contains(errs.String(), "unsafe") {
		return nil, true
	}
	require.NotContains(t, errs.String(), "error", text)
	for line := range strings.Lines(out.String()) {
		if line = strings.TrimSpace(line); line == "SATISFIABLE" || line == "UNSATISFIABLE" {
			continue
		}
		atoms := strings.Fields(line)
		slices.Sort(atoms)
		models = append(models, strings.Join(atoms, " "))
	}
	slices.Sort(models)
	return slices.Compact(models), false
}

// The normal form of a program has the answer sets of the program, and clingo finds the same programs unsafe.
func TestClingo(t *testing.T) {
	if _, err := exec.LookPath("clingo"); err != nil {
		t.Skip("there is no clingo")
	}
	rapid.Check(t, func(rt *rapid.T) {
		text := "q(1..2). q(a). p(1,2). p(2,(1,a)). p(f(1),1). p(2,1). r(1,2). r(a,a). { s(1); s(2) }.\n" +
			genText().Draw(rt, "rule")
		p, errs := parse(text)
		for _, e := range errs {
			require.Equal(rt, "not-supported", string(e.Code), "%s: %s", text, e)
		}
		if len(errs) > 0 {
			rt.Skip("not supported")
		}
		isUnsafe := logic.Check(p).Failed()
		want, unsafe := clingo(rt, text)
		require.Equal(rt, unsafe, isUnsafe, text)
		if unsafe {
			return
		}
		got, _ := clingo(rt, printed(p))
		require.Equal(rt, want, got, "%s\n%s", text, printed(p))
	})
}

// In a rule with a pool, clingo finds variables of one alternative global in the others, too, and refuses some rules
// for that which are safe here. The generators draw pools without, or with the same variables.

// The generators below draw the text of a rule with few names, so that many have answers.

func pick(from ...string) *rapid.Generator[string] { return rapid.SampledFrom(from) }

// join draws several texts with a separator between them.
func join(of *rapid.Generator[string], separator string, least, most int) *rapid.Generator[string] {
	return rapid.Map(rapid.SliceOfN(of, least, most), func(s []string) string { return strings.Join(s, separator) })
}

func genTermText(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		kind := rapid.IntRange(0, 9).Draw(t, "term")
		if depth == 0 {
			kind %= 6
		}
		inner := genTermText(max(depth-1, 0))
		switch kind {
		case 0, 1, 2:
			return pick("X", "X", "Y", "Y", "Z", "_").Draw(t, "variable")
		case 3:
			return pick("1", "2", "a", "-1", "c", "\"s\"").Draw(t, "constant")
		case 4:
			return pick("X+1", "2*X", "0-X", "1-Y", "X+Y", "|X|", "X*Y", "X/2", "X\\2", "2**Y", "0*X").Draw(t, "calculation")
		case 5:
			return pick("1..2", "1..X", "X..Y", "(1;a)", "(1;2)", "f(1)").Draw(t, "several")
		case 6:
			return "f(" + inner.Draw(t, "of") + ")"
		case 7:
			return "(" + join(inner, ",", 2, 2).Draw(t, "tuple") + ")"
		case 8:
			return pick("(1;f(a))", "(X;X+1)", "(1..2;a)", "((1,a);2)").Draw(t, "pool")
		}
		right := pick("1", "2", "-1", "(1;2)", "1..2", "|Z|")
		return "(" + pick("X", "Y", "2", "(1;2)", "1..2").Draw(t, "left") + pick("+", "-", "*").Draw(t, "op") +
			right.Draw(t, "right") + ")"
	})
}

func genAtomText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		if rapid.IntRange(0, 9).Draw(t, "pools") == 0 {
			return pick("p(X,Y;Y,X)", "s(1;2)", "p(X;1,X)", "q(X,1..2;X)").Draw(t, "pool")
		}
		args := genTermText(1)
		if rapid.Bool().Draw(t, "pair") {
			return pick("p(", "r(").Draw(t, "name") + join(args, ",", 2, 2).Draw(t, "args") + ")"
		}
		return pick("q(", "q(", "s(").Draw(t, "name") + args.Draw(t, "arg") + ")"
	})
}

func genComparisonText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		op := pick("=", "=", "=", "!=", "<", "<=", ">", ">=").Draw(t, "op")
		operand := pick("X", "Y", "X", "Y", "Z", "_", "1", "2", "X+1", "2*X", "1-Y", "X+Y", "|X|", "X*Y", "1..2", "1..X",
			"(X;X-1)", "X/2", "X\\2", "2**Y")
		return operand.Draw(t, "left") + " " + op + " " + operand.Draw(t, "right")
	})
}

func genLiteralText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		not := pick("", "", "", "not ", "not not ").Draw(t, "not")
		rest := rapid.OneOf(genAtomText(), genAtomText(), genComparisonText(), pick("#true", "#false"))
		return not + rest.Draw(t, "literal")
	})
}

func genBodyText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		condition := func() string { return join(genLiteralText(), ", ", 0, 2).Draw(t, "condition") }
		guard := func() string {
			return pick("", "not ").Draw(t, "not") + genTermText(0).Draw(t, "bound") +
				pick(" ", " = ", " = ", " < ", " != ").Draw(t, "guard")
		}
		switch rapid.IntRange(0, 7).Draw(t, "body") {
		case 0:
			of := pick("q(X)", "p(X,_)", "s(Y)", "not q(Y)", "not not s(X)", "not r(X,_)", "X < Y", "q(X+1)", "#false")
			given := pick("p(X,Y)", "p(X,Y), q(X)", "p(X,Y), Y < Z", "p(X,Y), not s(X)", "p(X,Y+1)", "p(X,Y), X = 1..2")
			return of.Draw(t, "literal") + " : " + given.Draw(t, "condition")
		case 1:
			return guard() + "{ " + genLiteralText().Draw(t, "element") + " : " + condition() + " }"
		case 2:
			f := pick("#count", "#sum", "#sum+", "#min", "#max").Draw(t, "function")
			tuple := join(genTermText(1), ",", 1, 2).Draw(t, "tuple")
			return guard() + f + " { " + tuple + " : " + condition() + " } " + pick("", "<= 2", "> X").Draw(t, "right")
		}
		return genLiteralText().Draw(t, "literal")
	})
}

func genText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		head := ""
		switch rapid.IntRange(0, 3).Draw(t, "head") {
		case 0, 1:
			head = pick("h(X)", "h(X,Y)", "h", "h(X;1,X)", "h(1..X)", "h(Y;Y,1)", "r(X,Y)").Draw(t, "atom")
		case 2:
			condition := join(genLiteralText(), ", ", 0, 2).Draw(t, "condition")
			head = pick("", "1 ", "X ", "1 < ", "2 = ").Draw(t, "lower") + "{ " +
				pick("h(X)", "h(1..2)", "h(X;X+1)").Draw(t, "atom") + " : " + condition + "; e }"
		}
		given := pick("", "p(X,Y); ", "q(X); ", "q(X), q(Y), ", "p(X,_), r(_,Y), ").Draw(t, "given")
		return head + " :- " + given + join(genBodyText(), "; ", 1, 3).Draw(t, "body") + "."
	})
}
