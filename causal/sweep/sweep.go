package sweep

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync/atomic"

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
	// NoHash leaves out [Row.Hash], which can cost more than the run.
	NoHash bool
	// Done is called after each run, from several goroutines; nil for nobody.
	Done func()
}

// Sweep is what came of many runs of a program.
type Sweep struct {
	Rules  []*lang.Rule // of all stages, then the links, as [lang.Program.Rules]
	Rows   []*Row       // in the order of seeds
	Hashed bool         // whether rows have hashes
}

// Row is what is kept of a run.
type Row struct {
	Seed  uint64
	Steps int
	Ending
	Message string      // what went wrong, where something did
	Fired   []int       // how often, for each of the rules of the sweep
	Hash    causal.Hash // of what led to what; zero where nobody asked for it
	Final   State
}

// Ending is how and where a run ended.
type Ending struct {
	Why   trace.Why
	Limit string // how it was reached, where that was another one than that of steps
	Stage string // "" after a link that ends the run
}

// Run makes the runs. A run that breaks off is a row like the others. Where ctx is
// done before all runs are, there are the rows of those that had ended by then. The
// error says why no run could begin.
func Run(ctx context.Context, prog *lang.Program, start *lang.Trace, o Options) (*Sweep, error) {
	if o.Jobs < 1 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Set == nil {
		o.Set = func(seed uint64) exec.Options { return exec.Options{Seed: seed} }
	}
	if o.Within == nil {
		o.Within = context.WithCancel
	}
	s := &Sweep{Rules: prog.Rules(), Hashed: !o.NoHash}
	w := &work{Options: o, prog: prog, start: start, rules: len(s.Rules)}
	jobs := make([][]*Row, min(o.Jobs, o.Runs))
	group, inner := errgroup.WithContext(ctx)
	for i := range jobs {
		group.Go(func() (err error) {
			jobs[i], err = w.do(inner)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	s.Rows = slices.Concat(jobs...)
	slices.SortFunc(s.Rows, func(a, b *Row) int { return cmp.Compare(a.Seed, b.Seed) })
	return s, nil
}

// work is what is to be done, by several at once.
type work struct {
	Options
	prog  *lang.Program
	start *lang.Trace
	rules int          // how many
	taken atomic.Int64 // runs that somebody has begun
}

// do makes runs until none is left.
func (w *work) do(ctx context.Context) ([]*Row, error) {
	var rows []*Row
	for ctx.Err() == nil {
		i := w.taken.Add(1) - 1
		if i >= int64(w.Runs) {
			break
		}
		row, err := w.run(ctx, w.Seed+uint64(i))
		if err != nil {
			return nil, err
		}
		if row.Why == trace.Interrupted {
			break
		}
		rows = append(rows, row)
		if w.Done != nil {
			w.Done()
		}
	}
	return rows, nil
}

// run makes one run. This is the only place that knows how programs are run.
func (w *work) run(ctx context.Context, seed uint64) (*Row, error) {
	ctx, free := w.Within(ctx)
	defer free()
	c := &clerk{row: &Row{Seed: seed, Fired: make([]int, w.rules)}}
	if !w.NoHash {
		c.whole = trace.NewBuilder()
	}
	o := w.Set(seed)
	o.Final = c.final
	err := exec.Record(ctx, w.prog, w.start, o, c)
	if c.row.Why == "" {
		return nil, err
	}
	if c.whole != nil {
		c.row.Hash = causal.New(c.whole.Trace()).Hash()
	}
	return c.row, nil
}
