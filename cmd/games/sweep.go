package games

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/limit"
	"github.com/ceptre-graph/ceptre/exec/logic"
	"github.com/ceptre-graph/ceptre/exec/logic/game"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/asp"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/gdl"
)

// Result is how one match of a series ended.
type Result struct {
	Seed  uint64            `json:"seed"`
	Turns int               `json:"turns"`
	Why   trace.Why         `json:"why"`             // quiescent: the game has ended
	Goals map[string]string `json:"goals,omitempty"` // by role, of games that have ended
	// Result is that of a game of logic-game.
	Result game.Result `json:"result,omitempty"`
	Error  string      `json:"error,omitempty"` // of a match that failed
}

// Series is many matches of a game, with consecutive seeds.
type Series struct {
	Game    string   `json:"game"`
	Roles   []string `json:"roles,omitempty"`
	Matches []Result `json:"matches"`
}

// SeriesOptions say how many matches are played, and how.
type SeriesOptions struct {
	Seed     uint64 // of the first match; the next have the next numbers
	Runs     int
	Turns    int           // of a match, at most; 0 for the default
	Jobs     int           // matches at a time; 0 for one a processor
	NewLevel bool          // games of logic-game generate a level for each match
	Time     time.Duration // of a match, at most; 0 for no limit
}

// Sweep plays a game many times by chance, or by the strategy of a game of logic-game. When the context ends, it
// returns the matches that have ended.
func Sweep(ctx context.Context, s cli.Streams, file string, o SeriesOptions) (*Series, error) {
	all := &Series{Matches: []Result{}}
	begin, err := all.player(ctx, s, file, o)
	if err != nil {
		return nil, err
	}
	progress := s.Progress("matches", o.Runs)
	defer progress.Close()
	results := make([]*Result, o.Runs)
	failures := make([]error, min(cmp.Or(o.Jobs, runtime.NumCPU()), o.Runs))
	next := make(chan int)
	var group sync.WaitGroup
	for i := range failures {
		group.Go(func() {
			play, err := begin()
			failures[i] = err
			for n := range next {
				if err == nil && ctx.Err() == nil {
					results[n] = play(o.Seed + uint64(n))
					progress.Done()
				}
			}
		})
	}
	for n := range o.Runs {
		next <- n
	}
	close(next)
	group.Wait()
	if err := cmp.Or(failures...); err != nil {
		return nil, err
	}
	for _, r := range results {
		if r != nil {
			all.Matches = append(all.Matches, *r)
		}
	}
	return all, nil
}

// player reads a game. It returns a function that begins the work of a goroutine, and gives it a function that plays
// the match of a seed, or returns nil if the context ends before.
func (s *Series) player(
	ctx context.Context, streams cli.Streams, file string, o SeriesOptions,
) (func() (func(seed uint64) *Result, error), error) {
	if isWorld(file) {
		g, err := readWorld(streams, file)
		if err != nil {
			return nil, err
		}
		s.Game = g.Source.String()
		return func() (func(uint64) *Result, error) {
			return func(seed uint64) *Result { return playWorld(ctx, g, seed, o) }, nil
		}, nil
	}
	g, err := read(streams, file)
	if err != nil {
		return nil, err
	}
	s.Game, s.Roles = g.Source.String(), g.Roles
	return func() (func(uint64) *Result, error) {
		m, err := game.NewMatch(ctx, g, trace.Header{Program: &trace.Program{}}, logic.Options{})
		return func(seed uint64) *Result { return play(ctx, m, g, seed, o) }, err
	}, nil
}

// playWorld plays a game of logic-game; nil if the context ends before.
func playWorld(outer context.Context, g *asp.Game, seed uint64, o SeriesOptions) *Result {
	ctx, free := limit.Context(outer, o.Time, 0)
	defer free()
	r := &Result{Seed: seed}
	w, err := game.NewWorld(ctx, g, trace.Header{Program: &trace.Program{}},
		game.WorldOptions{Seed: seed, NewLevel: o.NewLevel})
	if err == nil {
		r.Why, err = w.Play(ctx, cmp.Or(o.Turns, game.MostSteps))
		r.Turns, r.Result = w.Turn().Time, w.Turn().Result
	}
	return r.ended(outer, ctx, err)
}

// ended returns the result of a match that has ended, or failed with an error; nil if the outer context has ended. The
// inner one ends at the limit of the match.
func (r *Result) ended(outer, inner context.Context, err error) *Result {
	_, limited := limitOf(inner)
	switch {
	case outer.Err() != nil:
		return nil
	case limited:
		r.Why = trace.LimitHit
	case err != nil:
		r.Why, r.Error = trace.Failed, err.Error()
	}
	return r
}

// play plays one match of a series; nil if the context ends before.
func play(outer context.Context, m *game.Match, g *gdl.Game, seed uint64, o SeriesOptions) *Result {
	ctx, free := limit.Context(outer, o.Time, 0)
	defer free()
	rng := rand.New(exec.Random(seed).Source())
	r := &Result{Seed: seed, Goals: make(map[string]string)}
	err := m.Restart(ctx, trace.Header{Program: &trace.Program{}})
	if err == nil {
		r.Why, err = m.Playout(ctx, cmp.Or(o.Turns, game.MostTurns), rng, m.ByChance(rng))
	}
	p := m.Position()
	r.Turns = p.Turn
	if r = r.ended(outer, ctx, err); r != nil && r.Why == trace.Quiescent {
		for i, role := range g.Roles {
			r.Goals[role] = m.Text(p.Goals[i][0])
		}
	}
	return r
}

// Data implements [report.Answer].
func (s *Series) Data() any { return s }

// Print implements [report.Answer].
func (s *Series) Print(b *report.Text) {
	if len(s.Matches) == 0 {
		b.Line("%s: no match has ended", s.Game)
		return
	}
	least, most, sum := s.Matches[0].Turns, 0, 0
	ends := make(map[trace.Why]int)
	for _, m := range s.Matches {
		least, most, sum = min(least, m.Turns), max(most, m.Turns), sum+m.Turns
		ends[m.Why]++
	}
	n := len(s.Matches)
	b.Line("%s: %s, seeds %d to %d", s.Game, english.Count(n, "match"), s.Matches[0].Seed, s.Matches[n-1].Seed)
	b.Line("turns: %d to %d, %.1f on average", least, most, float64(sum)/float64(n))
	for _, end := range []struct {
		why  trace.Why
		text string
	}{{trace.Quiescent, "came to their end"}, {trace.LimitHit, "reached a limit"}, {trace.Failed, "failed"}} {
		if ends[end.why] > 0 {
			b.Line("%s %s", english.Count(ends[end.why], "match"), end.text)
		}
	}
	for _, m := range s.Matches {
		if m.Error != "" {
			b.Item("seed %d: %s", m.Seed, m.Error)
			break
		}
	}
	results := make(map[game.Result]int)
	for _, m := range s.Matches {
		results[m.Result]++
	}
	switch {
	case s.Roles == nil:
		b.Line("won %d, lost %d", results[game.Win], results[game.Lose])
		return
	case ends[trace.Quiescent] == 0:
		return
	}
	b.Title("Goals")
	width := 0
	for _, role := range s.Roles {
		width = max(width, len(role))
	}
	for _, role := range s.Roles {
		b.Item("%-*s  %s", width, role, s.goals(role))
	}
}

// goals says how often a role had which value, from the best on, and the average.
func (s *Series) goals(role string) string {
	counts := make(map[string]int)
	ended, sum := 0, 0.0
	for _, m := range s.Matches {
		if value, ok := m.Goals[role]; ok {
			ended++
			counts[value]++
			number, _ := strconv.ParseFloat(value, 64)
			sum += number
		}
	}
	values := make([]string, 0, len(counts))
	for v := range counts {
		values = append(values, v)
	}
	slices.SortFunc(values, func(a, b string) int {
		x, _ := strconv.ParseFloat(a, 64)
		y, _ := strconv.ParseFloat(b, 64)
		return cmp.Or(cmp.Compare(y, x), strings.Compare(a, b))
	})
	var parts []string
	for _, v := range values {
		parts = append(parts, fmt.Sprintf("%s in %d", v, counts[v]))
	}
	return fmt.Sprintf("%s; %.1f on average", strings.Join(parts, ", "), sum/float64(ended))
}
