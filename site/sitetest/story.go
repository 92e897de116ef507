// Package sitetest makes runs for tests of sites: small ones by hand, and stories of any
// length that chance tells.
package sitetest

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// StageHand builds traces for tests. Facts are written as programs write
// them: "at romeo square", "!dead tybalt".
type StageHand struct {
	trace.Trace
	alive map[string][]trace.ResourceID // by the fact's text, oldest first
}

// New returns a hand that builds a run of a program, which may be nil.
func New(program *trace.Program) *StageHand {
	h := &StageHand{alive: make(map[string][]trace.ResourceID)}
	h.Format = trace.Format
	h.Generator = &trace.Generator{Name: "test"}
	h.Program = program
	return h
}

// Set makes facts of the initial state.
func (h *StageHand) Set(facts ...string) *StageHand {
	for _, f := range facts {
		h.make(f, 0)
	}
	return h
}

func (h *StageHand) make(fact string, by trace.StepID) trace.ResourceID {
	bare, persistent := strings.CutPrefix(fact, "!")
	parts := strings.Fields(bare)
	id := trace.ResourceID(len(h.Resources) + 1)
	h.Resources = append(h.Resources, trace.Resource{ID: id, Pred: parts[0], Args: Constants(parts[1:]),
		Persistent: persistent, By: by})
	h.alive[bare] = append(h.alive[bare], id)
	return id
}

// has reports whether a fact holds.
func (h *StageHand) has(fact string) bool { return len(h.alive[fact]) > 0 }

// Play fires a rule. Each change is a fact with a sign: "-" uses it up, "$"
// needs it, "+" makes it.
func (h *StageHand) Play(rule string, changes ...string) *StageHand {
	parts := strings.Fields(rule)
	step := trace.Step{ID: trace.StepID(len(h.Steps) + 1), Rule: parts[0], Args: Constants(parts[1:]), Choices: 7,
		Chosen: trace.ByChance}
	for _, c := range changes {
		switch fact := c[1:]; c[0] {
		case '-':
			step.Consumes = append(step.Consumes, h.alive[fact][0])
			h.alive[fact] = h.alive[fact][1:]
		case '$':
			step.Reads = append(step.Reads, h.alive[fact][0])
		case '+':
			step.Produces = append(step.Produces, h.make(fact, step.ID))
		}
	}
	h.Steps = append(h.Steps, step)
	return h
}

// Finish returns the run.
func (h *StageHand) Finish(why trace.Why) *trace.Trace {
	h.End = &trace.End{Why: why}
	for _, ids := range h.alive {
		h.End.Alive = append(h.End.Alive, ids...)
	}
	slices.Sort(h.End.Alive)
	return &h.Trace
}

// Constants returns names, and numerals, as terms.
func Constants(names []string) []trace.Term {
	var terms []trace.Term
	for _, n := range names {
		terms = append(terms, trace.Atomic(n))
	}
	return terms
}

func params(names ...string) []trace.Param {
	var out []trace.Param
	for _, n := range names {
		out = append(out, trace.Param{Name: n})
	}
	return out
}

// Program is what the traces of [Verona] and [Duel] say of their program.
func Program() *trace.Program {
	return &trace.Program{
		Name: "verona", File: "verona.cep",
		Types: []trace.Type{
			{Name: "character", Constants: []string{"romeo", "juliet", "lady_capulet", "nurse", "mercutio", "tybalt",
				"friar-lawrence", "paris", "rosaline"}},
			{Name: "place", Constants: []string{"market_square", "orchard", "ballroom", "cell", "balcony", "tomb"}},
			{Name: "thing", Constants: []string{"ring", "letter", "poison"}},
		},
		Predicates: []trace.Predicate{
			{Name: "at", Args: []string{"character", "place"}, Mode: trace.Linear},
			{Name: "has", Args: []string{"character", "thing"}, Mode: trace.Linear},
			{Name: "loves", Args: []string{"character", "character"}, Mode: trace.Linear},
			{Name: "anger", Args: []string{"character", "character"}, Mode: trace.Linear},
			{Name: "depressed", Args: []string{"character"}, Mode: trace.Linear},
			{Name: "dead", Args: []string{"character"}, Mode: trace.Persistent},
			{Name: "bell", Mode: trace.Linear},
		},
		Stages: []trace.Stage{{Name: "day"}, {Name: "night"}},
		Rules: []trace.Rule{
			{Name: "do/travel", Stage: "day", Params: params("C", "L", "L'"), Line: 30,
				Text: "do/travel\n  : at C L -o at C L'."},
			{Name: "do/insult", Stage: "day", Params: params("C", "L", "C'"), Line: 33,
				Text: "do/insult\n  : $at C L * $at C' L * anger C C'\n    -o anger C' C * depressed C'."},
			{Name: "do/flirt/in_secret", Stage: "day", Params: params("C", "L", "C'"), Line: 38,
				Text: "do/flirt/in_secret\n  : $at C L * $at C' L -o loves C C'."},
			{Name: "do/give", Stage: "day", Params: params("C", "T", "C'", "L"), Line: 41,
				Text: "do/give\n  : $at C L * $at C' L * has C T -o has C' T."},
			{Name: "do/kill", Stage: "day", Params: params("C", "C'", "L"), Line: 44,
				Text: "do/kill\n  : $at C L * at C' L * anger C C' -o !dead C'."},
			{Name: "do/dream", Stage: "night", Params: params("C", "L", "C'"), Line: 46,
				Text: "do/dream\n  : $at C L * $loves C C' -o ()."},
			{Name: "do/envy", Stage: "day", Params: params("C", "L", "C'", "L'"), Line: 47,
				Text: "do/envy\n  : $at C L * $at C' L' -o anger C C'."},
			{Name: "toll", Stage: "day", Line: 49, Text: "toll : bell -o ()."},
			{Name: "nightfall", Stage: "day", Link: true, Line: 52,
				Text: "nightfall\n  : qui * stage day -o stage night * bell."},
		},
	}
}

// Duel is the smallest story with a journey, an exit of two together, an end
// of a thread and an interlude.
func Duel() *trace.Trace {
	h := New(Program())
	h.Run = &trace.Run{Stage: "day", Seed: 7}
	h.Set("stage day", "at romeo orchard", "at tybalt market_square", "at mercutio market_square",
		"anger tybalt mercutio", "bell")
	h.Play("do/insult tybalt market_square mercutio", "$stage day", "$at tybalt market_square",
		"$at mercutio market_square",
		"-anger tybalt mercutio", "+anger mercutio tybalt", "+depressed mercutio")
	h.Play("do/travel romeo orchard market_square", "$stage day", "-at romeo orchard", "+at romeo market_square")
	h.Play("do/kill tybalt mercutio market_square", "$stage day", "$at tybalt market_square", "-at mercutio market_square",
		"-anger mercutio tybalt", "+!dead mercutio", "+anger romeo tybalt")
	h.Play("toll", "$stage day", "-bell")
	h.Play("nightfall", "-stage day", "+stage night", "+bell")
	return h.Finish(trace.Quiescent)
}

// Verona is a story of so many steps that chance tells.
func Verona(steps int, seed uint64) *trace.Trace {
	h := New(Program())
	h.Run = &trace.Run{Stage: "day", Seed: seed, Choose: "random"}
	chance := rand.New(rand.NewPCG(seed, 1))
	people := h.Program.Types[0].Constants[:8] // Rosaline does not appear
	places := h.Program.Types[1].Constants
	where := make(map[string]string)
	stage := "day"
	h.Set("stage day", "bell", "has romeo ring", "has friar-lawrence poison", "has nurse letter", "anger tybalt romeo",
		"anger mercutio tybalt")
	for i, p := range people {
		where[p] = places[i%4]
		h.Set("at " + p + " " + where[p])
	}
	pick := func(from []string) string { return from[chance.IntN(len(from))] }
	for len(h.Steps) < steps {
		token := "$stage " + stage
		c, d := pick(people), pick(people)
		l := where[c]
		together := c != d && l != "" && l == where[d]
		switch n := chance.IntN(20); {
		case l == "":
		case n < 5 && !together:
			to := pick(places)
			if to == l {
				continue
			}
			h.Play("do/travel "+c+" "+l+" "+to, token, "-at "+c+" "+l, "+at "+c+" "+to)
			where[c] = to
		case together && h.has("anger "+c+" "+d) && n == 19:
			h.Play("do/kill "+c+" "+d+" "+l, token, "$at "+c+" "+l, "-at "+d+" "+l, "-anger "+c+" "+d, "+!dead "+d)
			where[d] = ""
		case together && h.has("anger "+c+" "+d):
			h.Play("do/insult "+c+" "+l+" "+d, token, "$at "+c+" "+l, "$at "+d+" "+l, "-anger "+c+" "+d, "+anger "+d+" "+c,
				"+depressed "+d)
		case together && h.has("has "+c+" ring") && n < 12:
			h.Play("do/give "+c+" ring "+d+" "+l, token, "$at "+c+" "+l, "$at "+d+" "+l, "-has "+c+" ring", "+has "+d+" ring")
		case together && n < 16 && !h.has("loves "+c+" "+d):
			h.Play("do/flirt/in_secret "+c+" "+l+" "+d, token, "$at "+c+" "+l, "$at "+d+" "+l, "+loves "+c+" "+d)
		case n == 5 && h.has("loves "+c+" "+d):
			h.Play("do/dream "+c+" "+l+" "+d, token, "$at "+c+" "+l, "$loves "+c+" "+d)
		case n == 6 && where[d] != "" && where[d] != l && !h.has("anger "+c+" "+d):
			h.Play("do/envy "+c+" "+l+" "+d+" "+where[d], token, "$at "+c+" "+l, "$at "+d+" "+where[d], "+anger "+c+" "+d)
		case h.has("bell") && n == 17:
			h.Play("toll", token, "-bell")
		case n == 18 && len(h.Steps) > steps/2 && stage == "day":
			stage = "night"
			h.Play("nightfall", "-stage day", "+stage night", "+bell")
		}
	}
	return h.Finish(trace.LimitHit)
}

// Prose is an author's text for three of the rules.
const Prose = `# The Most Excellent Tragedy of Verona

Two households, both alike in dignity, in fair Verona, where we lay our scene.
Their quarrel is older than the market square; nobody living remembers whose
turn it is.

You may follow *anyone*. You will not see everything.

## do/insult

In the {L}, **{C}** bites a thumb at {C'}. "Do you quarrel, sir?" -- "Quarrel,
sir? No, sir." But {C'}'s hand is on the hilt, and {C} has seen it.

## do/flirt/in_secret

{C} and {C’} stand closer than the {L} is small. What {C} says is not recorded;
what {C’} answers is a laugh.

## do/kill

It is over before anyone in the {L} has understood that it began. {C} stands.
{C'} does not.
`
