package tell

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Tips returns how the tips of pictures tell facts and steps, as sentences. A step that the run does not have
// is told as "".
func (t *Teller) Tips() (fact func(*trace.Resource) string, event func(*trace.Step) string) {
	fact = func(r *trace.Resource) string { return english.Capital(t.Names.Fact(r)) }
	event = func(step *trace.Step) string {
		e, ok := t.performance.Graph.Event(step.ID)
		if !ok {
			return ""
		}
		return t.Sentence(e)
	}
	return fact, event
}
