// Package trace is the record of one run, as data and as a file.
//
// A trace is the only thing that passes between running a program and
// explaining what it did, so it holds everything needed to draw, explain,
// replay and publish the run without the program at hand, and it is simple
// enough that another engine can write one. What a record means is what [Validate]
// checks. The forms of files have packages of their own: json and compact read and write
// ours, tracefile tells these apart, listing writes text for people, and foreign reads the
// traces of other engines.
//
// A run is a list of steps (firings of rules) over resources (facts with an
// identity). A step consumes some resources, reads others, and produces new
// ones. What a rule keeps with `$`, and every permanent fact it needs, is read
// and not consumed and made again, in the manner of contextual nets (Montanari
// and Rossi, "Contextual nets", Acta Informatica 32, 1995): two steps that only
// read the same resource are independent of each other.
package trace

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/label"
)

// Format is the value of the "format" field of every trace.
const Format = "ceptre-trace/1"

// StagePred is the predicate of the stage token. The token is a resource like
// any other: each step in a stage reads it, a link consumes it and makes the
// next. The word is reserved in the language, so no program's predicate has
// this name.
const StagePred = "stage"

// StageMark returns the fact that the token of a stage is.
func StageMark(stage string) Fact { return Fact{Pred: StagePred, Args: []Term{Const(stage)}} }

// Trace is the whole record of one run. Its JSON is what package json of the forms writes, not what
// encoding/json makes of the struct.
type Trace struct {
	Header
	// Resources are in the order in which they were made; those of the
	// initial state come first.
	Resources []Resource
	// Steps are in the order in which they fired.
	Steps []Step
	// End is nil where the writer did not say how the run ended.
	End *End
}

// Header says where a trace comes from. Everything but Format may be missing
// in traces of other engines.
type Header struct {
	Format    string     `json:"format"`
	Generator *Generator `json:"generator,omitempty"`
	Program   *Program   `json:"program,omitempty"`
	Run       *Run       `json:"run,omitempty"`
}

// Generator names the software that wrote the trace.
type Generator struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

// Program is what explanations need to know of the program that ran.
type Program struct {
	Name       string      `json:"name,omitempty"`
	File       string      `json:"file,omitempty"`
	SHA256     string      `json:"sha256,omitempty"` // of the text, in lower-case hexadecimal
	Types      []Type      `json:"types,omitempty"`
	Predicates []Predicate `json:"predicates,omitempty"`
	Stages     []Stage     `json:"stages,omitempty"`
	Rules      []Rule      `json:"rules,omitempty"`
}

// Type is a type with its constants in the order of declaration.
type Type struct {
	Name      string   `json:"name"`
	Constants []string `json:"constants,omitempty"`
}

// Mode says how facts of a predicate live.
type Mode string

// The modes of predicates. A predicate is persistent where every rule and
// context that makes one of its facts makes it permanent.
const (
	Linear     Mode = "linear"
	Persistent Mode = "persistent"
	Backward   Mode = "backward"
	Sense      Mode = "sense"  // answered by the outside
	Action     Mode = "action" // carried out by the outside
)

// Predicate is a predicate with the names of its argument types.
type Predicate struct {
	Name string   `json:"name"`
	Args []string `json:"args,omitempty"`
	Mode Mode     `json:"mode"`
}

// Stage is a stage of the program.
type Stage struct {
	Name        string `json:"name"`
	Interactive bool   `json:"interactive,omitempty"`
}

// Rule is a rule or a link between stages. Its name is a label that others may have, too: see
// [RuleKey].
type Rule struct {
	Name string `json:"name"`
	// Stage is the stage the rule belongs to; for a link, the one it leaves.
	Stage string `json:"stage,omitempty"`
	// Variant is the ordinal of the rule among those of its name and stage, from 2 on; 0 or 1 is
	// the first.
	Variant int `json:"variant,omitempty"`
	// Link says that the rule moves the run from one stage to another.
	Link bool `json:"link,omitempty"`
	// Params are the rule's variables, wildcards included, in order of first
	// occurrence. Step.Args follow this order.
	Params []Param `json:"params,omitempty"`
	Text   string  `json:"text,omitempty"` // as written, comments and layout included
	Line   int     `json:"line,omitempty"` // in Program.File, from 1
}

// Param is a variable of a rule.
type Param struct {
	Name string `json:"name"`
	Type string `json:"type,omitempty"`
}

// Run says how the run was set up.
type Run struct {
	Stage  string  `json:"stage,omitempty"` // the first stage
	Seed   uint64  `json:"seed"`
	Choose string  `json:"choose,omitempty"` // "random", "rule", "first", "ask", "random and ask", …, or the list as given
	Limits *Limits `json:"limits,omitempty"`
}

// Limits are the bounds the run was under; zero means none.
type Limits struct {
	Steps  int `json:"steps,omitempty"`
	Time   int `json:"time,omitempty"`   // in milliseconds
	Memory int `json:"memory,omitempty"` // in bytes
}

// Resource is one fact with an identity. Two equal facts of the state are two
// resources.
type Resource struct {
	ID         ResourceID `json:"id"`
	Pred       string     `json:"pred"`
	Args       []Term     `json:"args,omitempty"`
	Persistent bool       `json:"persistent,omitempty"`
	// By is the step that made the resource; 0 for the initial state.
	By StepID `json:"by,omitempty"`
}

// Step is one firing of a rule.
type Step struct {
	ID       StepID       `json:"id"`
	Rule     string       `json:"rule"`
	Variant  int          `json:"variant,omitempty"` // as [Rule].Variant
	Args     []Term       `json:"args,omitempty"`    // in the order of Rule.Params
	Stage    string       `json:"stage,omitempty"`
	Consumes []ResourceID `json:"consumes,omitempty"`
	Reads    []ResourceID `json:"reads,omitempty"`
	Produces []ResourceID `json:"produces,omitempty"`
	// Proves are the instances of the rule's premises that were proved or
	// answered by a sensor, in the order of the rule. They leave no resource;
	// explanations show them. Runs of logic programs have the atoms here that the step derived, in
	// the order of derivation.
	Proves []Fact `json:"proves,omitempty"`
	// Absent are facts that the step rests on because they did not hold when it was chosen. They
	// are for explanations only: they order no steps, and whether they did not hold is not checked.
	Absent []Fact `json:"absent,omitempty"`
	// Sensed is all that sensors answered in the state in which the step fired,
	// in the order in which they were asked, so that the run can be had again
	// without them. Acts is what the step told the outside to do.
	Sensed []Fact `json:"sensed,omitempty"`
	Acts   []Fact `json:"acts,omitempty"`
	// Choices is how many transitions were enabled when this one was chosen;
	// 0 where the writer did not say.
	Choices int    `json:"choices,omitempty"`
	Chosen  Chosen `json:"chosen,omitempty"`
}

// Chosen says who chose a step.
type Chosen string

// The choosers a trace knows.
const (
	ByChance Chosen = "random"
	ByPlayer Chosen = "player"
	ByScript Chosen = "script"
)

// Fact is a ground atom without an identity.
type Fact struct {
	Pred string `json:"pred"`
	Args []Term `json:"args,omitempty"`
}

// End says why the run ended and what was left.
type End struct {
	Why Why `json:"why"`
	// Alive are the resources of the final state, permanent ones and the stage
	// token included, in ascending order. Where it is empty nothing is left.
	Alive []ResourceID `json:"alive,omitempty"`
	// Sensed is what sensors answered in the final state.
	Sensed []Fact `json:"sensed,omitempty"`
	// Message is what went wrong where Why is Failed, and where it is LimitHit, how a
	// limit was reached that is not the one of steps.
	Message string `json:"message,omitempty"`
}

// Why says why a run ended.
type Why string

// The ways a run ends.
const (
	Quiescent   Why = "quiescent"   // nothing was enabled, or a link ended the run
	LimitHit    Why = "limit"       // a limit was reached: that of steps, unless End.Message says otherwise
	Stopped     Why = "stopped"     // the player, or the list of choices, ended it
	Interrupted Why = "interrupted" // from outside
	Failed      Why = "error"       // see End.Message
)

// Initial returns the resources from which a run starts, the stage token included.
func (t *Trace) Initial() []Resource {
	var out []Resource
	for _, r := range t.Resources {
		if r.By == 0 {
			out = append(out, r)
		}
	}
	return out
}

// Final returns the resources alive at the end, permanent ones and the stage
// token included, in the order of the trace.
func (t *Trace) Final() []Resource {
	consumed := make(map[ResourceID]bool)
	for _, s := range t.Steps {
		for _, id := range s.Consumes {
			consumed[id] = true
		}
	}
	var alive []Resource
	for _, r := range t.Resources {
		if !consumed[r.ID] {
			alive = append(alive, r)
		}
	}
	return alive
}

// clone returns a copy that shares no list of ids.
func (e *End) clone() *End {
	if e == nil {
		return nil
	}
	c := *e
	c.Alive = slices.Clone(e.Alive)
	return &c
}

// Key returns the identity of the rule in its program.
func (r *Rule) Key() label.Key {
	return label.Key{Stage: r.Stage, Name: r.Name, Variant: max(r.Variant, 1)}
}

// Key returns the identity of the step's rule, as far as the step tells it.
func (s *Step) Key() label.Key {
	return label.Key{Stage: s.Stage, Name: s.Rule, Variant: max(s.Variant, 1)}
}

// Labels returns the set of the rules that the header lists, in their order; an empty set where
// it lists none.
func (h *Header) Labels() *label.Set {
	if h.Program == nil {
		return label.NewSet(nil)
	}
	return ruleSet(h.Program.Rules)
}

func ruleSet(rules []Rule) *label.Set {
	keys := make([]label.Key, len(rules))
	for i := range rules {
		keys[i] = rules[i].Key()
	}
	return label.NewSet(keys)
}
