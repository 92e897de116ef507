package sweep

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/solution"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// work is the set of runs to make, shared by several jobs.
type work struct {
	Options
	prog  *lang.Program
	start *lang.Start
	rules []*lang.Rule   // rules of the sweep
	told  *trace.Program // told is the program as records declare it
	taken atomic.Int64   // taken counts the runs begun
	each  sync.Mutex     // each guards Options.Each
}

// set returns how the run with a seed goes, and who chooses in it.
func (o *Options) set(prog *lang.Program, seed uint64) exec.Options {
	set := exec.Options{Seed: seed}
	if o.Set != nil {
		set = o.Set(seed)
	}
	if set.Chooser == nil {
		set.Chooser = exec.Random(set.Seed).For(prog)
	}
	return set
}

// within returns the context of a run, and a function to call after it.
func (o *Options) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if o.Within == nil {
		return context.WithCancel(ctx)
	}
	return o.Within(ctx)
}

// jobs returns how many runs go at once.
func (o *Options) jobs() int {
	if o.Jobs < 1 {
		return runtime.GOMAXPROCS(0)
	}
	return o.Jobs
}

// job is one worker, with the results of its runs.
type job struct {
	*work
	series *exec.Series
	rows   Rows
	lost   losses
	room   losses // for those of a run before it has ended
}

// do makes runs until none is left.
func (j *job) do(ctx context.Context) error {
	for ctx.Err() == nil {
		i := j.taken.Add(1) - 1
		if i >= int64(j.Runs) {
			break
		}
		c, err := j.run(ctx, j.Seed+uint64(i))
		if err != nil {
			return err
		}
		if c.row.Why == trace.Interrupted {
			break
		}
		if err := j.keep(c); err != nil {
			return err
		}
	}
	return nil
}

// run makes one run. This is the only place that knows how programs are run.
func (j *job) run(ctx context.Context, seed uint64) (*rowRecorder, error) {
	ctx, free := j.within(ctx)
	defer free()
	c := &rowRecorder{row: &Row{Seed: seed, Fired: make([]int, len(j.rules))}, facts: j.Facts, rules: j.rules}
	c.keep(!j.NoHash, j.Read != nil)
	o := j.set(j.prog, seed)
	o.Final, o.Program = c.final, j.told
	var unfinished error // of the search for a solution
	if j.Goal && j.start.Goal != nil {
		follower := solution.Follow(j.prog, j.start)
		c.kept = append(c.kept, follower)
		o.Final = func(m *exec.Machine) {
			c.final(m)
			c.row.Solution, unfinished = follower.Check(ctx, m)
		}
	}
	if j.Chances {
		n := len(j.room.places)
		c.watcher = &watcher{Chooser: o.Chooser, could: make([]Chances, n), losses: j.room, spells: make([]spell, n)}
		if chance, ok := o.Chooser.(*exec.Chance); ok && chance.DrawsRules() {
			c.watcher.weights = newWeights(j.rules)
		}
		c.row.Could, o.Chooser = c.watcher.could, c.watcher
		final := o.Final
		o.Final = func(m *exec.Machine) {
			final(m)
			e, err := m.Enabled(ctx)
			if err != nil { // it was ended while something was searched for
				return
			}
			for r := range e.ByRule() {
				c.row.Ready = append(c.row.Ready, slices.Index(c.rules, r))
			}
		}
	}
	err := j.series.Record(ctx, o, c)
	if c.row.Why == "" {
		return nil, err
	}
	if unfinished != nil && c.row.Why != trace.Interrupted {
		return nil, unfinished
	}
	if c.row.Message != "" {
		c.row.Err, c.row.Solution = err, nil
	}
	if v, ok := errors.AsType[*statement.Violation](err); ok {
		c.row.Violates = v.Statement.Label
	}
	return c, nil
}

// keep keeps what a run came to.
func (j *job) keep(c *rowRecorder) error {
	if !j.NoHash {
		c.row.Hash = c.hasher.Sum()
	}
	if j.Read != nil {
		if err := j.Read(c.whole.Trace()); err != nil {
			return err
		}
	}
	if c.watcher != nil {
		c.watcher.settle()
		var fired []int // rules
		for i, n := range c.row.Fired {
			if n > 0 {
				fired = append(fired, i)
			}
		}
		j.lost.take(j.room, fired)
	}
	if j.Each == nil {
		j.rows = append(j.rows, c.row)
	} else {
		j.each.Lock()
		j.Each(c.row)
		j.each.Unlock()
	}
	if j.Done != nil {
		j.Done()
	}
	return nil
}
