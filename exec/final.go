package exec

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Resources returns what there is as traces hold it, with the stage token, in
// ascending order of ids. The steps that made them are not remembered.
func (m *Machine) Resources() []trace.Resource {
	var out []trace.Resource
	for f := range m.network.All() {
		args := m.record.all(m.recorded(m.relations[f.Pred()], f.Args()))
		for id, permanent := range f.Resources() {
			out = append(out, trace.Resource{ID: id, Pred: f.Pred().Name, Args: args, Persistent: permanent})
		}
	}
	if m.stage != nil {
		out = append(out, trace.Resource{ID: m.token, Pred: trace.StagePred, Args: []trace.Term{trace.Const(m.stage.Name)}})
	}
	slices.SortStableFunc(out, func(a, b trace.Resource) int { return int(a.ID - b.ID) })
	return out
}
