package summary

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Change is a change of a program and its start: rules that cannot fire, and facts that are taken away or added.
type Change struct {
	Without []string `json:"without,omitempty"` // rules by their selectors, and facts as patterns
	With    []string `json:"with,omitempty"`    // facts that are added
}

// String returns the change in words: `without do/slay, with blade romeo`.
func (c Change) String() string {
	var parts []string
	if len(c.Without) > 0 {
		parts = append(parts, "without "+strings.Join(c.Without, ", "))
	}
	if len(c.With) > 0 {
		parts = append(parts, "with "+strings.Join(c.With, ", "))
	}
	return strings.Join(parts, ", ")
}

// Apply returns a program and a start with the change made. Each part of it must mean something there.
func (c Change) Apply(prog *lang.Program, start *lang.Start) (*lang.Program, *lang.Start, error) {
	var disabled []*lang.Rule
	facts := start.Context.Facts
	for _, what := range c.Without {
		if rules := prog.Select(what); len(rules) > 0 {
			disabled = append(disabled, rules...)
			continue
		}
		rest, err := without(prog, start, facts, what)
		if err != nil {
			return nil, nil, fmt.Errorf("--without: %s", visible.Line(err.Error()))
		}
		facts = rest
	}
	for _, what := range c.With {
		more, err := initial(prog, what)
		if err != nil {
			return nil, nil, fmt.Errorf("--with: %s", visible.Line(err.Error()))
		}
		facts = append(slices.Clip(facts), more...)
	}
	changed := prog.Disable(disabled...)
	from := *start
	from.Context = &lang.Context{Span: start.Context.Span, Name: start.Context.Name, Facts: facts}
	from.Stage = changed.Stages[slices.Index(prog.Stages, start.Stage)]
	return changed, &from, nil
}

// without returns the facts of a start that a pattern does not match.
func without(prog *lang.Program, start *lang.Start, facts []lang.Initial, what string) ([]lang.Initial, error) {
	g, err := report.Goal(prog, what)
	isFact := strings.ContainsAny(what, " ,") ||
		slices.ContainsFunc(prog.Preds, func(p *lang.Pred) bool { return p.Name == what })
	switch {
	case strings.TrimSpace(what) == "":
		return nil, errors.New("give a rule, or a fact of the start")
	case err != nil && !isFact:
		return nil, fmt.Errorf("there is no rule or fact %s%s", what, prog.Labels().MeantOrAll(what))
	case err != nil:
		return nil, err
	case len(g.Facts) != 1:
		return nil, fmt.Errorf("%q: give one fact at a time; the flag is repeatable", what)
	}
	_, resources := exec.NewMachine(prog, start, exec.Limits{})
	gone := make(map[string]bool)
	for _, r := range resources {
		if g.Facts[0].MatchesFact(r.Pred, r.Args, r.Persistent) {
			gone[r.String()] = true
		}
	}
	rest := slices.DeleteFunc(slices.Clone(facts), func(f lang.Initial) bool { return gone[f.String()] })
	if len(rest) == len(facts) {
		return nil, fmt.Errorf("no fact of the start is %s", what)
	}
	return rest, nil
}

// initial returns the facts that a text lists, as facts of a start.
func initial(prog *lang.Program, what string) ([]lang.Initial, error) {
	g, err := report.Goal(prog, what)
	if err != nil {
		return nil, err
	}
	var facts []lang.Initial
	for i, p := range g.Facts {
		f, err := groundFact(prog, p)
		if err != nil {
			return nil, g.Wrong(i, err)
		}
		facts = append(facts, f)
	}
	return facts, nil
}

// groundFact returns a pattern without variables as a fact.
func groundFact(prog *lang.Program, p goal.Pattern) (lang.Initial, error) {
	at := slices.IndexFunc(prog.Preds, func(q *lang.Pred) bool { return q.Name == p.Head && q.Kind == lang.OfState })
	if at < 0 {
		return lang.Initial{}, errors.New("want a fact of the state")
	}
	pred := prog.Preds[at]
	if len(p.Args) != len(pred.Args) {
		return lang.Initial{}, fmt.Errorf("give %s its %s", p.Head, english.Count(len(pred.Args), "argument"))
	}
	f := lang.Initial{Fact: lang.Fact{Pred: pred}, Permanent: p.Permanent}
	for i, a := range p.Args {
		v, err := prog.ParseValue(a.String(), pred.Args[i])
		if err != nil {
			return lang.Initial{}, err
		}
		f.Fact.Args = append(f.Fact.Args, v)
	}
	return f, nil
}
