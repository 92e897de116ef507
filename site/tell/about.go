package tell

import (
	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/markup"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// About returns what the author wrote about a topic other than a rule, or "" where there
// is nothing. Conditions are about the state before an event; -1 is the start of the run,
// and the end is the one behind the last.
func (t *Teller) About(topic prose.Topic, e causal.Event) (markup.HTML, error) {
	terms := termsOf(topic)
	passage := t.narrator.Tell(t.moment(topic, terms, e))
	if passage == nil {
		return "", nil
	}
	return passage.HTML(t.values(terms))
}

// Mention chooses the text that [Teller.About] would return, for callers that only count.
func (t *Teller) Mention(topic prose.Topic, e causal.Event) {
	t.narrator.Tell(t.moment(topic, termsOf(topic), e))
}

// termsOf returns what the variable of a topic stands for.
func termsOf(topic prose.Topic) map[string]trace.Term {
	terms := make(map[string]trace.Term)
	if variable := topic.Kind.Variable(); variable != "" && topic.Name != "" {
		terms[variable] = trace.Const(topic.Name)
	}
	return terms
}

func (t *Teller) moment(topic prose.Topic, terms map[string]trace.Term, e causal.Event) prose.Moment {
	return prose.Moment{Topic: topic, Terms: terms, Holds: t.state.before(max(int(e), 0)),
		Meets: t.state.meets(max(int(e), 0))}
}

// Told returns how often each variant of the prose was told so far, in the order of
// [prose.Prose.Variants]: of events all are, from the beginning.
func (t *Teller) Told() []int {
	told := t.events.Told()
	for i, n := range t.narrator.Told() {
		told[i] += n
	}
	return told
}

// Begun returns the stages that begin in some events.
func (t *Teller) Begun(events []causal.Event) []string {
	var stages []string
	for _, e := range events {
		for _, r := range t.resources(t.performance.Graph.Step(e).Produces) {
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
	for i := range t.performance.Graph.Resources {
		if r := &t.performance.Graph.Resources[i]; r.Producer == causal.Outside && r.StageToken() && len(r.Args) > 0 {
			stages = append(stages, r.Args[0].String())
		}
	}
	return stages
}
