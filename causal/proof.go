package causal

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// deepest is how far proofs are indented; what lies deeper stands below.
const deepest = 16

// Fprint writes the explanation as indented proofs, one for each target. The resources an event
// used stand below it: plain if consumed, with `$` if kept, with `!` if permanent. Then come the facts
// that had to be absent, and the facts that it proved, which may follow from all of these, with the
// answers of sensors. Behind the arrow stands the event that made the resource, or the clause that
// derives it. Each event and each proof is explained once. Numbers and lists stand in their short
// forms, see [Graph.Shapes].
//
//	!dead tybalt ← t12 do/murder romeo tybalt square
//	├─ $at romeo square ← t9 do/travel romeo town square
//	│  └─ at romeo town (start)
//	├─ at tybalt square (start)
//	└─ anger romeo tybalt ← t5 do/insult tybalt romeo town (above)
func (w *Why) Fprint(out io.Writer) error {
	p := &prover{Why: w, out: bufio.NewWriter(out), said: make(map[Event]bool), derived: make(map[string]string)}
	for _, t := range w.Targets {
		p.target(t)
	}
	for len(p.below) > 0 {
		e := p.below[0]
		p.below = p.below[1:]
		p.line("")
		p.line(p.step(e) + ":")
		p.premises(e, "", 0)
	}
	if merely := w.Merely(); len(merely) > 0 {
		p.line("")
		p.line("Came before only because they read what a later step used up: " + w.Graph.Steps(merely))
	}
	return errors.Join(p.err, p.out.Flush())
}

// prover writes proofs.
type prover struct {
	*Why
	out     *bufio.Writer
	said    map[Event]bool    // explained, or about to be
	below   []Event           // to be explained further down
	derived map[string]string // facts with a proof that is written, and by what they follow
	err     error             // of finding proofs
}

func (p *prover) line(s string) { fmt.Fprintln(p.out, visible.Line(s)) }

func (p *prover) target(t Target) {
	switch {
	case t.Resource != nil:
		p.resource(t.Resource, p.fact(t.Resource), "", "", 0)
	case p.said[t.Event]:
		p.line(p.step(t.Event) + " (above)")
	default:
		p.said[t.Event] = true
		p.line(p.step(t.Event) + p.more(t.Event))
		p.premises(t.Event, "", 1)
	}
}

// step returns the id of an event, and what happened.
func (p *prover) step(e Event) string {
	step := p.Graph.Step(e)
	return step.ID.String() + " " + trace.Term{Head: p.Graph.Label(e), Args: p.Graph.Shapes().ShortAll(step.Args)}.String()
}

func (p *prover) fact(r *Resource) string { return p.Graph.Shapes().Resource(*r.Resource).String() }

// more says that the explanation stops at an event.
func (p *prover) more(e Event) string {
	switch {
	case !p.stops(e):
		return ""
	case !p.ends(e):
		return " (what led to it stands elsewhere)"
	}
	return fmt.Sprintf(" (%s before it)", p.beyond(e))
}

// premises writes what an event used. All lines begin with the margin.
func (p *prover) premises(e Event, margin string, depth int) {
	step := p.Graph.Step(e)
	used, absent, proved := p.Graph.uses(e, p.stages), step.Absent, step.Proves
	if p.stops(e) {
		return
	}
	moreAbsent, moreProved := len(absent)-mostReasons, len(proved)-mostReasons
	absent, proved = absent[:min(len(absent), mostReasons)], proved[:min(len(proved), mostReasons)]
	var more []string // lines about reasons that are left out
	if moreAbsent > 0 {
		more = append(more, fmt.Sprintf("and %d more that did not hold", moreAbsent))
	}
	if moreProved > 0 {
		more = append(more, fmt.Sprintf("and %d more that followed", moreProved))
	}
	last := len(used) + len(absent) + len(proved) + len(more) - 1
	for i, r := range used {
		first, rest := branch(margin, i == last)
		fact := p.fact(r)
		if r.Consumer != e && !r.Persistent {
			fact = "$" + fact
		}
		p.resource(r, fact, first, rest, depth)
	}
	for i, f := range absent {
		first, _ := branch(margin, len(used)+i == last)
		fact := p.Graph.Shapes().Fact(f).String()
		if len(f.Args) == 0 {
			p.line(first + fact + " does not hold")
		} else {
			p.line(first + "there is no " + fact)
		}
	}
	for i, f := range proved {
		first, rest := branch(margin, len(used)+len(absent)+i == last)
		w := &derivationWriter{prover: p, left: mostDerived, here: make(map[string]bool)}
		w.write(p.derive(e, f), first, rest, 1)
	}
	for i, text := range more {
		first, _ := branch(margin, i == len(more)-1)
		p.line(first + text)
	}
}

// mostReasons is how many facts that do not hold, and how many that were derived, are named for an event. An event of a
// logic program can have hundreds.
const mostReasons = 8

// branch returns with what the line of a part begins, and those below it.
func branch(margin string, last bool) (first, rest string) {
	if last {
		return margin + "└─ ", margin + "   "
	}
	return margin + "├─ ", margin + "│  "
}

// resource writes a fact with the event that made it.
func (p *prover) resource(r *Resource, fact, first, rest string, depth int) {
	e := r.Producer
	switch {
	case e == Outside:
		p.line(first + fact + " (start)")
	case p.said[e]:
		p.line(first + fact + " ← " + p.step(e) + " (above)")
	case depth == deepest && !p.stops(e):
		p.said[e] = true
		p.below = append(p.below, e)
		p.line(first + fact + " ← " + p.step(e) + " (below)")
	default:
		p.said[e] = true
		p.line(first + fact + " ← " + p.step(e) + p.more(e))
		p.premises(e, rest, depth+1)
	}
}

// Words tell of events and facts.
type Words struct {
	Tell   func(Event) string      // an event as a whole sentence
	Fact   func(*Resource) string  // a fact as the beginning of a sentence
	Absent func(trace.Fact) string // that there is no such fact, as a clause
}

// Sentences writes the explanation as a list of what happened, from the targets back, with
// the numbers of what led to each, and what had to be absent.
//
//	Dead Romeo, because of 1.
//	1. Romeo drinks the poison. (t38, because of 2 and 3)
//	2. The letter is late. (t30, to which 4 earlier steps led)
//	3. Romeo buys poison. (t12, because there is no guard at the shop)
func (w *Why) Sentences(out io.Writer, words Words) error {
	b := bufio.NewWriter(out)
	line := func(format string, args ...any) { fmt.Fprintln(b, visible.Line(fmt.Sprintf(format, args...))) }
	number := func(e Event) string {
		i, _ := slices.BinarySearch(w.Events, e)
		return strconv.Itoa(len(w.Events) - i)
	}
	for _, t := range w.Targets {
		if r := t.Resource; r != nil && r.Producer == Outside {
			line("%s, from the start.", words.Fact(r))
		} else if r != nil {
			line("%s, because of %s.", words.Fact(r), number(t.Event))
		}
	}
	for _, e := range slices.Backward(w.Events) {
		line("%s. %s (%s%s)", number(e), words.Tell(e), w.Graph.Step(e).ID, w.owing(e, number, words.Absent))
	}
	return b.Flush()
}

// mostAbsent is how many absent facts the sentence about an event names.
const mostAbsent = 5

// owing says what led to an event: others, by their numbers, and what was absent.
func (w *Why) owing(e Event, number func(Event) string, absent func(trace.Fact) string) string {
	makers := w.Graph.makers(e, w.stages)
	slices.Sort(makers)
	var because []string
	for _, m := range slices.Backward(makers) {
		because = append(because, number(m))
	}
	switch {
	case w.ends(e):
		return ", to which " + w.beyond(e) + " led"
	case w.stops(e): // what led to it is told of others
		return ""
	}
	owing := ""
	if len(because) > 0 {
		owing = ", because of " + english.List(because)
	}
	var missing []string
	all := w.Graph.Step(e).Absent
	for _, f := range all[:min(len(all), mostAbsent)] {
		missing = append(missing, absent(f))
	}
	if more := len(all) - len(missing); more > 0 {
		missing = append(missing, fmt.Sprintf("%s did not hold", english.Count(more, "more fact")))
	}
	switch {
	case len(missing) == 0:
		return owing
	case owing != "":
		owing += ", and"
	default:
		owing = ","
	}
	return owing + " because " + english.List(missing)
}

// mostCounted bounds how many events are looked at to count what lies beyond an
// explanation. Beyond many ends lie the same events, and each end counts them
// anew; without a bound that is quadratic in the length of the run.
const mostCounted = 2_000_000

// counting counts what lies beyond an explanation.
type counting struct {
	looked int     // how many events were looked at, for all ends
	round  int32   // which end it is
	marks  []int32 // by event: the last round in which it was met
}

// Beyond returns how many events that are not part of the explanation led to an
// event, and false where it is too much work to count them, too.
func (w *Why) Beyond(e Event) (n int, counted bool) {
	c := &w.count
	if c.marks == nil {
		c.marks = make([]int32, w.Graph.Len())
	}
	c.round++
	c.marks[e] = c.round
	for met := []Event{e}; len(met) > 0; {
		top := met[len(met)-1]
		met = met[:len(met)-1]
		if c.looked++; c.looked > mostCounted {
			return 0, false
		}
		if !w.Has(top) {
			n++
		}
		for r := range w.Graph.eachUse(top, w.stages) {
			if m := r.Producer; m != Outside && c.marks[m] != c.round {
				c.marks[m] = c.round
				met = append(met, m)
			}
		}
	}
	return n, true
}

// beyond says how many events lie beyond an event.
func (w *Why) beyond(e Event) string {
	if n, counted := w.Beyond(e); counted {
		return english.Count(n, "more step")
	}
	return "more steps"
}
