package metric

import (
	"math"
)

// Metric is a name that expressions can use.
type Metric struct {
	Name string `json:"name"`
	// Operand is what must follow the name: "FACTS" or "RULE"; "" for nothing.
	Operand string `json:"operand,omitempty"`
	Meaning string `json:"meaning"`

	of func(*run) float64 // of is nil for metrics with an operand, and for names of endings
	// needs are the parts of the causal order that have to be known of each run.
	needs needs
}

// needs says which parts of a [shape] a metric uses, and whether it compares a run with all runs.
type needs struct{ depth, width, scenes, characters, all bool }

func (n *needs) add(m needs) {
	n.depth = n.depth || m.depth
	n.width = n.width || m.width
	n.scenes = n.scenes || m.scenes
	n.characters = n.characters || m.characters
	n.all = n.all || m.all
}

// graph reports whether a graph of causes is needed.
func (n needs) graph() bool { return n != needs{all: n.all} }

// ending is the name of the only metric with names for values.
const ending = "ending"

// Metrics returns all names that expressions can use, in the order of the manual.
func Metrics() []Metric {
	return []Metric{
		{Name: "steps", Meaning: "how many steps the run has", of: func(r *run) float64 { return float64(r.row.Steps) }},
		{Name: "depth", Meaning: "steps in the longest chain of causes",
			of: func(r *run) float64 { return float64(r.shape.depth) }, needs: needs{depth: true}},
		{Name: "width", Meaning: "the most steps that can happen at once: none of them leads to another",
			of: func(r *run) float64 { return float64(r.shape.width) }, needs: needs{width: true}},
		{Name: "concurrency", Meaning: "steps / depth: how many steps happen at once, on average",
			of:    func(r *run) float64 { return float64(r.row.Steps) / float64(r.shape.depth) },
			needs: needs{depth: true}},
		{Name: "scenes", Meaning: "scenes into which the run is cut for a site",
			of: func(r *run) float64 { return float64(r.shape.scenes) }, needs: needs{scenes: true}},
		{Name: "cast", Meaning: "characters that take part in a step",
			of: func(r *run) float64 { return float64(r.shape.cast) }, needs: needs{characters: true}},
		{Name: "meetings", Meaning: "steps in which two characters or more take part",
			of: func(r *run) float64 { return float64(r.shape.meetings) }, needs: needs{characters: true}},
		{Name: "rules", Meaning: "different rules that fire", of: func(r *run) float64 { return float64(r.rules()) }},
		{Name: "share", Meaning: "rules that fire / all rules of the program",
			of: func(r *run) float64 { return float64(r.rules()) / float64(len(r.row.Fired)) }},
		{Name: "entropy", Meaning: "variety of the rules that fire, in bits: 0 if all steps are of one rule",
			of: func(r *run) float64 { return r.entropy() }},
		{Name: "surprise", Meaning: "mean rarity of the steps, in bits: -log2 of the frequency of their rules in all runs",
			of: func(r *run) float64 { return r.surprise() }, needs: needs{all: true}},
		{Name: ending, Meaning: "how and where the run ends, a name; stands alone"},
		{Name: "count", Operand: "FACTS", Meaning: "how many such facts there are at the end: count 'dead _'"},
		{Name: "sum", Operand: "FACTS", Meaning: "the sum of the numbers in these facts: sum 'coin _ N'"},
		{Name: "min", Operand: "FACTS", Meaning: "the least of these numbers; no value if there are no such facts"},
		{Name: "max", Operand: "FACTS", Meaning: "the greatest of these numbers; no value if there are no such facts"},
		{Name: "fired", Operand: "RULE", Meaning: "how often the rule fires: fired do/slay"},
	}
}

// rules counts the rules that fired at all.
func (r *run) rules() (n int) {
	for _, times := range r.row.Fired {
		n += min(times, 1)
	}
	return n
}

// entropy is the entropy of the distribution of the run's steps over rules, in bits (Shannon, "A
// mathematical theory of communication", 1948). It is [math.NaN] for a run without steps.
func (r *run) entropy() float64 {
	if r.row.Steps == 0 {
		return math.NaN()
	}
	bits := 0.0
	for _, times := range r.row.Fired {
		if times > 0 {
			p := float64(times) / float64(r.row.Steps)
			bits -= p * math.Log2(p)
		}
	}
	return bits
}

// surprise is the cross entropy of the run's steps and the steps of all runs. It is [math.NaN] for
// a run without steps.
func (r *run) surprise() float64 {
	if r.row.Steps == 0 {
		return math.NaN()
	}
	bits := 0.0
	for i, times := range r.row.Fired {
		if times > 0 {
			bits += float64(times) * r.rarity[i]
		}
	}
	return bits / float64(r.row.Steps)
}
