package sweep

import (
	"cmp"
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"golang.org/x/sync/errgroup"
)

// Options say which runs to make.
type Options struct {
	Runs int    // how many
	Seed uint64 // of the first run; each next one has the next number
	Jobs int    // how many go at once; 0 for as many as Go uses processors
	// Set says how the run with a seed goes; nil is for no more than the seed. It is
	// called from several goroutines, since a chooser and what is outside belong to
	// one run alone. The sweep itself wants to know the final state.
	Set func(seed uint64) exec.Options
	// Within returns the context of a run, which may end it at a limit ([exec.LimitError]),
	// and what is to be called after it; nil is for no such limits.
	Within func(context.Context) (context.Context, context.CancelFunc)
	// NoHash leaves out [Row.Hash], which can cost as much as the run.
	NoHash bool
	// Chances asks for [Row.Could] and [Sweep.Losses].
	Chances bool
	// Facts are counted in each final state.
	Facts []Tally
	// Read is called with the record of each run that has ended, from several goroutines,
	// and its error ends the sweep; nil for nobody.
	Read func(*trace.Trace) error
	// Done is called after each run, from several goroutines; nil for nobody.
	Done func()
}

// Sweep is what came of many runs of a program.
type Sweep struct {
	Rules  []*lang.Rule // of all stages, then the links, as [lang.Program.Rules]
	Rows   []*Row       // in the order of seeds
	Hashed bool         // whether rows have hashes
	Facts  []Tally      // what was counted where runs ended
	// Losses says for each rule to which ones it lost in all runs, the most first; nil
	// where nobody asked for it.
	Losses [][]Loss
}

// Merge returns several sweeps of a program as one, in this order. The seeds of their runs
// may be the same.
func Merge(sweeps ...*Sweep) *Sweep {
	out := *sweeps[0]
	out.Rows = nil
	lost := newLosses(len(out.Rules))
	for _, s := range sweeps {
		out.Rows = append(out.Rows, s.Rows...)
		lost.add(s.Losses)
	}
	if out.Losses != nil {
		out.Losses = lost.sorted()
	}
	return &out
}

// Row is what is kept of a run.
type Row struct {
	Seed  uint64
	Steps int
	Ending
	Message string      // what went wrong, where something did
	Err     error       // the same, as [exec.Record] returned it, which knows of which rule it is
	Fired   []int       // how often, for each of the rules of the sweep
	Hash    causal.Hash // of what led to what; zero where nobody asked for it
	Final   State
	Facts   []Found   // for each of the tallies of the sweep
	Levels  [][]Level // for each of these, what the numbers in its facts are together
	Could   []Chances // for each of the rules; nil where nobody asked for it
	// Ready are the rules that were enabled in the last state, where something but rest ended
	// the run in it and nothing stopped the search. They are kept with the chances.
	Ready []int
}

// Ending is how and where a run ended.
type Ending struct {
	Why   trace.Why
	Limit string // how it was reached, where that was another one than that of steps
	Stage string // "" after a link that ended the run
	Link  string // that link; "" where the run ended in a stage
}

// Run makes the runs. A run that breaks off is a row like the others. Where ctx is
// done before all runs are, there are the rows of those that had ended by then. The
// error says why no run could begin.
func Run(ctx context.Context, prog *lang.Program, start *lang.Trace, o Options) (*Sweep, error) {
	w := newWork(prog, start, o)
	s := &Sweep{Rules: w.rules, Hashed: !o.NoHash, Facts: o.Facts}
	jobs := make([]job, min(o.jobs(), o.Runs))
	group, inner := errgroup.WithContext(ctx)
	for i := range jobs {
		lost := newLosses(len(s.Rules))
		jobs[i] = job{work: w, series: exec.NewSeries(prog, start), lost: lost, room: lost.losses()}
		group.Go(func() error { return jobs[i].do(inner) })
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	s.gather(jobs)
	return s, nil
}

// gather brings together what came of the runs.
func (s *Sweep) gather(jobs []job) {
	lost := newLosses(len(s.Rules))
	for i, j := range jobs {
		s.Rows = append(s.Rows, j.rows...)
		if i == 0 {
			lost = j.lost
		} else {
			lost.merge(j.lost)
		}
	}
	slices.SortFunc(s.Rows, func(a, b *Row) int { return cmp.Compare(a.Seed, b.Seed) })
	if len(jobs) > 0 && jobs[0].Chances {
		s.Losses = lost.sorted()
	}
}
