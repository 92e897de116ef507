package tell

import (
	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
)

// Events tells the events of a scene. Like events that follow each other are told by one text where the
// author allows it: "Ada, Bruno and Cleo slip through". The telling of the first has the text, and
// those of the others say that they are merged into it.
func (t *Teller) Events(s *scenes.Scene) ([]Telling, error) {
	told := make([]Telling, 0, len(s.Events))
	for rest := s.Events; len(rest) > 0; {
		n, values := t.together(rest)
		telling, err := t.event(rest[0], values)
		if err != nil {
			return nil, err
		}
		told = append(told, telling)
		merged := Telling{Title: telling.Title, Titled: telling.Titled, Turns: telling.Turns, Merged: true}
		for range n - 1 {
			told = append(told, merged)
		}
		rest = rest[n:]
	}
	return told, nil
}

// together returns how many of some events, from the first on, are told by one text, and what the
// variables of the text stand for. Such events differ in the value of one variable.
func (t *Teller) together(events []causal.Event) (int, map[string]prose.Value) {
	first := events[0]
	terms := t.terms(first)
	values := t.values(terms)
	passage := t.passage(first)
	rule := t.performance.Graph.Declared(first)
	if passage == nil || !passage.Together() || rule == nil {
		return 1, values
	}
	n, several := 1, ""
	all := make([]trace.Term, 1, len(events))
	for _, e := range events[1:] {
		if p := t.passage(e); p == nil || !p.Same(passage) || t.performance.Graph.Declared(e) != rule {
			break
		}
		other := t.terms(e)
		name, ok := difference(rule, terms, other)
		if !ok || several != "" && name != several {
			break
		}
		several = name
		all = append(all, other[name])
		n++
	}
	if n > 1 {
		all[0] = terms[several]
		values[several] = t.Names.several(all)
	}
	return n, values
}

// difference returns the only variable of a rule that has another value in b than in a.
func difference(rule *trace.Rule, a, b map[string]trace.Term) (name string, only bool) {
	for _, param := range rule.Params {
		v := prose.VariableName(param.Name)
		if a[v].Equal(b[v]) {
			continue
		}
		if name != "" {
			return "", false
		}
		name = v
	}
	return name, name != ""
}

// several returns what stands in a text for a variable with several values, each once.
func (n *Names) several(all []trace.Term) prose.Value {
	var texts []string
	for _, term := range all {
		texts = appendNew(texts, n.Term(term))
	}
	return prose.Value{Text: n.Words.List(texts), Plural: len(texts) > 1}
}
