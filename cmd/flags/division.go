package flags

import (
	"context"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/workers"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/limit"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Division holds the flags of a search of states by several processes.
type Division struct {
	// Workers is the number of processes; 0 for a search by this one alone.
	Workers int
	// Serves says that this process is one of them.
	Serves bool
	// Text is the program, for the others.
	Text []byte
}

// mostWorkers is the greatest number of processes.
const mostWorkers = 256

// Flags enters the flags into the verb.
func (d *Division) Flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&d.Workers, "workers", 0,
		"divide the states among `N` processes (default: this one alone, which uses all processors)")
	f.BoolVar(&d.Serves, "worker", false, "be one of the processes of --workers")
	_ = f.MarkHidden("worker") // the flag is there
}

// Check refuses what several processes cannot do. Drawn says that the states become a picture.
func (d *Division) Check(c *cobra.Command, q *Questions, r *Reduction, drawn bool) error {
	switch {
	case d.Serves && d.Workers == 0:
		return cli.BadFlag(c, "--worker is for the processes that --workers starts")
	case !c.Flags().Changed("workers"):
		return nil
	case d.Workers < 1 || d.Workers > mostWorkers:
		return cli.BadFlag(c, "--workers %d: give a number from 1 to %d", d.Workers, mostWorkers)
	case q.needGraph() != "":
		return cli.BadFlag(c, "--workers divides the states, but %s needs all transitions in one place: leave out --workers",
			q.needGraph())
	case drawn:
		return cli.BadFlag(c, "--workers divides the states, but a picture needs all of them in one place: leave out "+
			"--workers")
	case r.how != byNothing:
		return cli.BadFlag(c, "--workers takes all states: leave out --reduce")
	}
	return nil
}

// needGraph returns the flag of a question that needs all transitions in one place; "" if there is none.
func (q *Questions) needGraph() string {
	switch {
	case len(q.eventually) > 0:
		return "--eventually"
	case len(q.leadsTo) > 0:
		return "--leads-to"
	case q.livelocks:
		return "--livelocks"
	}
	return ""
}

// workerFlags are the flags that say what is searched for. Those of output are for the process that leads.
var workerFlags = map[string]bool{"trace": true, "stage": true, "context": true, "until": true, "always": true,
	"dead-ends": true, "unless": true, "memory": true, "proof-steps": true, "match-steps": true, "workers": true}

// workerArgs returns the arguments for a process that takes part in the search of a verb.
func workerArgs(c *cobra.Command) []string {
	args := append([]string{c.Name(), "--worker"}, Given(c, func(name string) bool { return workerFlags[name] })...)
	return append(append(args, "--"), c.Flags().Args()...)
}

// Given returns the wanted flags among those that a command was given, as arguments in the order of their names:
// `--name=value`, one for each value of a list.
func Given(c *cobra.Command, wanted func(name string) bool) (args []string) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if !wanted(f.Name) {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			args = append(args, "--"+f.Name+"="+v)
		}
	})
	return args
}

// Lead leads the search of several processes, which may take so much memory together.
func (d *Division) Lead(c *cobra.Command, prog *lang.Program, start *lang.Start, o explore.Options, q *Questions,
	memory limit.Size) (*explore.Space, error) {
	links, err := workers.Start(d.Workers, workerArgs(c), d.Text)
	if err != nil {
		return nil, err
	}
	d.Share(c.Context(), &o, q, memory)
	o.Most = int(memory)
	space, err := explore.Lead(c.Context(), prog, start, o, links)
	if err == nil && q.Asked() {
		err = q.inquiry.Note(space)
	}
	return space, err
}

// Share restricts the options to the share of one of the processes.
func (d *Division) Share(ctx context.Context, o *explore.Options, q *Questions, memory limit.Size) {
	o.Memory = int(memory) / 2 / d.Workers
	o.Taken = func() int { return int(limit.Taken()) }
	if q.Asked() {
		q.inquiry.Done, o.Each = ctx, q.inquiry.Each()
	}
}
