package inquiry

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang"
)

// stepComparison lists the differences between a recorded step and what it does now.
type stepComparison struct {
	now    exec.Transition
	made   []trace.Resource
	out    []Difference
	shapes func() *shape.Set // how facts are written in differences
}

// compare returns the differences between a recorded step and what it does now, beside other numbers.
func (w *rerunner) compare(f replay.Fired, s *trace.Step, numbers *Numbers) []Difference {
	c := &stepComparison{now: f.Transition, made: f.Makes, shapes: w.shapes}
	consumes, reads := f.Takes()
	c.takes(w.texts(s.Consumes), w.texts(s.Reads), standing(consumes), standing(reads))
	c.proves(w, s.Proves)
	c.makes(w, s)
	c.acts(s.Acts)
	if now := f.Transition.String(); len(c.out) == 0 && now != w.Names.Step(s) && numbers == nil {
		c.add(c.whole(), "it is %s now", now)
	}
	return c.out
}

// add adds a difference in some facts, or in what happens.
func (c *stepComparison) add(at Difference, format string, facts ...string) {
	args := make([]any, len(facts))
	for i, fact := range facts {
		args[i] = fact
		if p, err := goal.ParsePattern(fact); err == nil {
			p.Args = c.shapes().ShortAll(p.Args)
			args[i] = p
		}
	}
	at.Text = fmt.Sprintf(format, args...)
	c.out = append(c.out, at)
}

// whole is a difference of the whole rule.
func (c *stepComparison) whole() Difference { return Difference{Rule: c.now.Rule} }

// texts returns resources of the run as facts, but for the tokens of stages.
func (w *rerunner) texts(ids []trace.ResourceID) []string {
	var out []string
	for _, id := range ids {
		if x := w.Recorded(id); x.Pred != trace.StagePred {
			out = append(out, x.String())
		}
	}
	return out
}

// standing returns resources of the machine as facts.
func standing(rs []*exec.Resource) []string {
	var out []string
	for _, r := range rs {
		out = append(out, statement(lang.Initial{Fact: r.Fact, Permanent: r.Permanent}))
	}
	return out
}

// statement returns a fact as traces have it.
func statement(i lang.Initial) string {
	if i.Permanent {
		return "!" + i.Fact.String()
	}
	return i.Fact.String()
}

// takes reports resources that are newly consumed or read, or in another mode.
func (c *stepComparison) takes(used, read, uses, reads []string) {
	moreUsed, lessUsed := lacking(uses, used), lacking(used, uses)
	moreRead, lessRead := lacking(reads, read), lacking(read, reads)
	moreUsed, lessRead = c.retaken(moreUsed, lessRead, "it uses up %s, which it only read")
	moreRead, lessUsed = c.retaken(moreRead, lessUsed, "it only reads %s, which it used up")
	moreUsed, lessUsed = c.renumbered(moreUsed, lessUsed, "it uses up %s, and used up %s")
	moreRead, lessRead = c.renumbered(moreRead, lessRead, "it reads %s, and read %s")
	for _, fact := range moreUsed {
		c.add(c.premise(fact), "it also uses up %s", fact)
	}
	for _, fact := range moreRead {
		c.add(c.premise(fact), "it also reads %s", fact)
	}
	c.addEach(lessUsed, "it no longer uses up %s")
	c.addEach(lessRead, "it no longer reads %s")
}

// renumbered adds a difference for each fact that takes the place of another with other numbers, and
// returns the rest of both.
func (c *stepComparison) renumbered(now, was []string, format string) (more, less []string) {
	less = slices.Clone(was)
	for _, fact := range now {
		i := slices.IndexFunc(less, func(other string) bool { return unnumbered(other) == unnumbered(fact) })
		if i < 0 {
			more = append(more, fact)
			continue
		}
		c.add(c.whole(), format, fact, less[i])
		less = slices.Delete(less, i, i+1)
	}
	return more, less
}

// unnumbered returns the text of a fact with the same number for any.
func unnumbered(fact string) string {
	words := strings.FieldsFunc(fact, func(r rune) bool { return strings.ContainsRune(" ()", r) })
	for i, word := range words {
		if strings.Trim(word, "0123456789") == "" {
			words[i] = "0"
		}
	}
	return strings.Join(words, " ")
}

// retaken adds a difference for each fact that is taken now and was taken in another way, and returns
// the rest of both.
func (c *stepComparison) retaken(now, was []string, format string) (more, less []string) {
	for _, fact := range now {
		i := slices.Index(was, fact)
		if i < 0 {
			more = append(more, fact)
			continue
		}
		was = slices.Delete(was, i, i+1)
		c.add(c.premise(fact), format, fact)
	}
	return more, was
}

// addEach adds a difference for each fact.
func (c *stepComparison) addEach(facts []string, format string) {
	for _, fact := range facts {
		c.add(c.whole(), format, fact)
	}
}

// premise returns the last premise that takes a fact: new premises mostly stand last.
func (c *stepComparison) premise(fact string) Difference {
	at, i := c.whole(), len(c.now.Uses)
	for k := len(c.now.Rule.Premises) - 1; k >= 0; k-- {
		p := &c.now.Rule.Premises[k]
		if !p.Kind.OnState() {
			continue
		}
		i--
		if standing(c.now.Uses[i : i+1])[0] == fact {
			at.Premise = p
			break
		}
	}
	return at
}

// proves reports facts of clauses or sensors that are newly needed, and those needed no more. The
// order of the premises does not matter.
//
// A trace without declarations of its rules may have no proofs, either.
func (c *stepComparison) proves(w *rerunner, recorded []trace.Fact) {
	if h := w.Was.Program; len(recorded) == 0 && (h == nil || len(h.Rules) == 0) {
		return
	}
	was, now := texts(recorded), texts(c.now.Proves)
	for _, fact := range lacking(now, was) {
		at, i := c.whole(), 0
		for k := range c.now.Rule.Premises {
			p := &c.now.Rule.Premises[k]
			if p.Kind != lang.Prove && p.Kind != lang.Ask {
				continue
			}
			if c.now.Proves[i].String() == fact {
				at.Premise = p
			}
			i++
		}
		c.add(at, "it also needs %s, which holds", fact)
	}
	c.addEach(lacking(was, now), "it no longer needs %s")
}

// makes reports which other facts are made. Of several steps that assert a permanent fact
// it does not matter which is the first.
func (c *stepComparison) makes(w *rerunner, s *trace.Step) {
	var now, was []string
	for _, r := range c.made {
		if text := r.String(); !r.Persistent || !w.said[text] {
			now = append(now, text)
		}
	}
	asserted := make(map[string]bool)
	for _, r := range c.now.Results() {
		asserted[statement(r)] = true
	}
	for _, id := range s.Produces {
		if r := w.Recorded(id); !r.Persistent || !asserted[r.String()] {
			was = append(was, r.String())
		}
	}
	more, less := c.renumbered(lacking(now, was), lacking(was, now), "it makes %s, and made %s")
	c.addEach(more, "it also makes %s")
	c.addEach(less, "it no longer makes %s")
}

// acts reports messages to the outside that are new, gone, or in another order.
func (c *stepComparison) acts(recorded []trace.Fact) {
	now := texts(c.now.Acts())
	for i := range max(len(now), len(recorded)) {
		switch {
		case i >= len(recorded):
			c.add(c.whole(), "it also carries out %s", now[i])
		case i >= len(now):
			c.add(c.whole(), "it no longer carries out %s", recorded[i].String())
		case now[i] != recorded[i].String():
			c.add(c.whole(), "it carries out %s, and carried out %s", now[i], recorded[i].String())
		}
	}
}

// texts returns things as programs write them.
func texts[T fmt.Stringer](list []T) []string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = x.String()
	}
	return out
}

// lacking returns the texts of which there are fewer among others.
func lacking(texts, others []string) []string {
	count := make(map[string]int)
	for _, t := range others {
		count[t]++
	}
	var out []string
	for _, t := range texts {
		if count[t] > 0 {
			count[t]--
		} else {
			out = append(out, t)
		}
	}
	return out
}
