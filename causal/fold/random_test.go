package fold

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// randomGraph draws a run over few rules and predicates, so that things meet. Some
// steps use a mark of a stage, and some move on to the next.
func randomGraph(t *rapid.T) *causal.Graph {
	w := &writer{t: t, trace: &trace.Trace{Header: trace.Header{Format: trace.Format}}}
	for range rapid.IntRange(0, 6).Draw(t, "initial") {
		w.make(0)
	}
	if rapid.Bool().Draw(t, "staged") {
		w.token = w.add(trace.Resource{Pred: trace.StagePred, Args: []trace.Term{trace.Const("day")}})
	}
	few := rapid.IntRange(2, 12).Draw(t, "few") // bound on the facts that a step uses
	for i := range rapid.IntRange(0, 30).Draw(t, "steps") {
		w.step(trace.StepID(i+1), few)
	}
	return causal.New(w.trace)
}

type writer struct {
	t     *rapid.T
	trace *trace.Trace
	token trace.ResourceID // 0 where there are no stages
	alive []trace.Resource
}

func (w *writer) add(r trace.Resource) trace.ResourceID {
	r.ID = trace.ResourceID(len(w.trace.Resources) + 1)
	w.trace.Resources = append(w.trace.Resources, r)
	return r.ID
}

func (w *writer) make(by trace.StepID) trace.ResourceID {
	r := trace.Resource{
		Pred: rapid.SampledFrom([]string{"p", "q", "r"}).Draw(w.t, "pred"), By: by,
		Args:       []trace.Term{trace.Const(rapid.SampledFrom([]string{"ann", "bob"}).Draw(w.t, "name"))},
		Persistent: rapid.IntRange(0, 5).Draw(w.t, "persistent") == 0,
	}
	r.ID = w.add(r)
	w.alive = append(w.alive, r)
	return r.ID
}

func (w *writer) step(id trace.StepID, few int) {
	s := trace.Step{ID: id, Rule: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(w.t, "rule")}
	if w.token != 0 && rapid.IntRange(0, 5).Draw(w.t, "moves") == 0 {
		s.Consumes = append(s.Consumes, w.token)
		w.token = w.add(trace.Resource{Pred: trace.StagePred, Args: []trace.Term{trace.Const("day")}, By: id})
		s.Produces = append(s.Produces, w.token)
	} else if w.token != 0 {
		s.Reads = append(s.Reads, w.token)
	}
	var left []trace.Resource
	for _, r := range w.alive {
		use := rapid.IntRange(0, few).Draw(w.t, "use")
		if use == 0 && !r.Persistent {
			s.Consumes = append(s.Consumes, r.ID)
			continue
		}
		if use == 1 {
			s.Reads = append(s.Reads, r.ID)
		}
		left = append(left, r)
	}
	w.alive = left
	for range rapid.IntRange(0, 2).Draw(w.t, "produces") {
		s.Produces = append(s.Produces, w.make(id))
	}
	w.trace.Steps = append(w.trace.Steps, s)
}

// randomSelection draws a run and what of it is looked at.
func randomSelection(t *rapid.T) *Selection {
	g := randomGraph(t)
	o := Options{StageTokens: rapid.Bool().Draw(t, "tokens"), Persistent: rapid.Bool().Draw(t, "permanent")}
	for _, r := range g.Trace.Resources {
		if rapid.IntRange(0, 9).Draw(t, "hide") == 0 && !slices.Contains(o.HidePredicates, r.Pred) {
			o.HidePredicates = append(o.HidePredicates, r.Pred)
		}
	}
	often := rapid.IntRange(1, 10).Draw(t, "often")
	for _, s := range g.Trace.Steps {
		if rapid.IntRange(0, 10).Draw(t, "ignore") > often {
			o.Ignore = append(o.Ignore, s.ID.String())
		}
	}
	s, err := Select(g, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// relation is an order, or what it is made of, between things with numbers.
type relation [][]bool

func newRelation(n int) relation {
	r := make(relation, n)
	for i := range r {
		r[i] = make([]bool, n)
	}
	return r
}

// close closes a relation by Floyd and Warshall's algorithm.
func (r relation) close() relation {
	for k := range r {
		for i := range r {
			for j := range r {
				r[i][j] = r[i][j] || r[i][k] && r[k][j]
			}
		}
	}
	return r
}

// covers reports whether the one is directly before the other in an order.
func (r relation) covers(a, b int) bool {
	for m := range r {
		if r[a][m] && r[m][b] {
			return false
		}
	}
	return r[a][b]
}

// restricted is the causal order between the selected events, by definition.
func restricted(s *Selection) relation {
	r := newRelation(len(s.Events))
	for i, a := range s.Events {
		for j, b := range s.Events {
			r[i][j] = s.Graph.Before(a, b)
		}
	}
	return r
}

// quotient is the order between groups: the closure of that between their events.
func quotient(f *Folding) relation {
	r := newRelation(len(f.Groups))
	for i, row := range restricted(f.Selection) {
		for j, before := range row {
			if g, h := f.of[i], f.of[j]; before && g != h {
				r[g][h] = true
			}
		}
	}
	return r.close()
}

// drawn is what bundles and ties show of the order.
func drawn(f *Folding, ties []Tie) relation {
	r := newRelation(len(f.Groups))
	for _, b := range f.Bundles() {
		if b.Producer < 0 {
			continue
		}
		for _, users := range [][]int{b.Consumers, b.Readers} {
			for _, g := range users {
				r[b.Producer][g] = true
			}
		}
	}
	for _, t := range ties {
		r[t.From][t.To] = true
	}
	return r
}

// randomFolding draws a selection and methods to fold it by, without [Rules].
func randomFolding(t *rapid.T) *Folding {
	s := randomSelection(t)
	method := rapid.SampledFrom([]Method{Chains, Repeats, Stages, Spans})
	return s.Fold(rapid.SliceOfN(method, 0, 3).Draw(t, "methods")...)
}
