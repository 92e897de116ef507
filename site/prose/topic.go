package prose

import (
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Value is what stands in a text for a variable.
type Value struct {
	Text     string
	Pronouns Pronouns // of characters
	Plural   bool     // verbs behind the name are as after "they"
}

// Kind says what a section is about.
type Kind int

const (
	// Rule sections tell what happens when a rule fires.
	Rule Kind = iota
	Character
	Place
	Stage
	// Beginning and Ending sections are told where a character is first and last seen.
	Beginning
	Ending
	// Scene sections name scenes, by what happens there, who is there and where.
	Scene
	// Story sections name stories of a program, of which there are several under one index.
	Story
	// Fact sections have the words for facts of a predicate.
	Fact
	// thing is anything else that has a name in the program; no section is about it.
	thing
	// actors are what a list of characters names, and location is the predicate that says where
	// they are; no section is about them.
	actors
	location
)

// Variable returns the variable that sections of a kind other than Rule have.
func (k Kind) Variable() string {
	switch k {
	case Character, Beginning, Ending:
		return "C"
	case Place, Scene:
		return "L"
	case Stage:
		return "S"
	}
	return ""
}

// word returns how headings call a kind other than Rule.
func (k Kind) word() string {
	return [...]string{"", "character", "place", "stage", "beginning", "ending", "scene", "story", "fact", "constant",
		"type, predicate or constant", "predicate"}[k]
}

// Topic is what a section is about. Name is that of a rule, character, place or stage;
// sections of the kinds Beginning and Ending may have the name of a character or none,
// and are for all others, then. Of the kinds Scene and Fact it is what the heading says behind
// that word.
type Topic struct {
	Kind Kind
	Name string
}

// Moment is a point of a run at which something is to be told.
type Moment struct {
	Topic
	// Terms are what variables stand for, by their names with ASCII primes; and the
	// arguments of a rule by their positions from "1", which scripts go by.
	Terms map[string]trace.Term
	// Holds reports whether there is a fact of a predicate with these arguments; "_" is
	// any. nil is nothing holds.
	Holds func(pred string, args []trace.Term) bool
	// Meets reports whether there are the facts of a goal together. nil is no goal is met.
	Meets func(goal.Goal) bool
}
