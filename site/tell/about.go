package tell

import (
	"html/template"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// About returns what the author wrote about a topic other than a rule, or "" where there
// is nothing. Conditions are about the state before an event; -1 is the start of the run.
func (t *Teller) About(topic prose.Topic, e causal.Event) (template.HTML, error) {
	terms := make(map[string]trace.Term)
	if variable := topic.Kind.Variable(); variable != "" && topic.Name != "" {
		terms[variable] = trace.Const(topic.Name)
	}
	passage := t.narrator.Tell(prose.Moment{Topic: topic, Terms: terms, Holds: t.state.before(max(int(e), 0))})
	if passage == nil {
		return "", nil
	}
	return passage.HTML(t.values(terms))
}
