package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/structure"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/verdict"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Verdicts are the verdicts on the statements of a program, and the properties found in its rules.
type Verdicts struct {
	Program *lang.Program
	Result  *verdict.Result
	Cut     string // why the search was cut short; empty for a whole one
	ways    map[*verdict.Verdict]*trace.Trace
}

// FindWays makes the runs that refute statements, with these options, from the start of the search.
func (v *Verdicts) FindWays(start *lang.Start, o exec.Options) error {
	v.ways = make(map[*verdict.Verdict]*trace.Trace)
	for _, x := range v.Result.Verdicts {
		if x.By != verdict.ByRun {
			continue
		}
		way, err := explore.Rerun(v.Program, start, x.Choices, o)
		if err != nil {
			return err
		}
		v.ways[x] = way
	}
	return nil
}

// Way returns the run to the violation of the first statement that is refuted, and the label of this; nil if there is
// none.
func (v *Verdicts) Way() (*trace.Trace, string) {
	for _, x := range v.Result.Verdicts {
		if x.Outcome == verdict.Refuted {
			return v.ways[x], x.Statement.Label
		}
	}
	return nil, ""
}

// Refuted returns the labels of the statements that are refuted.
func (v *Verdicts) Refuted() []string {
	var out []string
	for _, x := range v.Result.Verdicts {
		if x.Outcome == verdict.Refuted {
			out = append(out, x.Statement.Label)
		}
	}
	return out
}

// Print prints the verdicts, and then the properties found in the rules.
func (v *Verdicts) Print(b *Text) {
	for _, x := range v.Result.Verdicts {
		b.Line("%-8s  %s", x.Outcome, plain(x.Statement))
		v.printReason(b, x)
	}
	if len(v.Result.Verdicts) == 0 {
		b.Line("The program has no statements. Lines to choose from are below, if its rules show some.")
	}
	v.printFound(b)
}

// printReason prints why a verdict is as it is.
func (v *Verdicts) printReason(b *Text, x *verdict.Verdict) {
	because := func(format string, args ...any) { b.Line("          "+format, args...) }
	switch x.Outcome {
	case verdict.Proved:
		because("%s", v.proof(x))
	case verdict.Refuted:
		way := v.ways[x]
		if len(way.Steps) == 0 {
			because("at the start: %s", x.Violation.Reason())
			return
		}
		because("after %s: %s", english.Count(len(way.Steps), "step"), x.Violation.Reason())
		shapes := exec.Shapes(v.Program)
		for i := range way.Steps {
			because("  %s", Named(v.Program.Labels(), shapes, &way.Steps[i]))
		}
		because("'ceptre run' does it with --choose %s", way.Run.Choose)
	default:
		for _, line := range v.doubts(x) {
			because("%s", line)
		}
	}
}

// proof says in words how a statement was proved.
func (v *Verdicts) proof(x *verdict.Verdict) string {
	if x.By == verdict.ByRules {
		lemmas := x.Lemmas()
		if len(lemmas) == 0 {
			return "it holds at the start, and each rule keeps it"
		}
		return "it holds at the start, and each rule keeps it, given " + english.List(each(lemmas, named))
	}
	space := v.Result.Space
	return fmt.Sprintf("all %s meet it: the farthest is %s from the start", english.Count(space.Len(), "state"),
		english.Count(space.Farthest(), "step"))
}

// plain returns a statement without `#`.
func plain(s *lang.Statement) string { return strings.TrimPrefix(s.String(), "#") }

// named returns the name of a statement or, where it has none, the statement.
func named(s *lang.Statement) string {
	if s.Name != "" {
		return s.Name
	}
	return "`" + s.String() + "`"
}

// doubts says how far the search and the induction came for an open statement.
func (v *Verdicts) doubts(x *verdict.Verdict) []string {
	var out []string
	if space := v.Result.Space; space != nil {
		line := fmt.Sprintf("%s found, up to %s from the start, and all meet it", english.Count(space.Len(), "state"),
			english.Count(space.Farthest(), "step"))
		switch {
		case space.Ended == explore.Complete && space.Deaf:
			line += "; but rules ask sensors, which gave no answers"
		case v.Cut != "":
			line += fmt.Sprintf("; %s, with %s not looked at", strings.ToLower(v.Cut[:1])+v.Cut[1:],
				english.Count(space.Len()-space.Looked, "state"))
		}
		out = append(out, line)
	}
	switch p := x.Induction; {
	case p.Unable != "":
		out = append(out, "induction over the rules is out of reach: "+p.Unable)
	case p.Failure != nil && p.Failure.Example != nil:
		e := p.Failure.Example
		state := counted(e.Before[:e.Matter])
		if e.Matter > 0 && e.Matter < len(e.Before) {
			state += ", and some more"
		}
		out = append(out, fmt.Sprintf("the rule %s may break it, if there is ever a state like this: %s",
			p.Failure.Rule.Label, state), "then "+e.Violation.Reason())
	case p.Failure != nil && p.Failure.Exhausted:
		out = append(out, fmt.Sprintf("there are too many cases to say whether the rule %s keeps it", p.Failure.Rule.Label))
	case p.Failure != nil:
		out = append(out, fmt.Sprintf("it is not clear whether the rule %s keeps it", p.Failure.Rule.Label))
	}
	return out
}

// counted lists facts, equal ones once with their number.
func counted(facts []lang.Initial) string {
	if len(facts) == 0 {
		return "no facts"
	}
	return strings.Join(english.Counted(each(facts, lang.Initial.String)), ", ")
}

// printFound prints the properties found in the rules.
func (v *Verdicts) printFound(b *Text) {
	found := v.Result.Found
	var lines []string
	width := 0
	invariants := slices.DeleteFunc(slices.Clone(found.Invariants), func(i *structure.Invariant) bool {
		return i.StatedIn(v.Program) != nil
	})
	for _, i := range invariants {
		width = max(width, min(len(i.Statement.Label), widestStatement))
	}
	for _, i := range invariants {
		lines = append(lines, fmt.Sprintf("%-*s  %% %s", width+1, i.Statement.Label+".", i.Sentence()))
	}
	b.List("What no rule changes, as lines for the program", lines)
	b.List("What never comes back", each(found.Losses, structure.Set.Loss))
	b.List("What never goes",
		slices.Concat(each(found.Always, structure.Set.Always), each(found.Once, structure.Set.Once)))
	b.List("What grows without bound", each(v.Result.Loops, verdict.Loop.Sentence))
	b.List("What may grow without bound", each(v.Result.MayGrow(), structure.Growth.Sentence))
	b.List("Rules that never fire", each(found.Idle, func(r *lang.Rule) string { return r.Label }))
	b.List("Stages that are never entered", each(found.Unentered, func(s *lang.Stage) string { return s.Name }))
	if found.Cut {
		b.Line("There may be more: not all combinations of facts were tried.")
	}
}

// widestStatement is the length up to which statements stand in a column of their own.
const widestStatement = 60

// verdictsData is the whole as data.
type verdictsData struct {
	Statements []verdictData `json:"statements"`
	Found      []foundData   `json:"found"`
	Search     *searchData   `json:"search,omitempty"`
}

// verdictData is the verdict on a statement.
type verdictData struct {
	Name      string          `json:"name"` // or the statement, where it has none
	Statement string          `json:"statement"`
	Verdict   verdict.Outcome `json:"verdict"`
	By        verdict.By      `json:"by,omitempty"`
	Why       []string        `json:"why"`
	Trace     *runData        `json:"trace,omitempty"`
}

// searchData is how far the search of states came.
type searchData struct {
	Complete bool        `json:"complete"`
	Limit    explore.Why `json:"limit,omitempty"` // that cut it short before all statements were settled
	States   int         `json:"states"`
	Looked   int         `json:"looked"`
	Depth    int         `json:"depth"`
}

// foundData is something that the rules show.
type foundData struct {
	Kind       string         `json:"kind"` // invariant, lost, always, once, grows, may grow, bounded, idle or unentered
	Statement  string         `json:"statement,omitempty"`
	Predicates []string       `json:"predicates,omitempty"`
	Round      map[string]int `json:"round,omitempty"` // how often rules are fired, after which there is more
	Loop       []string       `json:"loop,omitempty"`  // rules that a run can repeat for ever, each time with more
	Rule       string         `json:"rule,omitempty"`
	Stage      string         `json:"stage,omitempty"`
	Says       string         `json:"says"`
}

// Data returns the verdicts as data.
func (v *Verdicts) Data() any {
	d := verdictsData{Statements: each(v.Result.Verdicts, v.verdictData), Found: v.foundData()}
	if space := v.Result.Space; space != nil {
		d.Search = &searchData{space.Ended == explore.Complete, space.Ended, space.Len(), space.Looked, space.Farthest()}
		if space.Ended == explore.Found { // all statements were settled
			d.Search.Limit = ""
		}
	}
	return d
}

func (v *Verdicts) verdictData(x *verdict.Verdict) verdictData {
	d := verdictData{Name: x.Statement.Label, Statement: x.Statement.String() + ".", Verdict: x.Outcome, By: x.By,
		Why: []string{}}
	switch x.Outcome {
	case verdict.Proved:
		d.Why = append(d.Why, v.proof(x))
	case verdict.Open:
		d.Why = append(d.Why, v.doubts(x)...)
	case verdict.Refuted:
		way := v.ways[x]
		d.Why = append(d.Why, x.Violation.Reason())
		steps := each(way.Steps, func(s trace.Step) string { return Unnumbered(v.Program.Labels(), nil, &s) })
		d.Trace = &runData{Steps: steps, Choices: way.Run.Choose, State: v.Result.Facts(x)}
	}
	return d
}

// foundData returns the findings of the rules as data.
func (v *Verdicts) foundData() []foundData {
	f := v.Result.Found
	out := []foundData{}
	for _, i := range f.Invariants {
		out = append(out, foundData{Kind: "invariant", Statement: i.Statement.Label + ".", Says: i.Sentence()})
	}
	sets := func(kind string, sets []structure.Set, says func(structure.Set) string) {
		for _, s := range sets {
			names := each(s, func(p *lang.Pred) string { return p.Name })
			out = append(out, foundData{Kind: kind, Predicates: names, Says: says(s)})
		}
	}
	sets("lost", f.Losses, structure.Set.Loss)
	sets("always", f.Always, structure.Set.Always)
	sets("once", f.Once, structure.Set.Once)
	for _, l := range v.Result.Loops {
		out = append(out, foundData{Kind: "grows", Predicates: []string{l.Pred.Name},
			Loop: each(l.Rules, func(r *lang.Rule) string { return r.Label }), Says: l.Sentence()})
	}
	for _, g := range v.Result.MayGrow() {
		d := foundData{Kind: "may grow", Predicates: []string{g.Pred.Name}, Round: make(map[string]int), Says: g.Sentence()}
		for _, t := range g.Round {
			d.Round[t.Rule.Label] = t.Times
		}
		out = append(out, d)
	}
	bounded := each(f.Bounded, func(p *lang.Pred) structure.Set { return structure.Set{p} })
	sets("bounded", bounded, structure.Set.Bounded)
	for _, r := range f.Idle {
		out = append(out, foundData{Kind: "idle", Rule: r.Label, Says: "the rule " + r.Label + " never fires"})
	}
	for _, s := range f.Unentered {
		out = append(out, foundData{Kind: "unentered", Stage: s.Name, Says: "the stage " + s.Name + " is never entered"})
	}
	return out
}
