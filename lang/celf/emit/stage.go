package emit

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
)

// A phase is a part of a run in which the same rules may fire. The token `stage P` is in the state as long as the
// phase P lasts:
//
//	run P o- (stage P -o {done P}).              P begins: its rules fire until none can
//	rule : stage P * … -o {stage P * …}.         a rule of P
//	done P o- {stage P * run Q}.                 none can: on to Q
//	done P o- {stage P}.                         or the run ends
//
// A stage is a phase. Celf cannot ask whether no link applies, so links with conditions are rules of a phase behind
// that of their stage, of which one fires at most, and says where the run goes on:
//
//	link : stage Q * … -o {next R * …}.
//	done Q o- {next R * run R}.
//	done Q o- {next over}.               a link that ends the run leads to no phase
//
// At each end of a phase exactly one clause of `done` applies, so that nothing is drawn where the run of Ceptre has no
// choice, and so that a run has one solution. A stage that is ordered is a row of phases with one rule each. A rule
// behind the first goes back to the first when it has fired.
//
// The scheme is that of Martens' thesis (Carnegie Mellon 2015, section 4.5) with the token on the left of links, where
// its grammar has it.
//
// If runs are bounded, stage, run and next have the number of the steps that are left as another argument.

// The names of the scheme.
const (
	phaseType = "phase"
	stageWord = "stage"
	runWord   = "run"
	doneWord  = "done"
	nextWord  = "next"
	overWord  = "over"
)

// bound has the names of the type of numbers of steps and its constructors.
type bound struct{ of, none, more string }

// isOrdered reports whether the order of a stage's rules matters.
func isOrdered(s *lang.Stage) bool { return s.Ordered && len(s.Rules) > 1 }

// phase is a phase of the file.
type phase struct {
	name  string
	rules []*lang.Rule
	// to returns the phase that a rule leads to. The first phase of a stage has nil for its own rules.
	to func(*lang.Rule) string
}

// stages writes the rules and links.
func (w *writer) stages() {
	if !w.staged {
		for _, r := range w.prog.Rules() {
			w.eachForm(r, func(_ *ruleWriter, name string, left, right []celf.Expr) { w.forward(name, left, right) })
		}
		w.ruleText.gap()
		return
	}
	for _, s := range w.prog.Stages {
		w.stageOf(s)
	}
	if w.overUsed {
		w.phases = append(w.phases, overWord)
	}
}

// forward writes a forward rule.
func (w *writer) forward(name string, left, right []celf.Expr) {
	w.ruleText.add(declare(name, &celf.Arrow{From: join(left), To: &celf.Braces{X: join(right)}}))
}

// stageOf writes the phases of a stage.
func (w *writer) stageOf(s *lang.Stage) {
	w.ruleText.comment("The stage %s.", s.Name)
	first := w.stage[s]
	phases := []phase{{name: first, to: func(*lang.Rule) string { return "" }}}
	for i, r := range s.Rules {
		if i > 0 && s.Ordered {
			phases = append(phases, phase{name: w.taken.Take(fmt.Sprintf("%s/%d", first, i+1)),
				to: func(*lang.Rule) string { return first }})
		}
		last := &phases[len(phases)-1]
		last.rules = append(last.rules, r)
	}
	direct := len(s.Links) == 1 && len(s.Links[0].Premises) == 0 && s.Links[0].To != nil
	if len(s.Links) > 0 && !direct {
		links := phase{name: w.taken.Take(first + "/links"), to: w.target}
		for _, l := range s.Links {
			links.rules = append(links.rules, &l.Rule)
		}
		phases = append(phases, links)
	}
	for i, p := range phases {
		w.enter(p.name)
		w.phaseRules(p)
		switch {
		case i+1 < len(phases):
			w.clauseOf(p.name, w.steps(nil), apply(runWord, w.inPhase(phases[i+1].name, w.steps(nil))...))
		case direct:
			w.direct(p.name, s.Links[0])
		case slices.ContainsFunc(p.rules, func(r *lang.Rule) bool { return r.Link() != nil && len(r.Premises) == 0 }):
			if w.bounded {
				w.end(p.name, word(w.bound.none))
			}
		default:
			w.end(p.name, w.steps(nil))
		}
	}
	w.ruleText.gap()
}

// target returns the phase that a link leads to.
func (w *writer) target(r *lang.Rule) string {
	if to := r.After(); to != nil {
		return w.stage[to]
	}
	w.overUsed = true
	return overWord
}

// enter declares a phase, and how it begins.
func (w *writer) enter(p string) {
	w.phases = append(w.phases, p)
	at := w.inPhase(p, w.steps(nil))
	phase := &celf.Arrow{From: apply(stageWord, at...), To: &celf.Braces{X: apply(doneWord, word(p))}}
	w.ruleText.add(declare(w.taken.Take(runWord+"/"+p), &celf.Arrow{Reversed: true, To: apply(runWord, at...),
		From: phase}))
}

// phaseRules writes the rules of a phase, and how the run goes on behind those that lead on.
func (w *writer) phaseRules(p phase) {
	var targets []string
	for _, r := range p.rules {
		to := p.to(r)
		w.eachForm(r, func(b *ruleWriter, name string, left, right []celf.Expr) {
			now, then := w.steps(b), w.steps(b)
			if w.bounded {
				now = apply(w.bound.more, now)
			}
			token := apply(stageWord, w.inPhase(p.name, then)...)
			if to != "" {
				token = apply(nextWord, w.inPhase(to, then)...)
				if !slices.Contains(targets, to) {
					targets = append(targets, to)
				}
			}
			w.forward(name, prepend(apply(stageWord, w.inPhase(p.name, now)...), left), prepend(token, right))
		})
	}
	for _, to := range targets {
		w.nextUsed = true
		at := w.inPhase(to, w.steps(nil))
		parts := []celf.Expr{apply(nextWord, at...)}
		if to != overWord {
			parts = append(parts, apply(runWord, at...))
		}
		w.add(w.doneName(p.name+"/"+to), p.name, parts...)
	}
}

// direct writes the only link of a stage, if it has no conditions.
func (w *writer) direct(p string, l *lang.Link) {
	b := w.newRuleWriter(l.Span, l.Vars)
	_, right, _ := b.sides(&l.Rule)
	now, then := w.steps(b), w.steps(b)
	if w.bounded {
		now = apply(w.bound.more, now)
	}
	x := apply(runWord, w.inPhase(w.target(&l.Rule), then)...)
	if len(right) > 0 {
		x = &celf.Arrow{From: join(right), To: x}
	}
	w.add(w.rule[&l.Rule], p, apply(stageWord, w.inPhase(p, now)...), x)
	if w.bounded {
		w.end(p, word(w.bound.none))
	}
}

// end says that the run ends behind a phase.
func (w *writer) end(p string, steps celf.Expr) {
	w.add(w.doneName(p), p, apply(stageWord, w.inPhase(p, steps)...))
}

// clauseOf says how the run goes on behind a phase in which nothing has led on.
func (w *writer) clauseOf(p string, steps, then celf.Expr) {
	w.add(w.doneName(p), p, apply(stageWord, w.inPhase(p, steps)...), then)
}

// add writes a clause of `done P`.
func (w *writer) add(name, p string, parts ...celf.Expr) {
	w.ruleText.add(declare(name, &celf.Arrow{Reversed: true, To: apply(doneWord, word(p)),
		From: &celf.Braces{X: join(parts)}}))
}

func (w *writer) doneName(p string) string { return w.taken.Take(doneWord + "/" + p) }

// inPhase returns the arguments of a token.
func (w *writer) inPhase(p string, steps celf.Expr) []celf.Expr {
	if steps == nil {
		return []celf.Expr{word(p)}
	}
	return []celf.Expr{word(p), steps}
}

// steps returns the variable for the number of steps that are left, nil if runs are not bounded.
func (w *writer) steps(b *ruleWriter) celf.Expr {
	switch {
	case !w.bounded:
		return nil
	case b == nil:
		return word("Steps")
	case b.stepsLeft == "":
		b.stepsLeft = b.taken.Take("Steps", "'")
	}
	return word(b.stepsLeft)
}

// begin returns the goal of a run.
func (w *writer) begin(t *lang.Start) celf.Expr {
	if !w.bounded {
		if t.Bound > 0 {
			w.omit(t.Span, "the run has no bound in Celf, where %d is too large for one", t.Bound)
		}
		return apply(runWord, word(w.stage[t.Stage]))
	}
	bound := t.Bound
	if bound == 0 || bound > largest {
		bound = w.most
		w.omit(t.Span, "the run ends after %d steps in Celf, as another does", bound)
	}
	return apply(runWord, word(w.stage[t.Stage]), word(w.abbreviation(&w.relations.steps, "steps", bound)))
}

// scheme declares the types, predicates and constants that phases need.
func (w *writer) scheme(s *section) {
	s.add(declare(phaseType, &celf.Kind{}))
	for _, p := range w.phases {
		s.add(declare(p, word(phaseType)))
	}
	var token celf.Expr = &celf.Kind{}
	if w.bounded {
		steps := word(w.bound.of)
		s.add(declare(w.bound.of, &celf.Kind{}), declare(w.bound.none, steps),
			declare(w.bound.more, &celf.Arrow{Mode: celf.Persistent, From: steps, To: steps}))
		w.writeAbbreviations(s, w.relations.steps, "steps", w.bound.of, w.bound.none, w.bound.more)
		token = &celf.Arrow{Mode: celf.Persistent, From: steps, To: token}
	}
	words := []string{stageWord, runWord}
	if w.nextUsed {
		words = append(words, nextWord)
	}
	for _, name := range words {
		s.add(declare(name, &celf.Arrow{Mode: celf.Persistent, From: word(phaseType), To: token}))
	}
	s.add(declare(doneWord, &celf.Arrow{Mode: celf.Persistent, From: word(phaseType), To: &celf.Kind{}}))
	s.gap()
}

// prepend puts an expression before others.
func prepend(first celf.Expr, rest []celf.Expr) []celf.Expr {
	return append([]celf.Expr{first}, rest...)
}
