package celfproof

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
)

// world has each form that answers are about: terms and names of all kinds, facts and backward rules of the signature,
// explicit and inferred arguments, permanent and affine facts, rules in the state, and fresh names.
const world = `
person : type.  room : type.  nat : type.
'ann : person.  bob : person.  hall : room.  loc* : room.  garden-2 : room.
z : nat.  s : nat -> nat.
two : nat = s (s z).
at : person -> room -> type.
adj : room -> room -> type.  way : room -> room -> type.
coins : person -> nat -> type.  leq : nat -> nat -> type.
energy : type.  tired : person -> type.  seen : person -> room -> type.  gift : person -> type.  over : type.

- : adj hall loc*.
- : adj loc* garden-2.
adj/sym : adj X Y -> adj Y X.
- : adj garden-2 garden-2.
way/far : way garden-2 hall.
way/adj : Pi Y. Pi X. adj X Y -> way X Y.
leq/z : leq z N.
leq/s : leq (s N) (s M) <- leq N M.

move : Pi C. Pi L'. energy * at C L * adj L L' -o {at C L' * @tired C * !seen C L'}.
- : energy * at C L * way L L' * at D L' -o {at C L' * at D L'}.
pay=1 : Pi C : person. energy -o coins C (s N) -o coins D M -o leq two (s (s M)) -> {coins C N * coins D (s M)}.
- : energy * @tired C -o {1}.
push : {at C L' * at D L} o- way L L' * at D L' o- at C L o- energy.
recall : energy * !seen C L * at C L -o {at C L * @(Pi L'. energy * at C L' -o {at C L * @over})}.

init : type = { Exists eve. at eve hall * coins eve two * @tired eve *
  {energy * energy * energy * !seen 'ann loc* * 1 * !(Pi L. energy * at bob L -o {at bob L * @tired bob})} *
  @(Pi L. at bob L -o {at bob L * @gift bob}) }.

#query * * * 1 Pi 'dan. init * at 'ann hall * at bob loc* * energy -o
  {at 'ann A * at bob B * at 'dan C * at E F * coins 'dan N * coins E M * !seen 'ann loc* * adj hall loc*}
  o- coins 'dan z o- at 'dan garden-2 * 1.
`

// proofs has predicates of which there are facts in the state, too, with and without an end of those that follow.
const proofs = `
nat : type.  z : nat.  s : nat -> nat.  two : nat = s (s z).
p : nat -> type.  won : nat -> type.  go : type.
leq : nat -> nat -> type.  link : nat -> nat -> type.
leq/z : leq z N.
leq/s : Pi M. leq (s N) (s M) <- leq N M.
- : link z two.  - : link two (s two).
link/sym : link X Y <- link Y X.

less : Pi N. Pi M. go * p N * leq N M * p M -o {p N * @won M * p M}.
know : go * p N * !link N M -o {p M * !leq two N}.
use : go * link N M * p N -o {p N * !link M M}.
- : go * leq N (s (s K)) * p K * leq K two -o {p K * @link K K}.

#query * * * 1 p z * p two * p two * @leq two z * @leq (s z) z * !link z two * !leq two (s z) * @link z z *
  @(1 -o {@won z}) * go * go * go * go -o {p A * p B * p C * !link z two}.
`

func load(t require.TestingT, text string) *lang.Program {
	prog, errs := celf.Load("world.clf", []byte(text))
	require.NotNil(t, prog, errs)
	return prog
}

// TestPrintedRuns: a run that is printed as Celf prints solutions, and read again, is the same.
func TestPrintedRuns(t *testing.T) {
	progs := []*lang.Program{load(t, world), load(t, proofs)}
	rapid.Check(t, func(t *rapid.T) {
		prog := rapid.SampledFrom(progs).Draw(t, "program")
		p := newPrinter(t, prog, 1, rapid.Uint64().Draw(t, "seed"))
		text, want := p.solution(100)
		got, err := Trace(context.Background(), prog, "in", text, 1)
		require.NoError(t, err, text)
		require.Equal(t, want.Steps, got.Steps, text)
		require.Equal(t, want.Resources, got.Resources, text)
		require.Equal(t, want.End, got.End, text)
		require.NoError(t, trace.Validate(got))
		require.NoError(t, replay.Verify(context.Background(), prog, got, replay.VerifyOptions{Exact: true}))
	})
}

// TestDamaged: a solution in which something has changed is refused with its place, or it is another run of the
// program.
func TestDamaged(t *testing.T) {
	prog := load(t, world)
	refused := 0
	rapid.Check(t, func(t *rapid.T) {
		p := newPrinter(t, prog, 1, rapid.Uint64().Draw(t, "seed"))
		text, _ := p.solution(100)
		words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \n[](){},!@.\\", r) })
		lines := strings.SplitAfter(text, "\n")
		switch i := rapid.IntRange(1, len(lines)-2).Draw(t, "line"); rapid.IntRange(0, 3).Draw(t, "damage") {
		case 0:
			text = strings.Join(append(append([]string{}, lines[:i]...), lines[i+1:]...), "")
		case 1:
			text = strings.Join(append(append([]string{}, lines[:i+1]...), lines[i:]...), "")
		default:
			from, to := rapid.SampledFrom(words).Draw(t, "word"), rapid.SampledFrom(words).Draw(t, "other")
			lines[i] = strings.Replace(lines[i], from, to, 1)
			text = strings.Join(lines, "")
		}
		got, err := Trace(context.Background(), prog, "in", text, 1)
		if err != nil {
			refused++
			require.Regexp(t, `^in:\d+:\d+: |^in: there is no solution 1`, err.Error(), text)
			return
		}
		require.NoError(t, trace.Validate(got))
		require.NoError(t, replay.Verify(context.Background(), prog, got, replay.VerifyOptions{}), text)
	})
	require.Positive(t, refused)
}

// small is a world for messages.
const small = `person : type. room : type. ann : person. bob : person. hall : room. bar : room.
at : person -> room -> type. adj : room -> room -> type. cat : type. end : type. seen : room -> type.
- : adj hall bar.
adj/sym : adj X Y -> adj Y X.
move : Pi C. Pi L. at C L * adj L L' -o {at C L' * !seen L'}.
stop : at C bar * cat -o {end}.
#query 4 * * 1 at ann hall * at bob hall * @cat -o {at C L * end}.
`

// good is a solution of it.
const good = `Solution: \[X1, [X2, @X3]]. {
    let {[X4, !X5]} = move !ann !hall [X1, -] in
    let {[X6, !X7]} = move !bob !hall [X2, -] in
    let {[X8, !X9]} = move !ann !bar [X4, adj/sym !-] in
    let {X10} = stop [X6, @X3] in
    [X8, X10]}
 #C = ann
`

// TestRefused has the messages for wrong solutions.
func TestRefused(t *testing.T) {
	prog := load(t, small)
	_, err := Trace(context.Background(), prog, "in", good, 1)
	require.NoError(t, err)
	for _, c := range []struct{ from, to, want string }{
		{"stop [", "stopp [", "in:5:17: world.clf declares no stopp"},
		{"stop [", "adj/sym [", "in:5:17: adj/sym is no forward rule"},
		{"stop [", "- [", "in:5:17: - is no forward rule"},
		{"!ann !bar", "!ann !hall", "in:4:33: L is hall here, but by the premises of move it is bar"},
		{"!ann !bar", "!bob !bar", "in:4:28: C is bob here, but by the premises of move it is ann"},
		{"!ann !bar", "!ann !baar", "in:4:34: world.clf declares no baar"},
		{"!ann !bar", "!ann", "in:4:23: move takes 2 arguments, and has 1 argument here"},
		{"[X4, adj", "[X1, adj", "in:4:39: X1 is gone: move used it up in line 2"},
		{"[X4, adj", "[X44, adj", "in:4:39: X44 is not bound before this"},
		{"[X4, adj", "[X3, adj", "in:4:39: X3 is cat, and move needs at _ _ here"},
		{"adj/sym !-]", "adj/sym !(adj/sym !-)]", "in:4:43: this shows adj hall bar, and move needs adj bar _ here"},
		{"adj/sym !-]", "adj/sym]", "in:4:43: adj/sym has 1 premise, and 0 proofs here"},
		{"adj/sym !-]", "adj/sym !-1]", "in:4:52: world.clf declares no -1"},
		{"[X6, @X3]", "[X6, [@X3, X8]]", "in:5:17: stop has 2 premises, and 3 proofs here"},
		{"{X10}", "{[X10, X11]}", "in:5:5: 2 resources are named here, and stop makes 1 resource"},
		{"{X10}", "{!X10}", "in:5:11: X10 is end here, which is not permanent"},
		{"!X9", "X9", "in:4:15: X9 is seen hall here, which is permanent"},
		{"{X10}", "{X9}", "in:5:10: X9 is bound here, and was bound before"},
		{"[X8, X10]", "X10", "in:6:5: the goal has 2 parts, and 1 proof here"},
		{"[X8, X10]", "[X10, X8]", "in:6:6: X10 is end, and the goal needs at _ _ here"},
		{"[X1, [X2, @X3]]", "[X1, X2]", "in:1:11: 2 resources of the initial state are named here, and the query of " +
			"world.clf:7:1 has 3"},
		{"X2, @X3]]", "X2, !X3]]", "in:1:23: X3 is cat here, which is not permanent"},
		{"let {X10} = stop [X6, @X3] in\n    [X8, X10]", "[X8, X6]",
			"in:5:10: X6 is at bob bar, and the goal needs end here"},
		{"[X8, X10]", "[X8, [X10, X10]]", "in:6:5: the goal has 2 parts, and 3 proofs here"},
		{"stop [X6, @X3]", "stop [X6, X6]", "in:5:27: X6 is at bob bar, and stop needs cat here"},
		{"stop [X6, @X3]", "X99", "in:5:17: X99 is not bound before this"},
		{"stop [X6, @X3]", "X6", "in:6:10: X10 is at bob bar, and the goal needs end here"},
		{"move !bob", "X5 !bob", "in:3:23: X5 is seen bar, and no rule"},
	} {
		text := strings.Replace(good, c.from, c.to, 1)
		require.NotEqual(t, good, text, c.from)
		_, err := Trace(context.Background(), prog, "in", text, 1)
		assert.EqualError(t, err, c.want)
	}
}

// TestQueries: the answer of a query is held against that query, if the text tells which, or else against the first
// that it is an answer of.
func TestQueries(t *testing.T) {
	prog := load(t, "a : type. b : type. c : type. r : a -o {b}. q : b * c -o {1}.\n"+
		"#trace * a.\n#query * * * 1 b -o {b}.\n#query * * * 1 a -o {b}.\n#query * 1 * 2 b * c -o {1}.\n")
	const one = "Solution: \\X1. {let {X2} = r X1 in X2}\n"
	const two = "Solution: \\[X3, X4]. {let {1} = q [X3, X4] in 1}\n"
	for text, steps := range map[string]int{
		one:                                  1,
		two:                                  1,
		"Solution: \\X1. {X1}\n":             0,
		"Query (1) x.\nQuery (1) a.\n" + one: 1,
	} {
		got, err := Trace(context.Background(), prog, "in", text, 1)
		require.NoError(t, err, text)
		require.Len(t, got.Steps, steps)
	}
	_, err := Trace(context.Background(), prog, "in", "Query (1) x.\n"+one, 1)
	require.EqualError(t, err, "in:2:30: X1 is b, and r needs a here")
	_, err = Trace(context.Background(), prog, "in", one+two, 3)
	require.EqualError(t, err, "in: there is no solution 3 in it; it has 2 solutions")
	second, err := Trace(context.Background(), prog, "in", one+two, 2)
	require.NoError(t, err)
	require.Equal(t, "q", second.Steps[0].Rule)
}

// TestValues: what Celf prints below an answer has to be what the facts say. What is no term of the program tells
// nothing.
func TestValues(t *testing.T) {
	prog := load(t, "n : type. z : n. s : n -> n. o : type. k : o. p : n -> o -> type.\nr : p N K -o {p (s N) K}.\n"+
		"#query 1 * * 1 p (s z) k -o {p N K * 1}.")
	const text = "Solution: \\X1. {let {X2} = r X1 in X2}\n"
	for values, want := range map[string]string{
		" #N = s (s z)\n #K = k\nQuery ok.\n":     "",
		" #K = k\n #N = s !(s\n    !z)\n":         "",
		" #N = s (s z)\n #K = l\n":                "",
		" #N = \\x. x\n #K = k\n":                 "",
		" #N =\n":                                 "",
		" #N = s z\n":                             "in:2:7: N is s z here, but by the end of the run it is s (s z)",
		" #N = k\n":                               "in:2:7: N is k here, but by the end of the run it is s (s z)",
		" #N = s (s z)\n #K = z\nIteration 2\n":   "in:3:7: K is z here, but by the end of the run it is k",
		"\nIteration 2\nSolution: {1}\n #N = z\n": "",
	} {
		_, err := Trace(context.Background(), prog, "in", text+values, 1)
		if want == "" {
			require.NoError(t, err, values)
		} else {
			require.EqualError(t, err, want, values)
		}
	}
}

// TestQuotes: names that differ in a quote are told apart, where Celf puts quotes of its own before fresh names.
func TestQuotes(t *testing.T) {
	prog := load(t, "t : type. 'f : t. a : t. p : t -> type. q : t -> type. f : q 'f. r : Pi X. p X * q 'f -o {1}.\n"+
		"#query * * * 1 Pi a. Pi 'b. p a * p 'b * p 'f -o {1}.")
	const text = "Solution: \\!'a. \\!''b. \\[X1, [X2, X3]]. {let {1} = r !'a [X1, f] in let {1} = r !''b [X2, f] in\n" +
		"let {1} = r !'f [X3, f] in 1}"
	got, err := Trace(context.Background(), prog, "in", text, 1)
	require.NoError(t, err)
	require.Len(t, got.Steps, 3)
	_, err = Trace(context.Background(), prog, "in", strings.Replace(text, "r !'a", "r !a", 1), 1)
	require.EqualError(t, err, "in:1:54: X is a here, but by the premises of r it is 'a")
}

// TestStatesOfQueries: the state may be given in parts, by abbreviations, or not at all.
func TestStatesOfQueries(t *testing.T) {
	prog := load(t, "a : type. b : type. c : type. r : a -o {b}. one : type = a. rule : type = c -o {b}.\n"+
		"#query * * * 1 a -o rule -o !c -> one -o {b * b * b}.\n#query * * * 1 {1}.")
	for _, text := range []string{
		"Solution: \\X1. \\X2. \\!X3. \\X4. {let {X5} = r X1 in let {X6} = r X4 in let {X7} = X2 !X3 in [X5, [X6, X7]]}",
		"Query (1) x.\nQuery (1) y.\nSolution: {1}",
	} {
		_, err := Trace(context.Background(), prog, "in", text, 1)
		require.NoError(t, err)
	}
}

// TestArrowsThatPointBack: an answer has premises and states in the order of the arrows of the type that these are part
// of, from the outside to the inside, and the abbreviation of a part counts as that part.
func TestArrowsThatPointBack(t *testing.T) {
	prog := load(t, "a : type. b : type. c : type. r : {c} o- b o- a. rest : type = b -o {c}. q : a -o rest.\n"+
		"#query * * * 1 a -o b -o {c}.\n#query * * * 1 {c} o- b o- a.")
	for _, text := range []string{
		`Solution: \X1. \X2. {let {X3} = r X1 X2 in X3}`,
		`Solution: \X1. \X2. {let {X3} = q X1 X2 in X3}`,
		"Query (1) x.\nQuery (1) y.\n" + `Solution: \X1. \X2. {let {X3} = r X1 X2 in X3}`,
	} {
		got, err := Trace(context.Background(), prog, "in", text, 1)
		require.NoError(t, err, text)
		require.Len(t, got.Steps[0].Consumes, 2)
	}
	_, err := Trace(context.Background(), prog, "in", `Solution: \X1. \X2. {let {X3} = r X2 X1 in X3}`, 1)
	require.EqualError(t, err, "in:1:38: X1 is a, and r needs b here")
}

// TestEnds: the end has to be that of the query.
func TestEnds(t *testing.T) {
	prog := load(t, "a : type. b : type. c : type. r : a * a -o {b}.\n#query * * * 1 a * a * c -o {b * c}.\n"+
		"#query 1 * * 1 a * a * a * a -o {a * a * b}.")
	for text, want := range map[string]string{
		`\[X1, [X2, X3]]. {let {X4} = r [X1, X2] in [X4, X3]}`:             "",
		`\[X1, [X2, X3]]. {let {X4} = r [X1, X2] in X4}`:                   "in:1:54: the goal has 2 parts, and 1 proof here",
		`\[X1, [X2, X3]]. {let {X4} = r [X1, X1] in [X4, X3]}`:             "in:1:47: X1 is used twice here",
		`\[X1, [X2, X3]]. {[X2, X3]}`:                                      "in:1:30: X2 is a, and the goal needs b here",
		`\[X1, [X2, [X3, X4]]]. {let {X5} = r [X1, X2] in [X3, [X4, X5]]}`: "",
	} {
		_, err := Trace(context.Background(), prog, "in", "Solution: "+text, 1)
		if want == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, want)
		}
	}
	prog = load(t, "a : type. b : type. c : type. r : a -o {b}.\n#query * * * 1 a * c -o {b}.\n")
	for text, want := range map[string]string{
		`\[X1, X2]. {let {X3} = r X1 in X3}`: "in:1:42: X2 is left over: c is linear, and the end does not use it",
		`\[X1, X2]. {X1}`:                    "in:1:23: X1 is a, and the goal needs b here",
	} {
		_, err := Trace(context.Background(), prog, "in", "Solution: "+text, 1)
		assert.EqualError(t, err, want)
	}
	prog = load(t, "a : type. b : type. r : a -o {b}. #query * * * 1 a -o {a}.")
	_, err := Trace(context.Background(), prog, "in", `Solution: \X1. {X1}`, 1)
	require.EqualError(t, err, "in:1:17: the answer ends here, but r can still happen")
}

// TestBounds: Celf counts the steps that take a state out of its braces.
func TestBounds(t *testing.T) {
	prog := load(t, "a : type. r : a -o {a}. init : type = {a * {a}}. #query 4 * * 1 init -o {a * a}. #trace 3 init.")
	require.Equal(t, 2, prog.Traces[0].Bound)
	require.Equal(t, 1, prog.Traces[1].Bound)
	const begin = "Solution: \\X1. {let {[X2, X3]} = X1 in let {X4} = X3 in let {X5} = r X2 in "
	for text, want := range map[string]string{
		"let {X6} = r X5 in [X4, X6]}": "",
		"[X4, X5]}":                    "in:1:76: the answer ends here, but r can still happen",
		"let {X6} = r X5 in let {X7} = r X4 in [X6, X7]}": "in:1:106: the query allows 4 steps, and this is one more",
	} {
		_, err := Trace(context.Background(), prog, "in", begin+text, 1)
		if want == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, want)
		}
	}
}

// TestBareStates: an answer may begin with what takes the state apart, without a name for it.
func TestBareStates(t *testing.T) {
	prog := load(t, "a : type. r : a -o {a}. init : type = {a * {a}}. #query 3 * * 1 init -o {a * a}.")
	const text = "Solution: {let {[X2, X3]} = X1 in let {X4} = X3 in let {X5} = r X2 in [X4, X5]}"
	got, err := Trace(context.Background(), prog, "in", text, 1)
	require.NoError(t, err)
	require.Len(t, got.Steps, 1)
	for wrong, want := range map[string]string{
		strings.Replace(text, "= X3", "= X9", 1): "in:1:46: X9 is not bound before this",
		strings.Replace(text, "{", `\X9. {`, 1):  "in:1:34: X1 is not bound before this",
	} {
		_, err := Trace(context.Background(), prog, "in", wrong, 1)
		require.EqualError(t, err, want)
	}
}

// BenchmarkTrace reads long solutions.
func BenchmarkTrace(b *testing.B) {
	prog := load(b, "a : type. b : type. r : a -o {b}. q : b -o {a}. #query 100000 * * 1 a * !b -o {a}.\n")
	var text strings.Builder
	text.WriteString("Solution: \\[X0, !X999999]. {")
	for i := range 50_000 {
		fmt.Fprintf(&text, "let {X%d} = r X%d in\nlet {X%d} = q X%d in\n", 2*i+1, 2*i, 2*i+2, 2*i+1)
	}
	text.WriteString("X100000}")
	for b.Loop() {
		_, err := Trace(context.Background(), prog, "in", text.String(), 1)
		require.NoError(b, err)
	}
}
