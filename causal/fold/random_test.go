package fold

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/causaltest"
)

func randomGraph(t *rapid.T) *causal.Graph { return causal.New(causaltest.Staged(t)) }

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

// randomPart draws some of the selected events.
func randomPart(t *rapid.T, s *Selection) (part []causal.Event) {
	for _, e := range s.Events {
		if rapid.IntRange(0, 2).Draw(t, "apart") == 0 {
			part = append(part, e)
		}
	}
	return part
}

// randomFolding draws a selection and methods to fold it by, without [Rules].
func randomFolding(t *rapid.T) *Folding {
	s := randomSelection(t)
	if rapid.Bool().Draw(t, "around") {
		return s.Around(randomPart(t, s))
	}
	method := rapid.SampledFrom([]Method{Chains, Repeats, Stages, Spans})
	return s.Fold(rapid.SliceOfN(method, 0, 3).Draw(t, "methods")...)
}
