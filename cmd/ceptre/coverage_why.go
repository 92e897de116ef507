package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/plural"
)

// cause is why a rule never fired.
type cause string

// The causes, from the one that says the most.
const (
	noStage    cause = "stage"      // its stage was never entered
	impossible cause = "impossible" // nothing can ever meet one of its premises
	lacking    cause = "lacking"    // nothing has ever met one of its premises
	restless   cause = "restless"   // the link's stage always had a rule to fire
	unmet      cause = "unmet"      // its premises were never met together
	beaten     cause = "beaten"     // it was enabled, and others fired
	late       cause = "late"       // it was enabled only where runs were ended
)

// neverFiredReport finds out why rules never fired, from the program, the start, and the rules that
// did fire: only these make facts.
type neverFiredReport struct {
	*coverage
	potential *inquiry.Potential
	makers    map[*lang.Pred][]maker
}

// maker is a rule that makes facts of a predicate, or the start if it is nil.
type maker struct {
	rule      *covered
	permanent bool
}

func newNeverFiredReport(c *coverage) *neverFiredReport {
	q := &neverFiredReport{coverage: c, makers: make(map[*lang.Pred][]maker)}
	for _, f := range c.initial() {
		q.makers[f.Fact.Pred] = append(q.makers[f.Fact.Pred], maker{nil, f.Permanent})
	}
	for _, r := range c.rules {
		for _, result := range r.Results {
			q.makers[result.Atom.Pred] = append(q.makers[result.Atom.Pred], maker{r, result.Permanent})
		}
	}
	return q
}

// fill adds the reasons to stages, rules and predicates that never came up.
func (q *neverFiredReport) fill() {
	if len(q.Rows) == 0 {
		return
	}
	for _, s := range q.stages {
		if s.visits == 0 {
			s.reason = q.unentered(s)
		}
	}
	for _, r := range q.rules {
		if r.fired == 0 {
			r.cause, r.reason = q.why(r)
		}
	}
	for _, p := range q.Program.Preds {
		if p.Kind == lang.OfState {
			q.seek(p)
		}
	}
}

// unentered says why a stage was never entered.
func (q *neverFiredReport) unentered(s *visited) string {
	var links []*covered
	for _, r := range q.rules {
		if r.link != nil && r.link.To == s.Stage {
			links = append(links, r)
		}
	}
	if len(links) == 0 {
		return "no link leads to it"
	}
	return neverFired(links, "leads to it", "lead to it")
}

// neverFired says that the rules that do something, as one or as many, never fired.
func neverFired(rules []*covered, one, many string) string {
	names := texts(rules, func(r *covered) string { return r.Label })
	if len(names) == 1 {
		return fmt.Sprintf("%s, which alone %s, never fired", names[0], one)
	}
	if more := len(names) - mostNamed; more > 0 {
		names = append(names[:mostNamed], fmt.Sprintf("%d more", more))
	}
	last := len(names) - 1
	return fmt.Sprintf("%s and %s, which %s, never fired", strings.Join(names[:last], ", "), names[last], many)
}

// mostNamed is how many rules a reason names.
const mostNamed = 3

// why says why a rule never fired.
func (q *neverFiredReport) why(r *covered) (cause, string) {
	stage := q.stage(r.Stage)
	switch {
	case stage.visits == 0:
		return noStage, fmt.Sprintf("its stage %s was never entered", stage.Name)
	case r.could.States > 0:
		return beaten, q.beaten(r)
	case r.ready > 0:
		return late, fmt.Sprintf("enabled only in the last state of %s, where nothing more could fire as the run was ended",
			plural.Count(r.ready, "run"))
	}
	if c, reason := q.lacks(r); c != "" {
		return c, reason
	}
	return q.unmet(r, stage)
}

// lacks says which premise of a rule nothing can meet or, where there is none, which
// one nothing has met; "" where each may have been.
func (q *neverFiredReport) lacks(r *covered) (found cause, why string) {
	for _, p := range r.Premises {
		c, reason := q.missing(r, p)
		if c == impossible {
			return c, reason
		}
		if found == "" {
			found, why = c, reason
		}
	}
	return found, why
}

// unmet says where the premises of a rule were never met, though each may have been.
func (q *neverFiredReport) unmet(r *covered, stage *visited) (cause, string) {
	switch {
	case r.link != nil && !q.rested(r.Stage):
		return restless, fmt.Sprintf("stage %s always had a rule to fire", stage.Name)
	case r.link != nil:
		return unmet, fmt.Sprintf("its premises were never met when stage %s had come to rest", stage.Name)
	case stage.Ordered && stage.Rules[0] != r.Rule:
		return unmet,
			fmt.Sprintf("its premises were never met where no rule before it applied, in %s of the ordered stage %s",
				plural.Count(stage.states, "state"), stage.Name)
	}
	return unmet, fmt.Sprintf("its premises were never met together, in %s of stage %s",
		plural.Count(stage.states, "state"), stage.Name)
}

// beaten names the rules that were chosen each time in place of a rule.
func (q *neverFiredReport) beaten(r *covered) string {
	return fmt.Sprintf("enabled in %s of %s, and lost in all (%s firings expected): %s",
		plural.Count(r.could.States, "state"), plural.Count(r.couldRuns, "run"), decimal(r.could.Expected), q.lost(r))
}

// missing describes the facts that a premise of a rule lacked, or returns "" if it may have been
// met.
func (q *neverFiredReport) missing(r *covered, p lang.Premise) (cause, string) {
	switch {
	case p.Kind == lang.Ask && q.input != "":
		return lacking, fmt.Sprintf("it asks `%s`, and its premises were never met with what the input says", p.Atom.Pred.Name)
	case p.Kind == lang.Ask:
		return lacking, fmt.Sprintf("it asks `%s`, and nobody is outside to answer", p.Atom.Pred.Name)
	case p.Kind == lang.Prove && len(p.Atom.Pred.Clauses) == 0:
		return impossible, fmt.Sprintf("`%s` has no clauses", p.Atom.Pred.Name)
	case p.Kind.OnState():
		return q.missingFact(r, p)
	}
	return "", ""
}

// missingFact is missing for a premise that facts of the state meet.
func (q *neverFiredReport) missingFact(r *covered, p lang.Premise) (cause, string) {
	name, makers := p.Atom.Pred.Name, q.makers[p.Atom.Pred]
	if p.Kind == lang.Permanent {
		name = "!" + name
		makers = slices.DeleteFunc(slices.Clone(makers), func(m maker) bool { return !m.permanent })
	}
	switch {
	case len(makers) == 0:
		return impossible, fmt.Sprintf("no rule makes `%s`, and none is there at the start", name)
	case !slices.ContainsFunc(makers, maker.made):
		return lacking, fmt.Sprintf("there never was a `%s`: %s", name, q.unmade(makers))
	case !slices.ContainsFunc(makers, maker.isStart) && !q.fits(r, p):
		return impossible, fmt.Sprintf("no rule that comes before it makes a `%s` that fits", name)
	}
	return "", ""
}

func (m maker) isStart() bool { return m.rule == nil }

// made reports whether it has made a fact.
func (m maker) made() bool { return m.rule == nil || m.rule.fired > 0 }

// unmade says who makes facts and never did.
func (q *neverFiredReport) unmade(makers []maker) string {
	rules := slices.Compact(each(makers, func(m maker) *covered { return m.rule }))
	return neverFired(rules, "makes one", "make one")
}

// fits reports whether a fact that some rule makes can meet a premise of a rule.
func (q *neverFiredReport) fits(r *covered, p lang.Premise) bool {
	if q.potential == nil {
		q.potential = inquiry.NewPotential(q.Program, q.initial())
	}
	return q.potential.Makes(r.Rule, p)
}
