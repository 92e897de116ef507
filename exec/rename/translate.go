package rename

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Translate returns a trace in the present names. A step keeps its arguments if its rule has other
// variables now.
func (c *Correspondence) Translate(t *trace.Trace) *trace.Trace {
	out := &trace.Trace{Header: t.Header}
	for _, r := range t.Resources {
		f := c.fact(r.Fact())
		r.Pred, r.Args = f.Pred, f.Args
		out.Resources = append(out.Resources, r)
	}
	for _, s := range t.Steps {
		out.Steps = append(out.Steps, c.step(s))
	}
	if t.End != nil {
		end := *t.End
		end.Sensed = c.facts(end.Sensed)
		out.End = &end
	}
	return out
}

func (c *Correspondence) step(s trace.Step) trace.Step {
	was := c.from.label(&s)
	now := c.name(ruleName, was)
	s.Args = c.reorder(was, c.terms(s.Args))
	if s.Stage != "" {
		s.Stage = c.name(stageName, s.Stage)
	}
	if rule := c.to.rules[now]; rule != nil && c.from.rules[was] != nil {
		s.Rule, s.Variant = rule.Name, rule.Variant
		if now != rule.Name { // the name alone does not tell which
			s.Stage = rule.Stage
		}
	}
	s.Proves, s.Absent = c.facts(s.Proves), c.facts(s.Absent)
	s.Sensed, s.Acts = c.facts(s.Sensed), c.facts(s.Acts)
	return s
}

// reorder returns arguments of a rule in the order of its variables now, if they are the
// same.
func (c *Correspondence) reorder(rule string, args []trace.Term) []trace.Term {
	values := c.places(rule)
	if len(values) != len(args) {
		return args
	}
	out := make([]trace.Term, len(args))
	for i, from := range values {
		if from < 0 || from >= len(args) {
			return args
		}
		out[i] = args[from]
	}
	return out
}

// Arguments returns the arguments of a step, in the present names, by the variables of its rule now,
// with [trace.Open] for variables that are new.
func (c *Correspondence) Arguments(s *trace.Step, vars int) []trace.Term {
	from := c.places(c.from.label(s))
	args := c.terms(s.Args)
	out := make([]trace.Term, vars)
	for k := range out {
		out[k] = trace.Const(trace.Open)
		switch {
		case from == nil && len(args) == len(out): // nothing is known of the rule
			out[k] = args[k]
		case k < len(from) && from[k] >= 0 && from[k] < len(args):
			out[k] = args[from[k]]
		}
	}
	return out
}

func (c *Correspondence) facts(fs []trace.Fact) []trace.Fact {
	var out []trace.Fact
	for _, f := range fs {
		out = append(out, c.fact(f))
	}
	return out
}

func (c *Correspondence) fact(f trace.Fact) trace.Fact {
	if f.Pred == trace.StagePred {
		return trace.Fact{Pred: f.Pred, Args: []trace.Term{trace.Const(c.name(stageName, f.Args[0].Head))}}
	}
	return trace.Fact{Pred: c.name(predicateName, f.Pred), Args: c.terms(f.Args)}
}

func (c *Correspondence) terms(ts []trace.Term) []trace.Term {
	var out []trace.Term
	for _, t := range ts {
		if t := &t; !t.Number {
			if _, text := t.Literal(); !text {
				t.Head = c.name(constantName, t.Head)
			}
		}
		t.Args = c.terms(t.Args)
		out = append(out, t)
	}
	return out
}

// Renamings returns the names of a trace that are other ones now, in the order of its header. Names
// made for rules without one do not count.
func (c *Correspondence) Renamings(t *trace.Trace) []Renaming {
	used := c.from.mentioned(t)
	var out []Renaming
	for _, s := range c.from.symbols {
		now, ok := c.partner[s]
		if ok && now.name != s.name && used[s] && !c.from.isMade(s) {
			out = append(out, Renaming{s.kind.word(), s.name, now.name})
		}
	}
	return out
}

// mentioned returns the names that steps and resources of a trace mention.
func (of *vocabulary) mentioned(t *trace.Trace) map[symbol]bool {
	v := &vocabulary{known: make(map[symbol]bool)}
	for _, r := range t.Resources {
		v.enter(v.fact(r.Fact()))
	}
	for _, s := range t.Steps {
		v.enter(leaf(ruleName, of.label(&s)))
		for _, a := range s.Args {
			v.enter(termTree(a))
		}
		for _, f := range slices.Concat(s.Proves, s.Absent, s.Sensed, s.Acts) {
			v.enter(v.fact(f))
		}
	}
	return v.known
}
