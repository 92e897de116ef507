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

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/logic"
	"github.com/ceptre-graph/ceptre/exec/logic/game"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/gdl"
)

// Result is how one match of a series ended.
type Result struct {
	Seed  uint64            `json:"seed"`
	Turns int               `json:"turns"`
	Why   trace.Why         `json:"why"`             // quiescent: the game has ended
	Goals map[string]string `json:"goals"`           // by role, of games that have ended
	Error string            `json:"error,omitempty"` // of a match that failed
}

// Series is many matches of a game, with consecutive seeds.
type Series struct {
	Game    string   `json:"game"`
	Roles   []string `json:"roles"`
	Matches []Result `json:"matches"`
}

// Sweep plays a game many times by chance, on all processors. When the context ends, it returns the matches that have
// ended.
func Sweep(ctx context.Context, s cli.Streams, file string, seed uint64, runs, turns, jobs int) (*Series, error) {
	g, _, err := read(s, file)
	if err != nil {
		return nil, err
	}
	progress := s.Progress("matches", runs)
	defer progress.Close()
	results := make([]*Result, runs)
	var group sync.WaitGroup
	next := make(chan int)
	failures := make([]error, min(cmp.Or(jobs, runtime.NumCPU()), runs))
	for worker := range failures {
		group.Go(func() {
			m, err := game.NewMatch(ctx, g, trace.Header{Program: &trace.Program{}}, logic.Options{})
			failures[worker] = err
			for i := range next {
				if err == nil && ctx.Err() == nil {
					results[i] = play(ctx, m, g, seed+uint64(i), turns)
					progress.Done()
				}
			}
		})
	}
	for i := range runs {
		next <- i
	}
	close(next)
	group.Wait()
	if err := cmp.Or(failures...); err != nil {
		return nil, err
	}
	all := &Series{Game: g.Source.String(), Roles: g.Roles, Matches: []Result{}}
	for _, r := range results {
		if r != nil {
			all.Matches = append(all.Matches, *r)
		}
	}
	return all, nil
}

// play plays one match of a series; nil if the context ends before.
func play(ctx context.Context, m *game.Match, g *gdl.Game, seed uint64, turns int) *Result {
	rng := rand.New(exec.Source(seed))
	r := &Result{Seed: seed, Goals: make(map[string]string)}
	err := m.Restart(ctx, trace.Header{Program: &trace.Program{}})
	if err == nil {
		r.Why, err = m.Playout(ctx, cmp.Or(turns, game.MostTurns), rng, m.ByChance(rng))
	}
	if ctx.Err() != nil {
		return nil
	}
	p := m.Position()
	r.Turns = p.Turn
	switch {
	case err != nil:
		r.Why, r.Error = trace.Failed, err.Error()
	case p.Terminal:
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
	}{{trace.Quiescent, "came to their end"}, {trace.LimitHit, "reached the limit of turns"}, {trace.Failed, "failed"}} {
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
	if ends[trace.Quiescent] == 0 {
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
