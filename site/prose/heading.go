package prose

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// A section is a text with its topic and its conditions.
type section struct {
	*chapter
	name    string // as written: that of a rule, if there is such a rule
	special Topic  // the topic if it is not a rule
	when    when
	scene   SceneTopic   // of the kind Scene
	fact    goal.Pattern // of the kind Fact
	unread  bool         // the heading cannot be read, which is an error of its own
}

// topic returns the topic of a section in a program with these rules. Rules that the heading
// selects come first; the topic has their selector.
func (s *section) topic(in *rules) Topic {
	if in.has(s.name) || s.special.Kind == Rule {
		return Topic{Rule, s.name}
	}
	return s.special
}

// written reports whether there is anything but the heading.
func (s *section) written() bool {
	return s.body.FirstChild() != nil || s.title != nil || s.choice != nil
}

// when says when a section is told.
type when struct {
	times        []time
	random, turn bool
	together     bool // like events that follow each other are told by one text
	facts        []condition
}

// A condition is about the state before the event.
type condition struct {
	goal.Goal
	at  []int // offsets of the facts
	not bool  // they do not hold together
}

// shared returns the variables that stand in several facts of the condition. If the rule has
// none of the name, they stand for whatever the facts have in common.
func (c *condition) shared() (names []string) {
	in := make(map[string]int)
	for _, fact := range c.Facts {
		vars := variablesOf(fact.Args)
		slices.Sort(vars)
		for _, v := range slices.Compact(vars) {
			if in[v]++; in[v] == 2 {
				names = append(names, v)
			}
		}
	}
	return names
}

// conditional reports whether it is told at certain times only.
func (w *when) conditional() bool { return len(w.times)+len(w.facts) > 0 }

// newSection reads the heading of a chapter.
func newSection(c *chapter) (*section, []diagnostic) {
	name, conditions, conditional := cutConditions(c.source)
	s := &section{chapter: c, name: name, special: parseTopic(name)}
	refer(c.vars)
	if name == "" {
		s.unread = true
		return s, []diagnostic{{c.at, "a section without the name of its rule"}}
	}
	var err error
	switch s.special.Kind {
	case Scene:
		s.scene, err = parseScene(s.special.Name)
	case Fact:
		err = s.readFact()
	}
	if err != nil {
		s.unread = true
		return s, []diagnostic{{c.at, err.Error()}}
	}
	if !conditional {
		return s, nil
	}
	var diagnostics []diagnostic
	for _, p := range cutParts(conditions, c.at+len(c.source)-len(conditions)-len(")")) {
		if err := s.when.add(p.text, p.at); err != nil {
			diagnostics = append(diagnostics, diagnostic{p.at, err.Error()})
		}
	}
	if len(diagnostics) == 0 {
		diagnostics = s.when.contradictions(c.at)
	}
	return s, diagnostics
}

// cutConditions cuts a heading into a name and the text in parentheses after it. Parentheses behind
// the word fact belong to the fact.
func cutConditions(heading string) (name, conditions string, found bool) {
	if isFact(heading) {
		return heading, "", false
	}
	rest, ok := strings.CutSuffix(heading, ")")
	name, conditions, opens := strings.Cut(rest, " (")
	if !ok || !opens {
		return heading, "", false
	}
	return strings.TrimSpace(name), conditions, true
}

// isFact reports whether a heading is that of a section about facts.
func isFact(heading string) bool {
	rest, ok := strings.CutPrefix(heading, Fact.word()+" ")
	return ok && !strings.HasPrefix(strings.TrimLeft(rest, " "), "(")
}

// specialKinds are the kinds of sections that are not about rules.
var specialKinds = []Kind{Character, Place, Stage, Beginning, Ending, Scene, Story, Fact}

// takes reports whether a name can stand behind the word for a kind, "" if none.
func (k Kind) takes(name string) bool {
	switch k {
	case Beginning, Ending, Scene:
		return true
	case Story:
		return name == ""
	}
	return name != ""
}

// parseTopic parses a topic that is not a rule.
func parseTopic(name string) Topic {
	word, rest, _ := strings.Cut(name, " ")
	rest = strings.TrimSpace(rest)
	for _, kind := range specialKinds {
		if word == kind.word() && kind.takes(rest) {
			return Topic{kind, rest}
		}
	}
	return Topic{Rule, name}
}

// A part is one of the conditions of a heading, as written.
type part struct {
	text string // without space around it
	at   int    // offset
}

// cutParts cuts the text in the parentheses of a heading, which begins at an offset, into its
// conditions.
func cutParts(conditions string, at int) []part {
	var parts []part
	for _, text := range splitOutside(conditions) {
		lead := len(text) - len(strings.TrimLeft(text, " \t\n"))
		parts = append(parts, part{strings.TrimSpace(text), at + lead})
		at += len(text) + len(";")
	}
	return parts
}

// splitOutside splits a text at the semicolons that are outside quotation marks.
func splitOutside(s string) []string {
	var parts []string
	quoted, start := false, 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && quoted:
			i++
		case s[i] == '"':
			quoted = !quoted
		case s[i] == ';' && !quoted:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return append(parts, s[start:])
}

// add adds one condition, which stands at an offset.
func (w *when) add(text string, at int) error {
	switch {
	case w.addTime(text, at):
	case text == "at random":
		w.random = true
	case text == "in turn":
		w.turn = true
	case text == "together":
		w.together = true
	default:
		return w.addFact(text, at)
	}
	return nil
}

// conditionWords returns the words that begin conditions.
func conditionWords() []string {
	return []string{"first time", "later times", "at random", "in turn", "together", "if", "unless"}
}

func (w *when) addFact(text string, at int) error {
	fact, not, ok := cutFact(text)
	if !ok {
		return fmt.Errorf("no condition %s%s", shown(text), guessOr(text, conditionWords()))
	}
	c := condition{not: not}
	var patterns []goal.Pattern
	begins, parts := len(text)-len(fact), cutFacts(fact)
	for i, p := range parts {
		pattern, err := goal.ParsePattern(factText(p.text))
		if err != nil {
			return err
		}
		if pattern.Head == trace.Open || pattern.Number {
			return errors.New("a condition begins with the name of a predicate, as in (if at C L)")
		}
		patterns = append(patterns, pattern)
		if c.at = append(c.at, at); len(parts) > 1 {
			c.at[i] += begins + p.at
		}
	}
	c.Goal = goal.Of(patterns...)
	w.facts = append(w.facts, c)
	return nil
}

// cutFacts returns the facts that stand in a condition, with commas between them.
func cutFacts(condition string) (facts []part) {
	for _, p := range goal.Split(condition, ',') {
		facts = append(facts, part{p.Text, p.At})
	}
	return facts
}

// cutFact cuts a condition after the words that say whether its fact must hold.
func cutFact(text string) (fact string, not, ok bool) {
	word, fact, _ := strings.Cut(text, " ")
	not = word == "unless"
	if word != "if" && !not {
		return "", false, false
	}
	fact = strings.TrimSpace(fact)
	if rest, ok := strings.CutPrefix(fact, "not "); ok && !not {
		fact, not = rest, true
	}
	return fact, not, true
}

// variables returns those in the conditions that must stand for something.
func (w *when) variables() []string {
	var out []string
	for _, t := range w.times {
		out = append(out, t.whose...)
	}
	for _, c := range w.facts {
		shared := c.shared()
		for _, fact := range c.Facts {
			for _, v := range variablesOf(fact.Args) {
				if !slices.Contains(shared, v) {
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// contradictions returns the faults of conditions that exclude each other.
func (w *when) contradictions(at int) []diagnostic {
	var diagnostics []diagnostic
	excludes := func(t time) bool {
		return slices.ContainsFunc(w.times, func(o time) bool { return o.later != t.later && slices.Equal(o.whose, t.whose) })
	}
	if slices.ContainsFunc(w.times, excludes) {
		diagnostics = append(diagnostics, diagnostic{at, "a time cannot be both the first and a later one"})
	}
	if w.random && w.turn {
		diagnostics = append(diagnostics, diagnostic{at, "variants are told in turn or at random, not both"})
	}
	return diagnostics
}
