package tell

import (
	"html/template"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// About returns what the author wrote about a topic other than a rule, or "" where there
// is nothing. Conditions are about the state before an event; -1 is the start of the run,
// and the end is the one behind the last.
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

// Begun returns the stages that begin in some events.
func (t *Teller) Begun(events []causal.Event) []string {
	var stages []string
	for _, e := range events {
		for _, r := range t.resources(t.play.Graph.Step(e).Produces) {
			if r.StageToken() && len(r.Args) > 0 {
				stages = append(stages, r.Args[0].String())
			}
		}
	}
	return stages
}

// Opened returns the stages in which the run begins.
func (t *Teller) Opened() []string {
	var stages []string
	for i := range t.play.Graph.Resources {
		if r := &t.play.Graph.Resources[i]; r.Producer == causal.Outside && r.StageToken() && len(r.Args) > 0 {
			stages = append(stages, r.Args[0].String())
		}
	}
	return stages
}
