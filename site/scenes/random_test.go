package scenes

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// A town is a run in which anything may happen: characters meet, travel alone, together
// or after each other, are thought of from elsewhere, die, vanish for a while; things
// happen without place and without people; stages follow each other.
type town struct {
	*sitetest.StageHand
	t      *rapid.T
	placed bool              // facts say where people are
	where  map[string]string // of the living characters
	stage  int
	bells  int
}

var (
	people = []string{"romeo", "juliet", "nurse", "tybalt"}
	rooms  = []string{"orchard", "ballroom", "cell"}
)

func someTown(t *rapid.T) *trace.Trace {
	w := &town{StageHand: sitetest.New(&trace.Program{Types: sitetest.Program().Types}), t: t,
		placed: rapid.IntRange(0, 4).Draw(t, "placed") > 0, where: make(map[string]string)}
	w.Set("stage day1", "bell b1")
	w.bells, w.stage = 1, 1
	for _, p := range people {
		w.where[p] = w.pick(rooms)
		w.Set("heart "+p, "!name "+p)
		if w.placed {
			w.Set("at " + p + " " + w.where[p])
		}
	}
	for range rapid.IntRange(0, 25).Draw(t, "steps") {
		w.step()
	}
	return w.Finish(trace.Quiescent)
}

func (w *town) pick(from []string) string { return rapid.SampledFrom(from).Draw(w.t, "pick") }

// at is a fact about a place with its sign, if there are such facts.
func (w *town) at(sign, who, place string) []string {
	if !w.placed || place == "" {
		return nil
	}
	return []string{sign + "at " + who + " " + place}
}

func (w *town) step() {
	token := []string{fmt.Sprintf("$stage day%d", w.stage)}
	c, d := w.pick(people), w.pick(people)
	lc, ld := w.where[c], w.where[d]
	is := func(who, place string) []string { return w.at("$", who, place) }
	switch rapid.IntRange(0, 13).Draw(w.t, "what") {
	case 0: // a turn
		if rapid.Bool().Draw(w.t, "turns") {
			w.Play("turn", "-"+token[0][1:], fmt.Sprintf("+stage day%d", w.stage+1))
			w.stage++
		}
	case 1, 2: // a character travels, perhaps after another
		if to := w.pick(rooms); lc != "" && to != lc {
			w.move("travel "+c, token, c, to)
		}
	case 3:
		if lc != "" && ld != "" && lc != ld {
			w.move("seek "+c+" "+d, append(token, is(d, ld)...), c, ld)
		}
	case 4: // two travel together
		if to := w.pick(rooms); c != d && lc != "" && lc == ld && to != lc {
			w.where[d] = to
			w.move("lead "+c+" "+d, slices.Concat(token, w.at("-", d, lc), w.at("+", d, to)), c, to)
		}
	case 5: // a bell tolls, perhaps for a character
		bell := fmt.Sprintf("bell b%d", w.bells)
		w.bells++
		w.Play("toll", append(token, "-"+bell, fmt.Sprintf("+bell b%d", w.bells))...)
	case 6: // a character dies
		if lc != "" && ld == lc && c != d && rapid.Bool().Draw(w.t, "dies") {
			w.where[d] = ""
			w.Play("kill "+c+" "+d, slices.Concat(token, is(c, lc), w.at("-", d, ld), []string{"+ghost " + d})...)
		}
	case 7:
		w.Play("letter "+c+" "+d, token...)
	case 8:
		w.Play("feel "+c, append(token, "-heart "+c, "+heart "+c)...)
	case 9: // a character is sent to another place, as the other goes, or is brought back
		w.send(token, c, d, w.pick(rooms), w.pick(rooms))
	case 10: // a feeling for others changes, wherever they are
		w.Play("envy "+c, slices.Concat(token, is(c, lc), []string{"-heart " + d, "+heart " + d})...)
	default: // they meet, or one thinks of the other
		there := is(c, lc)
		if c != d {
			there = append(there, is(d, ld)...)
		}
		w.Play("talk "+c+" "+d, append(token, there...)...)
	}
}

// send sends a character to a place, which may be from nowhere, while another stays or
// goes to a place, too.
func (w *town) send(changes []string, c, d, to, other string) {
	if c == d || w.where[c] == "" {
		return
	}
	if w.where[d] == "" {
		changes = append(changes, "-ghost "+d)
	}
	changes = slices.Concat(changes, w.at("-", c, w.where[c]), w.at("-", d, w.where[d]), w.at("+", d, to))
	w.where[d] = to
	if rapid.Bool().Draw(w.t, "stays") {
		other = w.where[c]
	}
	w.where[c] = other
	w.Play("send "+c+" "+d, append(changes, w.at("+", c, other)...)...)
}

func (w *town) move(rule string, changes []string, who, to string) {
	w.Play(rule, slices.Concat(changes, w.at("-", who, w.where[who]), w.at("+", who, to))...)
	w.where[who] = to
}

// someRun draws a run.
func someRun(t *rapid.T) *trace.Trace {
	if rapid.Bool().Draw(t, "town") {
		return someTown(t)
	}
	return sitetest.Verona(rapid.IntRange(0, 60).Draw(t, "steps"), rapid.Uint64().Draw(t, "seed"))
}

// shuffled returns the same run with its concurrent steps in another order.
func shuffled(t *rapid.T, tr *trace.Trace) *trace.Trace {
	g := causal.New(tr)
	waits := make([]int, g.Len())
	var ready []causal.Event
	for e := range waits {
		if waits[e] = len(g.Causes(causal.Event(e))); waits[e] == 0 {
			ready = append(ready, causal.Event(e))
		}
	}
	out := *tr
	out.Steps = nil
	out.Resources = slices.DeleteFunc(slices.Clone(tr.Resources), func(r trace.Resource) bool { return r.By != 0 })
	for len(ready) > 0 {
		i := rapid.IntRange(0, len(ready)-1).Draw(t, "next")
		e := ready[i]
		ready = slices.Delete(ready, i, i+1)
		out.Steps = append(out.Steps, tr.Steps[e])
		for _, id := range tr.Steps[e].Produces {
			out.Resources = append(out.Resources, *g.Resource(id).Resource)
		}
		for _, f := range g.Effects(e) {
			if waits[f]--; waits[f] == 0 {
				ready = append(ready, f)
			}
		}
	}
	return &out
}
