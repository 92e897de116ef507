package inquiry

import (
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/rename"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang"
)

// RenamedIn returns a run in the names that a program has now, and which names are other ones, if the
// program starts where [RunAgain] starts it.
func RenamedIn(prog *lang.Program, t *trace.Trace) (*trace.Trace, []rename.Renaming) {
	from := nearestStart(prog, t)
	if from == nil {
		return t, nil
	}
	return from.then, from.names.Renamings(t)
}

// origins are where a run started, and where the program starts now.
type origins struct {
	start *lang.Start
	names *rename.Correspondence
	then  *trace.Trace     // the run, in the names of now
	now   []trace.Resource // the initial state now, the token last
	gone  []trace.Resource // of the run's initial state
	added []trace.Resource // of now
}

// nearestStart returns that of a program's starts that differs in the fewest facts from
// where a run started, the first of several; nil where there is none. The contexts of a
// program with a stage are starts, too, for runs may be told to start there.
func nearestStart(prog *lang.Program, t *trace.Trace) *origins {
	best := nearestOf(prog, t, prog.Traces)
	if best != nil && best.distance() == 0 {
		return best
	}
	other := nearestOf(prog, t, placesToStart(prog, t))
	if best == nil || other != nil && other.distance() < best.distance() {
		return other
	}
	return best
}

func nearestOf(prog *lang.Program, t *trace.Trace, starts []*lang.Start) (best *origins) {
	header := exec.Describe(prog)
	for _, start := range starts {
		_, now := exec.NewMachine(prog, start, exec.Limits{})
		o := &origins{start: start, names: rename.Find(t, header, now), now: now}
		o.then = o.names.Translate(t)
		before := o.then.Initial()
		o.gone, o.added = surplus(before, now), surplus(now, before)
		if best == nil || o.distance() < best.distance() {
			best = o
		}
		if best.distance() == 0 {
			break
		}
	}
	return best
}

func (o *origins) distance() int { return len(o.gone) + len(o.added) }

// placesToStart returns the contexts with a name, in the stage in which a run started or,
// where there is none of this name, in each.
func placesToStart(prog *lang.Program, t *trace.Trace) []*lang.Start {
	stages := prog.Stages
	if stage, err := replay.NewNames(prog).Stage(token(t.Initial())); err == nil {
		stages = []*lang.Stage{stage}
	}
	var out []*lang.Start
	for _, c := range prog.Contexts {
		for _, s := range stages {
			out = append(out, &lang.Start{Stage: s, Context: c})
		}
	}
	return out
}

// paired returns the initial state of now with the ids of the run's resources, and fresh ids for
// new resources.
func (o *origins) paired() []trace.Resource {
	ids := make(map[string][]trace.ResourceID)
	var last trace.ResourceID
	for _, r := range o.then.Resources {
		last = max(last, r.ID)
		if r.By == 0 {
			ids[r.String()] = append(ids[r.String()], r.ID)
		}
	}
	var out []trace.Resource
	for _, r := range o.now {
		if known := ids[r.String()]; len(known) > 0 {
			r.ID, ids[r.String()] = known[0], known[1:]
		} else {
			last++
			r.ID = last
		}
		out = append(out, r)
	}
	return out
}

// header returns the header of the present run. It has no seed, since the old one may give another
// run.
func (o *origins) header(r *Rerun) trace.Header {
	h := r.Was.Header
	h.Format, h.Program = trace.Format, exec.Describe(r.Program)
	run := &trace.Run{Stage: o.start.Stage.Name}
	if h.Run != nil {
		run.Limits = h.Run.Limits
	}
	h.Run = run
	return h
}

// differences says which facts of the start are others now.
func (o *origins) differences() []Difference {
	var out []Difference
	say := func(format string, args ...any) {
		out = append(out, Difference{Text: fmt.Sprintf(format, args...), Context: o.start.Context})
	}
	if was := token(o.gone); was != "" {
		say("it started in stage %s, and now starts in %s", was, o.start.Stage.Name)
	}
	shapes := shape.Find(o.then)
	if gone := factList(o.gone, shapes); gone != "" {
		say("it no longer starts with %s", gone)
	}
	if added := factList(o.added, shapes); added != "" {
		say("it also starts with %s", added)
	}
	return out
}

// mostFacts is how many facts are named in a message.
const mostFacts = 10

// factList names facts; a stage is none.
func factList(rs []trace.Resource, shapes *shape.Set) string {
	var names []string
	for _, r := range rs {
		if r.Pred != trace.StagePred {
			names = append(names, shapes.Resource(r).String())
		}
	}
	if more := len(names) - mostFacts; more > 0 {
		names = append(names[:mostFacts], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// token returns the stage of a token among some resources; "" if there is none.
func token(rs []trace.Resource) string {
	for _, r := range rs {
		if r.Pred == trace.StagePred {
			return r.Args[0].String()
		}
	}
	return ""
}
