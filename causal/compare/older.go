package compare

import "github.com/ceptre-graph/ceptre/exec/trace"

// Older returns the run as the older engine records it (Martens, "Ceptre: A Language for Modeling
// Generative Interactive Systems", AIIDE 2015): facts that a rule only reads are consumed and made
// again, so steps that read the same linear resource follow each other, though neither causes the
// other. Permanent facts and stage tokens are still read. Steps and resources keep their ids;
// remade resources get new ones.
func Older(t *trace.Trace) *trace.Trace {
	r := &remaker{now: make(map[trace.ResourceID]trace.ResourceID), known: make(map[trace.ResourceID]*trace.Resource)}
	r.out = &trace.Trace{Header: t.Header}
	for i := range t.Resources {
		x := &t.Resources[i]
		r.known[x.ID], r.last = x, max(r.last, x.ID)
		if x.By == 0 {
			r.out.Resources = append(r.out.Resources, *x)
		}
	}
	for _, s := range t.Steps {
		r.step(s)
	}
	return r.out
}

// remaker makes a run anew.
type remaker struct {
	out   *trace.Trace
	known map[trace.ResourceID]*trace.Resource  // of the run
	now   map[trace.ResourceID]trace.ResourceID // which stands for a resource of the run now, if not itself
	last  trace.ResourceID
}

func (r *remaker) current(id trace.ResourceID) trace.ResourceID {
	if now, ok := r.now[id]; ok {
		return now
	}
	return id
}

// step enters a step that uses up what it reads.
func (r *remaker) step(s trace.Step) {
	reads := s.Reads
	s.Reads = nil
	consumes := make([]trace.ResourceID, len(s.Consumes))
	for i, id := range s.Consumes {
		consumes[i] = r.current(id)
	}
	s.Consumes = consumes
	produces := s.Produces
	s.Produces = nil
	for _, id := range reads {
		x := r.known[id]
		if x.Persistent || x.Pred == trace.StagePred {
			s.Reads = append(s.Reads, id)
			continue
		}
		s.Consumes = append(s.Consumes, r.current(id))
		s.Produces = append(s.Produces, r.again(x, s.ID))
	}
	for _, id := range produces {
		r.out.Resources = append(r.out.Resources, *r.known[id])
	}
	s.Produces = append(s.Produces, produces...)
	r.out.Steps = append(r.out.Steps, s)
}

// again makes a resource once more.
func (r *remaker) again(x *trace.Resource, by trace.StepID) trace.ResourceID {
	r.last++
	made := *x
	made.ID, made.By = r.last, by
	r.out.Resources = append(r.out.Resources, made)
	r.now[x.ID] = r.last
	return r.last
}
