package sweep

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/solution"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"golang.org/x/sync/errgroup"
)

// Options say which runs to make.
type Options struct {
	Runs int    // number of runs
	Seed uint64 // Seed of the first run; each next one has the next number
	Jobs int    // Jobs is the number of concurrent runs; 0 for GOMAXPROCS
	// Engines are reused from one sweep to the next one of the same program and start; nil for new ones. Concurrent
	// sweeps must not share them.
	Engines *Engines
	// Set returns the options of the run with a seed; nil sets no more than the seed. It is called
	// from several goroutines, since a chooser and the outside of a run belong to one run alone.
	// The sweep itself asks for the final state.
	Set func(seed uint64) exec.Options
	// Within returns the context of a run, which may end it at a limit ([exec.LimitError]), and a
	// function to call after it; nil is for no such limits.
	Within func(context.Context) (context.Context, context.CancelFunc)
	// NoHash leaves out [Row.Hash], which can cost as much as the run.
	NoHash bool
	// Chances asks for [Row.Could] and [Sweep.Losses].
	Chances bool
	// Facts are counted in each final state.
	Facts []Tally
	// Goal asks for [Row.Solution], if the runs have a goal.
	Goal bool
	// Read is called with the record of each run that has ended, from several goroutines, and its
	// error ends the sweep; it may be nil.
	Read func(*trace.Trace) error
	// Each is called with the row of each run, one at a time and in no order; the sweep then keeps no rows. It may be
	// nil.
	Each func(*Row)
	// Done is called after each run, from several goroutines; it may be nil.
	Done func()
}

// Engines are the compiled rules and plans of concurrent runs. Making them takes as long for one run as for many, so
// short sweeps of the same program share them.
type Engines struct{ series []*exec.Series }

// get returns the engine of a job.
func (e *Engines) get(job int, prog *lang.Program, start *lang.Start) *exec.Series {
	if e == nil {
		return exec.NewSeries(prog, start)
	}
	for len(e.series) <= job {
		e.series = append(e.series, exec.NewSeries(prog, start))
	}
	return e.series[job]
}

// drop drops engines that may have been interrupted.
func (e *Engines) drop() {
	if e != nil {
		e.series = nil
	}
}

// Sweep is what came of many runs of a program.
type Sweep struct {
	Rules  []*lang.Rule // Rules of all stages, then the links, as [lang.Program.Rules]
	Rows   Rows         // Rows in the order of seeds; nil with [Options.Each]
	Hashed bool         // Hashed: rows have hashes
	// Statements are those of the program, which each run checks.
	Statements []*lang.Statement
	Facts      []Tally // Facts counted in the final states
	// Goal is the goal of the runs; nil if there is none, or if it was not asked for.
	Goal *lang.Goal
	// Losses lists for each rule the rules that it lost to in all runs, the most frequent first;
	// nil if not asked for.
	Losses [][]Loss
}

// Rows are the records of runs, in the order of seeds.
type Rows []*Row

// All returns a sequence of the rows, as readers of files return it; its errors are nil.
func (rows Rows) All() iter.Seq2[*Row, error] {
	return func(yield func(*Row, error) bool) {
		for _, r := range rows {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// Row is the record kept of a run.
type Row struct {
	Seed  uint64
	Steps int
	Ending
	Message string   // Message of the error, if the run failed
	Err     error    // Err is the error, as [exec.Record] returned it, which names its rule
	Fired   []int    // Fired counts firings of each of the rules of the sweep
	Hash    hash.Sum // Hash of the causal structure; zero if not asked for
	Final   State
	Facts   []Found   // Facts for each of the tallies of the sweep
	Levels  [][]Level // Levels sums the numbers in the facts, for each of Facts
	Could   []Chances // Could for each of the rules; nil if not asked for
	Values  []float64 // Values of metrics, if the runs are measured; [math.NaN] for no number
	// Solution says whether the run meets its goal; nil if that is not asked for, or if the run failed.
	Solution *solution.Result
	// Ready lists the rules that were enabled in the last state, if the run was ended otherwise
	// than at rest and the search for them was complete. It is kept with the chances.
	Ready []int
}

// Ending is how and where a run ended.
type Ending struct {
	Why   trace.Why `json:"ended"`
	Limit string    `json:"limit,omitempty"` // how it was reached, where that was another one than that of steps
	Stage string    `json:"stage,omitempty"` // "" after a link that ended the run
	Link  string    `json:"link,omitempty"`  // that link; "" where the run ended in a stage
	// Violates is the label of the statement that the last state violates; "" for none.
	Violates string `json:"violates,omitempty"`
}

// Cut reports whether the run was ended by the limit of steps.
func (e Ending) Cut() bool { return e.Why == trace.LimitHit && e.Limit == "" }

// String says how and where a run ended.
func (e Ending) String() string {
	why := string(e.Why)
	switch {
	case e.Violates != "":
		why = e.Violates + " violated"
	case e.Limit != "":
		why = "limit: " + e.Limit + ","
	case e.Why == trace.LimitHit:
		why = "step limit"
	}
	if e.Link != "" {
		return why + " after " + e.Link
	}
	return why + " in " + e.Stage
}

// Run makes the runs. A run that breaks off is a row like the others. Where ctx is
// done before all runs are, there are the rows of those that had ended by then. The
// error says why no run could begin.
func Run(ctx context.Context, prog *lang.Program, start *lang.Start, o Options) (*Sweep, error) {
	w := &work{Options: o, prog: prog, start: start, rules: prog.Rules(), told: exec.Describe(prog)}
	s := &Sweep{Rules: w.rules, Hashed: !o.NoHash, Statements: prog.Statements, Facts: o.Facts}
	if o.Goal {
		s.Goal = start.Goal
	}
	jobs := make([]job, min(o.jobs(), o.Runs))
	group, inner := errgroup.WithContext(ctx)
	for i := range jobs {
		lost := newLosses(len(s.Rules))
		jobs[i] = job{work: w, series: o.Engines.get(i, prog, start), lost: lost, room: lost.losses()}
		group.Go(func() error { return jobs[i].do(inner) })
	}
	err := group.Wait()
	if err != nil || ctx.Err() != nil {
		o.Engines.drop()
	}
	if err != nil {
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
