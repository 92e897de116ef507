package explore

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/stretchr/testify/require"
)

// explore searches from the first trace of a program.
func explore(t require.TestingT, text string, o Options) *Space {
	p := replaytest.Load(t, text)
	s, err := Search(context.Background(), p, p.Traces[0], o)
	require.NoError(t, err)
	return s
}

func asked(t require.TestingT, text string) *goal.Goal {
	g, err := goal.Parse(text)
	require.NoError(t, err)
	return &g
}

// blocks is the blocks world, from all n blocks on the table.
func blocks(n int) string {
	var b strings.Builder
	b.WriteString(
		`block : type. on block block : pred. table block : pred. clear block : pred. holding block : pred. free : pred.
		stage main = {
			free * table X * clear X -o holding X.
			holding X -o table X * clear X * free.
			holding X * clear Y -o on X Y * clear X * free.
			free * on X Y * clear X -o holding X * clear Y.
		}
		context all = { free`)
	for i := range n {
		fmt.Fprintf(&b, ", table b%d, clear b%d", i, i)
	}
	b.WriteString(" }. #trace _ main all.\n")
	for i := range n {
		fmt.Fprintf(&b, "b%d : block. ", i)
	}
	return b.String()
}

// With n blocks in k towers there are as many states with a free arm as there are
// sets of k lists of n things (Lah's numbers). In each, k blocks can be taken; and
// what is taken can be put back.
func TestBlocks(t *testing.T) {
	for n := 1; n <= 6; n++ {
		states, takes := 0, 0
		for k := 1; k <= n; k++ {
			states += lah(n, k)
			takes += k * lah(n, k)
		}
		held := n // blocks in the hand, above all towers of the others
		if n > 1 {
			held = 0
			for k := 1; k < n; k++ {
				held += n * lah(n-1, k)
			}
		}
		s := explore(t, blocks(n), Options{})
		require.Equal(t, Complete, s.Ended)
		require.Equal(t, states+held, s.Len())
		require.Equal(t, s.Len(), s.Looked)
		require.Equal(t, 2*takes, s.Transitions)
		require.Empty(t, s.Final)
	}
}

// lah returns in how many ways n things make k lists.
func lah(n, k int) int {
	binomial := 1
	for i := range k - 1 {
		binomial = binomial * (n - 1 - i) / (i + 1)
	}
	for i := k + 1; i <= n; i++ {
		binomial *= i
	}
	return binomial
}

// hanoi is the towers of Hanoi with n discs, all on one peg.
func hanoi(n int) string {
	tower := "floor"
	for i := n; i > 0; i-- {
		tower = fmt.Sprintf("(on %d %s)", i, tower)
	}
	return `nat : type. #builtin NAT nat.
		peg : type. a : peg. b : peg. c : peg.
		stack : type. floor : stack. on nat stack : stack.
		holds peg stack : pred. fits nat stack : bwd. fits _ floor. fits D (on E _) <- D < E.
		stage main = { move : holds A (on D S) * holds B T * fits D T -o holds A S * holds B (on D T). }
		#trace _ main { holds a ` + tower + `, holds b floor, holds c floor }.`
}

// The graph of Hanoi has 3ⁿ states; in each two or three discs can move, two only
// where all are on one peg; and 2ⁿ-1 moves are the way across.
func TestHanoi(t *testing.T) {
	states, way := 1, 0
	for n := 1; n <= 6; n++ {
		states, way = 3*states, 2*way+1
		s := explore(t, hanoi(n), Options{})
		require.Equal(t, states, s.Len())
		require.Equal(t, 3*(states-1), s.Transitions)
		require.Equal(t, way, s.Farthest())
	}
}

// Equal facts are counted, not told apart, and neither are ways to take them.
func TestMultisets(t *testing.T) {
	s := explore(t,
		`tok : pred. up : pred. stage s = { go : tok -o up. back : up -o tok. } #trace 1 s { tok, tok, tok, tok }.`,
		Options{KeepEdges: true})
	require.Equal(t, 5, s.Len())
	require.Equal(t, 8, s.Transitions)
	require.Equal(t, []string{"tok", "tok", "tok", "up", "stage s"}, s.Facts(1))
	require.Equal(t, []Edge{{0, 1, 0}, {1, 2, 0}, {1, 0, 1}}, s.Edges[:3])
	require.Equal(t, "back", s.Label(1))
}

// The stage is a part of the state, and so is that a link has ended the run.
func TestStages(t *testing.T) {
	s := explore(t, `a : pred. b : pred.
		stage s = { flip : a -o b. }
		stage t = { flop : b -o a. idle : b -o b. }
		qui * stage s * b -o stage t * b.
		qui * stage t * a -o stage s * a.
		qui * stage t * a -o ().
		#trace _ s { a }.`, Options{})
	require.Equal(t, 5, s.Len())
	require.Equal(t, 6, s.Transitions)
	require.Equal(t, []State{4}, s.Final)
	require.Equal(t, []string{}, s.Facts(4))
	require.Equal(t, []string{"a", "stage t"}, s.Facts(3))
	require.Equal(t, []string{"a", "stage s"}, s.Facts(0))
}

// Sensors are not asked, and actions do nothing.
func TestNoHost(t *testing.T) {
	s := explore(t, `hear string : sense. say string : action. a : pred. b : pred. #sensor hear LINE. #action say PRINT.
		stage s = { ask : a * hear X -o b. tell : a -o say "x". } #trace _ s { a }.`, Options{})
	require.Equal(t, 2, s.Len())
	require.Equal(t, 1, s.Transitions)
}

const endless = `nat : type. #builtin NAT nat. n nat : pred. stage s = { more : n N -o n (N + 1). } #trace _ s { n 0 }.`

// Bounds end the search, and only where there is more.
func TestBounds(t *testing.T) {
	s := explore(t, endless, Options{MaxStates: 100})
	require.Equal(t, TooMany, s.Ended)
	require.Equal(t, 100, s.Len())
	require.Equal(t, 99, s.Looked)
	require.Equal(t, 99, s.Transitions)
	require.Equal(t, 99, s.Farthest())
	require.Equal(t, Complete, explore(t, blocks(3), Options{MaxStates: 22}).Ended)
	require.Equal(t, TooMany, explore(t, blocks(3), Options{MaxStates: 21}).Ended)

	p := replaytest.Load(t, endless)
	ctx, cancel := context.WithCancel(context.Background())
	interrupted, err := Search(ctx, p, p.Traces[0], Options{Progress: func(found, looked int) {
		if looked > 0 {
			cancel()
		}
	}})
	require.NoError(t, err)
	require.Equal(t, Interrupted, interrupted.Ended)
	require.Equal(t, often, interrupted.Looked)
	require.Equal(t, often+1, interrupted.Len())

	ctx, cancel = context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	late, err := Search(ctx, p, p.Traces[0], Options{})
	require.NoError(t, err)
	require.Equal(t, OutOfTime, late.Ended)
	require.Equal(t, 1, late.Len())

	spent, end := context.WithCancelCause(context.Background())
	end(&exec.LimitError{Limit: "memory"})
	full, err := Search(spent, p, p.Traces[0], Options{})
	require.NoError(t, err)
	require.Equal(t, OutOfMemory, full.Ended)
	require.Equal(t, 1, full.Len())
}

// fuse is a context that ends when it has been asked so often whether it has.
type fuse struct {
	context.Context
	left   int
	cancel context.CancelFunc
}

func (f *fuse) Err() error {
	if f.left == 0 {
		f.cancel()
	}
	f.left--
	return f.Context.Err()
}

// Whenever a search is interrupted, it knows all of the states at which it has looked, and of
// the next state what it came to: to all states that it found there are edges.
func TestInterruptedAnywhere(t *testing.T) {
	interrupt(t,
		`a : pred. b : pred. c : pred. stage s = { a -o b. b -o c. a * b -o (). } qui * stage s -o stage end. `+
			`stage end = { c -o (). } #trace _ s { a, a, b }.`)
	var many strings.Builder // so many that listing them is interrupted, too
	for i := range 70 {
		fmt.Fprintf(&many, ", n %d", i)
	}
	interrupt(t,
		`nat : type. #builtin NAT nat. n nat : pred. a : pred. stage s = { n X * n Y -o n X * n Y. } #trace _ s { a`+
			many.String()+` }.`)
}

func interrupt(t *testing.T, text string) {
	p := replaytest.Load(t, text)
	whole := explore(t, text, Options{KeepEdges: true})
	for patience := 0; ; patience++ {
		ctx, cancel := context.WithCancel(context.Background())
		s, err := Search(&fuse{ctx, patience, cancel}, p, p.Traces[0], Options{KeepEdges: true})
		require.NoError(t, err)
		if s.Ended == Complete {
			require.Equal(t, whole.Edges, s.Edges)
			require.Equal(t, whole.Final, s.Final)
			return
		}
		require.Equal(t, Interrupted, s.Ended)
		require.Len(t, s.Edges, s.Transitions)
		reached := map[State]bool{0: true}
		for i, e := range s.Edges {
			require.Equal(t, whole.Edges[i], e)
			require.LessOrEqual(t, int(e.From), s.Looked)
			reached[e.To] = true
		}
		require.Len(t, reached, s.Len())
		for _, e := range whole.Edges[s.Transitions:] {
			require.GreaterOrEqual(t, int(e.From), s.Looked)
		}
		var final []State
		for _, f := range whole.Final {
			if int(f) < s.Looked {
				final = append(final, f)
			}
		}
		require.Equal(t, final, s.Final)
	}
}

// An error of matching or firing comes with the way to its state.
func TestErrors(t *testing.T) {
	p := replaytest.Load(t,
		`t : type. z : t. s t : t. a t : pred. b t : pred. go : a (s N) -o a N. no : a (s N) -o b N. `+
			`burst : b N -o b (s (s (s N))). #trace _ main { a (s (s z)) }.`)
	s, err := Search(context.Background(), p, p.Traces[0], Options{Limits: exec.Limits{FactSize: 5}})
	require.EqualError(t, err, "rule burst: a fact of `b` would have more than 5 symbols, digits of large numbers "+
		"counted (after the choices 2)")
	var at *Error
	require.ErrorAs(t, err, &at)
	require.Equal(t, []int{2}, at.Choices)
	require.Equal(t, []string{"b (s z)", "stage main"}, s.Facts(at.State))
	require.Equal(t, Failed, s.Ended)
	require.Equal(t, 5, s.Len()) // with what the state before it led to
	require.Equal(t, int(at.State), s.Looked)
	require.Equal(t, 4, s.Transitions)
	var inRule *exec.RunError
	require.ErrorAs(t, err, &inRule)
	require.Equal(t, "burst", inRule.Rule.Name)
}

// A rule that too many facts have to be tried for ends the search, in the nearest such state.
func TestMatchSteps(t *testing.T) {
	p := replaytest.Load(t, `nat : type. #builtin NAT nat. n nat : pred. grow : n 0 -o n 1 * n 2 * n 3 * n 0.
		pairs : n 3 * n A * n B * n C * A + B + C == 99 -o (). #trace _ main { n 0 }.`)
	s, err := Search(context.Background(), p, p.Traces[0], Options{Limits: exec.Limits{MatchSteps: 50}})
	require.EqualError(t, err, "rule pairs: gave up matching after 50 steps (after the choices 1)")
	require.Equal(t, Failed, s.Ended)
	var steps *exec.StepsError
	require.ErrorAs(t, err, &steps)
}

// The first state with a fact is the nearest.
func TestUntil(t *testing.T) {
	for _, c := range []struct {
		text, fact string
		steps      int
	}{
		{hanoi(4), "holds b (on 1 (on 2 (on 3 (on 4 floor))))", 15},
		{hanoi(4), "holds _ (on 4 floor)", 4},
		{hanoi(4), "holds a", 0},
		{endless, "n 12", 12},
		{endless, "_ 7", 7},
		{endless, "stage s", 0},
		{`a : pred. stage s = {} stage t = {} qui * stage s -o stage t. #trace _ s { a }.`, "stage t", 1},
		{
			`u : type. z : u. s u : u. a u : pred. b string : pred. stage s = { a (s N) * b "x" -o a N * b "y z". } ` +
				`#trace _ s { a (s (s z)), b "x" }.`, `b "y z"`, 1,
		},
		{`u : type. z : u. s u : u. a u : pred. b : pred. stage s = { a (s N) -o a N * !b. } #trace _ s { a (s (s (s z))) }.`,
			"!b", 1},
		{`u : type. z : u. s u : u. a u : pred. b : pred. stage s = { a (s N) -o a N * !b. } #trace _ s { a (s (s (s z))) }.`,
			"a (s z)", 2},
	} {
		p := replaytest.Load(t, c.text)
		s, err := Search(context.Background(), p, p.Traces[0], Options{Until: asked(t, c.fact)})
		require.NoError(t, err)
		require.Equal(t, Found, s.Ended, c.fact)
		require.Equal(t, c.steps, s.Depth(s.Goal), c.fact)
		choices, err := s.Choices(s.Goal)
		require.NoError(t, err)
		require.Len(t, choices, c.steps, c.fact)
	}
	s := explore(t, hanoi(3), Options{Until: asked(t, "holds a (on 2 (on 1 _))")})
	require.Equal(t, Complete, s.Ended)
}

// A state that is far along one way is as near as its facts are to one that is far
// along another: with more states each takes as long.
func BenchmarkTwoChains(b *testing.B) {
	for _, n := range []int{5_000, 10_000, 20_000, 40_000} {
		states := 2*n + 3
		b.Run(strconv.Itoa(states), func(b *testing.B) {
			benchmark(b, fmt.Sprintf(`nat : type. #builtin NAT nat. n nat : pred. start : pred. left : pred. right : pred.
				stage s = { start -o left * n %[1]d. start -o right * n %[1]d. n (N + 1) -o n N. }
				#trace _ s { start }.`, n), states)
		})
	}
}

// There is ever more soup, whoever has been served.
func BenchmarkInn(b *testing.B) {
	for _, states := range []int{10_000, 20_000, 40_000, 80_000} {
		b.Run(strconv.Itoa(states), func(b *testing.B) {
			benchmark(b, `guest : type. ann : guest. ben : guest. hungry guest : pred. fed guest : pred. soup : pred.
				stage s = { serve : hungry G * soup -o fed G. cook : $hungry G -o soup. }
				#trace _ s { hungry ann, hungry ben }.`, states)
		})
	}
}

func BenchmarkGrid(b *testing.B) {
	benchmark(b, `nat : type. #builtin NAT nat. x nat : pred. y nat : pred. z nat : pred.
		stage s = { x (N + 1) -o x N. y (N + 1) -o y N. z (N + 1) -o z N. } #trace _ s { x 29, y 29, z 29 }.`, 27000)
}

func BenchmarkBlocks(b *testing.B) { benchmark(b, blocks(6), 7057) }

func BenchmarkHanoi(b *testing.B) { benchmark(b, hanoi(9), 19683) }

func benchmark(b *testing.B, text string, states int) {
	p := replaytest.Load(b, text)
	for b.Loop() {
		s, err := Search(context.Background(), p, p.Traces[0], Options{MaxStates: states})
		require.NoError(b, err)
		require.Equal(b, states, s.Len())
	}
	b.ReportMetric(float64(states*b.N)/b.Elapsed().Seconds(), "states/s")
}
