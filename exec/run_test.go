package exec

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

func load(t require.TestingT, text string) *lang.Program {
	p, errs := lang.Load("p.cep", []byte(text))
	require.NotNil(t, p, "%v", errs)
	return p
}

// runText runs the first trace of a program.
func runText(t require.TestingT, text string, o Options) (*trace.Trace, error) {
	p := load(t, text)
	tr, err := Run(context.Background(), p, p.Traces[0], o)
	require.NoError(t, trace.Validate(tr))
	return tr, err
}

// The header says what explanations need of the program, and how it was run.
func TestHeader(t *testing.T) {
	tr, err := runText(t, `n : type. z : n. s n : n. p n : pred. done n : pred. even n : bwd. even z.
		stage one = { p N * even N -o !done N. }
		stage two = { }
		#interactive two.
		stage one * $p _ -o stage two.
		#trace 1 one { p z, p (s z) }.`, Options{Chooser: First(), Seed: 7})
	require.NoError(t, err)
	p := tr.Program
	require.Equal(t, []trace.Type{{Name: "n", Constants: []string{"z"}}}, p.Types)
	require.Equal(t, []trace.Predicate{
		{Name: "p", Args: []string{"n"}, Mode: trace.Linear},
		{Name: "done", Args: []string{"n"}, Mode: trace.Persistent},
		{Name: "even", Args: []string{"n"}, Mode: trace.Backward},
	}, p.Predicates)
	require.Equal(t, []trace.Stage{{Name: "one"}, {Name: "two", Interactive: true}}, p.Stages)
	require.Equal(t, []trace.Rule{
		{Name: "one/1", Stage: "one", Params: []trace.Param{{Name: "N", Type: "n"}}, Text: "p N * even N -o !done N.",
			Line: 2},
		{Name: "one/to-two", Stage: "one", Link: true, Params: []trace.Param{{Name: "_1", Type: "n"}},
			Text: "stage one * $p _ -o stage two.", Line: 5},
	}, p.Rules)
	require.Equal(t, &trace.Run{Stage: "one", Seed: 7, Choose: "first", Limits: &trace.Limits{Steps: 1}}, tr.Run)
	require.Equal(t, trace.ByScript, tr.Steps[0].Chosen)
	require.Equal(t, []trace.Fact{{Pred: "even", Args: []trace.Term{trace.Const("z")}}}, tr.Steps[0].Proves)
}

const village = `
character : type. romeo : character. tybalt : character.
location : type. town : location. crypt : location.
at character location : pred. anger character character : pred.
path location location : bwd. path town crypt. path crypt town.
stage day = {
  insult : $at C L * $at C' L * anger C C' * C <> C' -o anger C' C.
  go : at C L * path L L' -o at C L'.
}
#trace 30 day { at romeo town, at tybalt town, anger romeo tybalt, anger romeo tybalt }.
`

func TestEnabled(t *testing.T) {
	p := load(t, village)
	m, initial := NewMachine(p, p.Traces[0], Limits{})
	require.Len(t, initial, 5)
	e, err := m.Enabled(context.Background())
	require.NoError(t, err)
	require.Equal(t, 4, e.Len())
	var menu []string
	for _, move := range e.Moves() {
		menu = append(menu, fmt.Sprintf("%d×%s", move.Count, move))
	}
	require.Equal(t, []string{"2×insult romeo town tybalt", "1×go romeo town crypt", "1×go tybalt town crypt"}, menu)

	f, err := m.Fire(e.At(3))
	require.NoError(t, err)
	require.Equal(t, []trace.ResourceID{2}, f.Consumes)
	require.Equal(t, []trace.ResourceID{5}, f.Reads, "the stage token")
	require.Equal(t, "at tybalt crypt", f.Makes[0].String())
	require.Equal(t, "path town crypt", f.Proves[0].String())
	e, err = m.Enabled(context.Background())
	require.NoError(t, err)
	require.Equal(t, 2, e.Len())
}

func bytesOf(t *testing.T, tr *trace.Trace) string {
	var b bytes.Buffer
	require.NoError(t, json.Write(&b, tr.Stream()))
	return b.String()
}

func TestSeedDecidesEveryByte(t *testing.T) {
	different := make(map[string]bool)
	for seed := range uint64(10) {
		a, err := runText(t, village, Options{Seed: seed})
		require.NoError(t, err)
		b, err := runText(t, village, Options{Seed: seed})
		require.NoError(t, err)
		require.Equal(t, bytesOf(t, a), bytesOf(t, b))
		different[stepText(a)] = true
	}
	require.Greater(t, len(different), 5)
}

// The trace says how its choices were made.
func TestChoosers(t *testing.T) {
	tr, err := runText(t, village, Options{Chooser: Script([]int{2, 1, 1})})
	require.NoError(t, err)
	require.Equal(t, trace.ByScript, tr.Steps[0].Chosen)
	require.Equal(t, "2,1,1", tr.Run.Choose)
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		name, program, want string
		limits              Limits
	}{
		{"matching",
			`n : type. a : n. b : n. p n n : pred. stage s = { far : p X Y * p Y X * p X X -o (). } ` +
				`#trace _ s { p a b, p b a, p a a }.`,
			"rule far: gave up matching after 2 steps", Limits{MatchSteps: 2}},
		{"fact size", `t : type. z : t. f t t : t. p t : pred. stage s = { grow : p X -o p (f X X). } #trace _ s { p z }.`,
			"rule grow: a fact of `p` would have more than 5000 symbols, digits of large numbers counted", Limits{}},
		{"endless proof",
			`t : type. a : t. f t : t. p t : pred. q t : bwd. q X <- q (f X). stage s = { ask : p X * q X -o (). } ` +
				`#trace _ s { p a }.`,
			"steps, more than 50 goals deep: it keeps coming back to ", Limits{ProofDepth: 50}},
		{"endless answers",
			`n : type. z : n. s n : n. p : pred. q n : bwd. q z. q (s N) <- q N. stage st = { ask : p * q X -o (). } ` +
				`#trace _ st { p }.`,
			"steps: it keeps coming back to `q ", Limits{ProofSteps: 1000}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr, err := runText(t, c.program, Options{Limits: c.limits})
			require.ErrorContains(t, err, c.want)
			require.Equal(t, trace.Failed, tr.End.Why)
			var bad *RunError
			require.ErrorAs(t, err, &bad)
		})
	}
}

// Recursion over cycles and on the left has all its answers, of fixed facts and of the state.
func TestRecursionEnds(t *testing.T) {
	const doors = `t : type. a : t. b : t. c : t. d : t. p t : pred. `
	for _, edges := range []string{
		"edge t t : bwd. edge a b. edge b c. edge c a. edge c d.",
		"edge t t : bwd. edge X Y <- open X Y.",
	} {
		for _, way := range []string{
			"way X Y <- edge X Y. way X Z <- edge X Y <- way Y Z.",
			"way X Z <- edge X Y <- way Y Z. way X Y <- edge X Y.",
			"way X Z <- way X Y <- edge Y Z. way X Y <- edge X Y.",
			"way X Z <- way X Y <- way Y Z. way X Y <- edge X Y.",
			"way X Z <- edge X Y <- on Y Z. on X X. on X Z <- way X Z.",
		} {
			text := doors + "open t t : pred. " + edges + " way t t : bwd. on t t : bwd. " + way + `
				stage s = { ask : p X * way X Y -o (). } #trace _ s { p a, open a b, open b c, open c a, open c d }.`
			p := load(t, text)
			m, _ := NewMachine(p, p.Traces[0], Limits{})
			e, err := m.Enabled(context.Background())
			require.NoError(t, err, text)
			var got []string
			for tr := range e.All() {
				got = append(got, tr.Args[1].String())
			}
			require.ElementsMatch(t, []string{"a", "b", "c", "d"}, got, text)
		}
	}
}

// Goals of recursive predicates that differ in a string, or in which variables are the same, have answers of their
// own, though one search asks for both.
func TestRecursionTellsGoalsApart(t *testing.T) {
	const text = `t : type. a : t. b : t. c : t. p t : pred. road t t : pred.
		way t t : bwd. way X Y <- road X Y. way X Z <- way X Y <- road Y Z.
		sign t string : bwd. sign b "in". sign c "out".
		says t string : bwd. says X W <- sign X W. says X W <- says Y W <- road X Y.
		from t : bwd. from X <- way Y Y <- way X' Z <- X' == X.
		both t : bwd. both X <- says X "in" <- says X "out".
		either t : bwd. either X <- says X "in". either X <- says X "out".
		stage s = { ask : p X * %s X -o (). } #trace _ s { p a, p b, p c, road a b, road b b, road b c }.`
	for pred, want := range map[string][]string{
		"from":   {"a", "b"},
		"both":   {"a", "b"},
		"either": {"a", "b", "c"},
	} {
		p := load(t, fmt.Sprintf(text, pred))
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		e, err := m.Enabled(context.Background())
		require.NoError(t, err)
		var got []string
		for tr := range e.All() {
			got = append(got, tr.Args[0].String())
		}
		require.ElementsMatch(t, want, got, pred)
	}
}

// Choices are counted, not kept: five of twenty-one in every order are millions.
func TestEnabledInMillions(t *testing.T) {
	p := load(t, `wood : pred. tool : pred. stage s = { wood * wood * wood * wood * wood -o tool. }
		#trace _ s { wood`+strings.Repeat(", wood", 20)+" }.")
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	e, err := m.Enabled(context.Background())
	require.NoError(t, err)
	require.Equal(t, 21*20*19*18*17, e.Len())
	last := e.At(e.Len() - 1)
	require.Equal(t, []trace.ResourceID{21, 20, 19, 18, 17}, []trace.ResourceID{
		last.Uses[0].ID, last.Uses[1].ID, last.Uses[2].ID, last.Uses[3].ID, last.Uses[4].ID,
	})
}

// A fact that stays and one that does not look alike, but taking them is not.
func TestMovesTellPermanentFacts(t *testing.T) {
	p := load(t, `p : pred. q : pred. stage s = { p -o q. } #trace _ s { !p, p, p }.`)
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	e, err := m.Enabled(context.Background())
	require.NoError(t, err)
	require.Equal(t, 3, e.Len())
	moves := e.Moves()
	require.Len(t, moves, 2)
	require.Equal(t, []int{1, 2}, []int{moves[0].Count, moves[1].Count})
}

// A search that takes long ends when the context does.
func TestInterruptMatching(t *testing.T) {
	text := `#builtin NAT n. n : type. log n : pred.
		stage s = { log A * log B * log C * log D * log E * A > B + C + D + E + 5000 -o (). }
		#trace _ s { log 0`
	for i := range 60 {
		text += fmt.Sprintf(", log %d", i+1)
	}
	text += " }."
	p := load(t, text)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	tr, err := Run(ctx, p, p.Traces[0], Options{Limits: Limits{MatchSteps: math.MaxInt}})
	require.NoError(t, err)
	require.Equal(t, trace.Interrupted, tr.End.Why)
	require.Empty(t, tr.Steps)

	// And so does the search for a proof.
	p = load(t, `n : type. a : n. b : n. q n : bwd. q a. q b. r n n n : bwd. r X Y Z <- q X <- q Y <- q Z <- r X Y Z.
		tok : pred. go : tok * r X Y Z -o (). #trace _ main { tok }.`)
	ctx, cancel = context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	tr, err = Run(ctx, p, p.Traces[0],
		Options{Limits: Limits{ProofSteps: math.MaxInt, ProofDepth: 100_000, MatchSteps: math.MaxInt}})
	require.NoError(t, err)
	require.Equal(t, trace.Interrupted, tr.End.Why)
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := load(t, village)
	tr, err := Run(ctx, p, p.Traces[0], Options{})
	require.NoError(t, err)
	require.Equal(t, trace.Interrupted, tr.End.Why)
	require.Empty(t, tr.Steps)
}
