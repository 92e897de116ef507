package coverage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/report/table"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Cause is why a rule never fired.
type Cause string

// The causes, from the one that says the most.
const (
	noStage    Cause = "stage"      // its stage was never entered
	impossible Cause = "impossible" // nothing can ever meet one of its premises
	lacking    Cause = "lacking"    // nothing has ever met one of its premises
	restless   Cause = "restless"   // the link's stage always had a rule to fire
	unmet      Cause = "unmet"      // its premises were never met together
	beaten     Cause = "beaten"     // it was enabled, and others fired
	late       Cause = "late"       // it was enabled only where runs were ended
)

// Fact is a predicate of which there never was a fact, or none that anything needed.
type Fact struct {
	Predicate string `json:"predicate"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	Made      bool   `json:"made"`
	Reason    string `json:"reason"`

	pred *lang.Pred
}

// reasons finds out why rules never fired, from the program, the start, and the rules that did fire:
// only these make facts.
type reasons struct {
	*Report
	potential *inquiry.Potential
	makers    map[*lang.Pred][]maker
}

// maker is a rule that makes facts of a predicate, or the start if it is nil.
type maker struct {
	rule      *Rule
	permanent bool
}

func newReasons(c *Report) *reasons {
	q := &reasons{Report: c, makers: make(map[*lang.Pred][]maker)}
	for _, f := range c.initial() {
		q.makers[f.Fact.Pred] = append(q.makers[f.Fact.Pred], maker{nil, f.Permanent})
	}
	for _, r := range c.Rules {
		for _, result := range r.rule.Results {
			q.makers[result.Atom.Pred] = append(q.makers[result.Atom.Pred], maker{r, result.Permanent})
		}
	}
	return q
}

// initial returns the facts with which runs began.
func (c *Report) initial() (facts []lang.Initial) {
	for _, b := range c.From {
		facts = append(facts, b.Planned.Start.Context.Facts...)
	}
	return facts
}

// fill adds the reasons to stages and rules, and the predicates, that never came up.
func (q *reasons) fill() {
	for _, s := range q.Stages {
		if s.Visits == 0 {
			s.Reason = q.unentered(s)
		}
	}
	for _, r := range q.Rules {
		if r.Fired == 0 {
			r.Cause, r.Reason = q.why(r)
		}
	}
	for _, p := range q.program.Preds {
		if p.Kind == lang.OfState {
			q.seek(p)
		}
	}
}

// seek enters a predicate if its facts were never there, or if only rules that never fired need
// them.
func (q *reasons) seek(p *lang.Pred) {
	f := Fact{Predicate: p.Name, Line: p.Start.Line, Column: p.Start.Col, pred: p}
	if makers := q.makers[p]; !slices.ContainsFunc(makers, maker.made) {
		f.Reason = "no rule makes it, and it is not there at the start"
		if len(makers) > 0 {
			f.Reason = unmade(makers)
		}
		q.Facts = append(q.Facts, f)
		return
	}
	users := slices.DeleteFunc(slices.Clone(q.Rules), func(r *Rule) bool { return !needs(r.rule, p) })
	used := slices.ContainsFunc(users, func(r *Rule) bool { return r.Fired > 0 })
	if len(users) > 0 && !used {
		f.Made, f.Reason = true, neverFired(users, "needs one", "need one")
		q.Facts = append(q.Facts, f)
	}
}

// unentered says why a stage was never entered.
func (q *reasons) unentered(s *Stage) string {
	var links []*Rule
	for _, r := range q.Rules {
		if r.Link && r.rule.Link().To == s.stage {
			links = append(links, r)
		}
	}
	if len(links) == 0 {
		return "no link leads to it"
	}
	return neverFired(links, "leads to it", "lead to it")
}

// neverFired says that the rules that do something, as one or as many, never fired.
func neverFired(rules []*Rule, one, many string) string {
	var names []string
	for _, r := range rules {
		names = append(names, r.Name)
	}
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
func (q *reasons) why(r *Rule) (Cause, string) {
	stage := q.stage(r.rule.Stage)
	switch {
	case stage.Visits == 0:
		return noStage, fmt.Sprintf("its stage %s was never entered", stage.Name)
	case r.Enabled > 0:
		return beaten, q.beaten(r)
	case r.ready > 0:
		return late, fmt.Sprintf("enabled only in the last state of %s, where nothing more could fire as the run was ended",
			english.Count(r.ready, "run"))
	}
	if c, reason := q.lacks(r); c != "" {
		return c, reason
	}
	return q.unmet(r, stage)
}

// lacks says which premise of a rule nothing can meet or, where there is none, which
// one nothing has met; "" where each may have been.
func (q *reasons) lacks(r *Rule) (found Cause, why string) {
	for _, p := range r.rule.Premises {
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
func (q *reasons) unmet(r *Rule, stage *Stage) (Cause, string) {
	switch {
	case r.Link && !q.rested(r.rule.Stage):
		return restless, fmt.Sprintf("stage %s always had a rule to fire", stage.Name)
	case r.Link:
		return unmet, fmt.Sprintf("its premises were never met when stage %s had come to rest", stage.Name)
	case stage.stage.Ordered && stage.stage.Rules[0] != r.rule:
		return unmet,
			fmt.Sprintf("its premises were never met where no rule before it applied, in %s of the ordered stage %s",
				english.Count(stage.states(), "state"), stage.Name)
	}
	return unmet, fmt.Sprintf("its premises were never met together, in %s of stage %s",
		english.Count(stage.states(), "state"), stage.Name)
}

// beaten names the rules that were chosen each time in place of a rule.
func (q *reasons) beaten(r *Rule) string {
	return fmt.Sprintf("enabled in %s of %s, and lost in all (%s firings expected): %s",
		english.Count(r.Enabled, "state"), english.Count(r.Enabling, "run"), table.Decimal(r.Expected), r.lost())
}

// missing describes the facts that a premise of a rule lacked, or returns "" if it may have been
// met.
func (q *reasons) missing(r *Rule, p lang.Premise) (Cause, string) {
	switch {
	case p.Kind == lang.Ask && q.input:
		return lacking, fmt.Sprintf("it asks `%s`, and its premises were never met with what the input says",
			p.Atom.Pred.Name)
	case p.Kind == lang.Ask:
		return lacking, fmt.Sprintf("it asks `%s`, which gets no answer in these runs", p.Atom.Pred.Name)
	case p.Kind == lang.Prove && len(p.Atom.Pred.Clauses) == 0:
		return impossible, fmt.Sprintf("`%s` has no clauses", p.Atom.Pred.Name)
	case p.Kind.OnState():
		return q.missingFact(r, p)
	}
	return "", ""
}

// missingFact is missing for a premise that facts of the state meet.
func (q *reasons) missingFact(r *Rule, p lang.Premise) (Cause, string) {
	name, makers := p.Atom.Pred.Name, q.makers[p.Atom.Pred]
	if p.Kind == lang.Permanent {
		name = "!" + name
		makers = slices.DeleteFunc(slices.Clone(makers), func(m maker) bool { return !m.permanent })
	}
	switch {
	case len(makers) == 0:
		return impossible, fmt.Sprintf("no rule makes `%s`, and none is there at the start", name)
	case !slices.ContainsFunc(makers, maker.made):
		return lacking, fmt.Sprintf("there never was a `%s`: %s", name, unmade(makers))
	case !slices.ContainsFunc(makers, func(m maker) bool { return m.rule == nil }) && !q.fits(r, p):
		return impossible, fmt.Sprintf("no rule that comes before it makes a `%s` that fits", name)
	}
	return "", ""
}

// made reports whether it has made a fact.
func (m maker) made() bool { return m.rule == nil || m.rule.Fired > 0 }

// unmade says which rules make facts and never did.
func unmade(makers []maker) string {
	var rules []*Rule
	for _, m := range makers {
		rules = append(rules, m.rule)
	}
	return neverFired(slices.Compact(rules), "makes one", "make one")
}

// fits reports whether a fact that some rule makes can meet a premise of a rule.
func (q *reasons) fits(r *Rule, p lang.Premise) bool {
	if q.potential == nil {
		q.potential = inquiry.NewPotential(q.program, q.initial())
	}
	return q.potential.Makes(r.rule, p)
}

// stage returns the findings about a stage.
func (c *Report) stage(s *lang.Stage) *Stage {
	return c.Stages[slices.IndexFunc(c.Stages, func(v *Stage) bool { return v.stage == s })]
}

// rested reports whether a stage ever had no rule to fire.
func (c *Report) rested(s *lang.Stage) bool {
	left := func(r *Rule) bool { return r.rule.Stage == s && r.Link && r.Enabled+r.ready > 0 }
	return slices.ContainsFunc(c.Rules, left) || c.stage(s).rests > 0
}
