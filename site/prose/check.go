package prose

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/label"
)

// misused returns the faults in a chapter's braces that do not depend on the program.
func (c *chapter) misused() []diagnostic {
	var diagnostics []diagnostic
	for _, v := range c.vars {
		switch {
		case v.name == "":
			diagnostics = append(diagnostics, diagnostic{v.at,
				`a brace holds a variable of the rule, as in {C}; write \{ for a plain one`})
		case c.level < 2:
			diagnostics = append(diagnostics, diagnostic{v.at,
				fmt.Sprintf(`{%s} stands outside the section of a rule; write \{ for a plain brace`, v.name)})
		case v.inImage:
			diagnostics = append(diagnostics, diagnostic{v.at,
				fmt.Sprintf("{%s} cannot stand in the text of a picture", v.name)})
		case v.unknownForm():
			diagnostics = append(diagnostics, diagnostic{v.at,
				fmt.Sprintf("no form %s of {%s}%s", shown(v.form), v.name, guessAmong(v.form, forms()))})
		}
	}
	return diagnostics
}

// Check compares the text with the program that ran. Where that is nil, or lists no
// rules, names of rules are taken as they are.
func (p *Prose) Check(program *trace.Program) error {
	if p == nil {
		return nil
	}
	if diagnostics := p.misfits(program); len(diagnostics) > 0 {
		return p.errors(diagnostics)
	}
	return nil
}

// misfits returns the faults of a text that does not fit a program.
func (p *Prose) misfits(program *trace.Program) []diagnostic {
	c := newChecker(program)
	for _, s := range p.sections {
		c.section(s)
	}
	for _, n := range p.named {
		c.name(n.kind, n.name, n.at)
	}
	return c.diagnostics
}

func newChecker(program *trace.Program) *checker {
	if program == nil {
		program = &trace.Program{}
	}
	return &checker{program: program, rules: rulesOf(program)}
}

// checker holds a text against a program.
type checker struct {
	program     *trace.Program
	rules       *rules
	diagnostics []diagnostic
}

func (c *checker) wrong(at int, format string, args ...any) {
	c.diagnostics = append(c.diagnostics, diagnostic{at, fmt.Sprintf(format, args...)})
}

func (c *checker) section(s *section) {
	topic := s.topic(c.rules)
	if s.unread {
		return
	}
	if topic.Kind == Rule && !c.rules.has(s.name) && c.rules.labels.Len() > 0 {
		c.wrong(s.at, "no rule %s in the program%s", s.name, c.rules.labels.Meant(s.name))
		return
	}
	switch {
	case topic.Kind == Fact:
		c.fact(s.fact, s.at+strings.Index(s.name, topic.Name))
	case topic.Kind == Scene:
		c.scene(s)
	case topic.Kind != Rule && topic.Name != "":
		c.name(topic.Kind, topic.Name, s.at+strings.LastIndex(s.name, topic.Name))
	}
	scope := c.scopeOf(s, topic)
	for _, v := range s.vars {
		if v.name != "" { // which is an error of its own
			c.variable(v.name, v.at, scope)
		}
	}
	for _, t := range s.when.times {
		for _, name := range t.whose {
			c.variable(name, t.at, scope)
		}
	}
	for i := range s.when.facts {
		c.condition(&s.when.facts[i], scope)
	}
}

// scene checks the names in the heading of a section that names scenes.
func (c *checker) scene(s *section) {
	begins := s.at + len(s.name) - len(s.special.Name)
	if rule := s.scene.rule; rule.text != "" && !c.rules.has(rule.text) && c.rules.labels.Len() > 0 {
		c.wrong(begins+rule.at, "no rule %s in the program%s", rule.text, c.rules.labels.Meant(rule.text))
	}
	for _, who := range s.scene.with {
		c.name(Character, who.text, begins+who.at)
	}
	if place := s.scene.place; place.text != "" {
		c.name(Place, place.text, begins+place.at)
	}
}

// A scope is where variables are looked up.
type scope struct {
	what  string   // the section, for messages
	names []string // of variables
	args  int      // how many arguments scripts may name; -1 is any
}

// scopeOf returns where the variables of a section about a topic are looked up.
func (c *checker) scopeOf(s *section, topic Topic) scope {
	switch {
	case topic.Kind == Fact:
		return scope{"the fact " + topic.Name, variablesOf(s.fact.Args), 0}
	case topic.Kind == Scene && s.scene.Rule() != "":
		of := c.scope(Topic{Rule, s.scene.Rule()})
		of.names = append(of.names, Scene.Variable())
		return of
	}
	return c.scope(topic)
}

func (c *checker) scope(topic Topic) scope {
	if topic.Kind != Rule {
		return scope{"sections of the kind " + topic.Kind.word(), []string{topic.Kind.Variable()}, 0}
	}
	if !c.rules.has(topic.Name) {
		return scope{"rule " + topic.Name + ", as the trace names none", nil, -1}
	}
	s := scope{what: "rule " + topic.Name}
	for _, i := range c.rules.labels.Select(topic.Name) {
		rule := c.rules.list[i] // one that lacks a variable of the text is not told by it
		s.args = max(s.args, len(rule.Params))
		for _, param := range rule.Params {
			if name := VariableName(param.Name); !slices.Contains(s.names, name) {
				s.names = append(s.names, name)
			}
		}
	}
	return s
}

// variable checks the name of a variable, or the number of an argument.
func (c *checker) variable(name string, at int, s scope) {
	if n, err := strconv.Atoi(name); err == nil {
		if s.args >= 0 && n > s.args {
			c.wrong(at, "no argument %d in %s, which has %d", n, s.what, s.args)
		}
		return
	}
	if slices.Contains(s.names, name) {
		return
	}
	c.wrong(at, "no variable %s in %s%s", name, s.what, cmp.Or(guess(name, s.names), listed("; it has ", s.names)))
}

// name checks the name of a character, place, stage or thing, where the program lists any.
func (c *checker) name(kind Kind, name string, at int) {
	var known []string
	for _, t := range c.program.Types {
		known = append(known, t.Constants...)
	}
	if kind == Stage {
		known = nil
		for _, s := range c.program.Stages {
			known = append(known, s.Name)
		}
	} else if kind == location {
		known = nil
	} else if kind == actors {
		for _, t := range c.program.Types {
			known = append(known, t.Name)
		}
	}
	if kind != Stage && kind != Place && kind != thing { // a character may be a predicate
		for _, p := range c.program.Predicates {
			known = append(known, p.Name)
		}
	}
	if len(known) > 0 && !slices.Contains(known, name) {
		if kind == Beginning || kind == Ending {
			kind = Character
		}
		c.wrong(at, "no %s %s in the program%s", kind.word(), shown(name), guess(name, known))
	}
}

// condition checks the facts that a section waits for.
func (c *checker) condition(of *condition, s scope) {
	shared := of.shared()
	for i, fact := range of.Facts {
		for _, name := range variablesOf(fact.Args) {
			if !slices.Contains(shared, name) {
				c.variable(name, of.at[i], s)
			}
		}
		c.fact(fact, of.at[i])
	}
}

// fact checks a fact that stands at an offset.
func (c *checker) fact(fact goal.Pattern, at int) {
	pred, known := c.predicate(fact.Head)
	switch {
	case len(c.program.Predicates) == 0:
	case !known:
		var names []string
		for _, p := range c.program.Predicates {
			names = append(names, p.Name)
		}
		c.wrong(at, "no predicate %s in the program%s", shown(fact.Head), guess(fact.Head, names))
	case pred.Mode != trace.Linear && pred.Mode != trace.Persistent:
		c.wrong(at, "%s is a %s predicate: no state holds its facts", pred.Name, pred.Mode)
	case len(fact.Args) != len(pred.Args):
		c.wrong(at, "%s has %d of the %d arguments of %s", shown(fact.String()), len(fact.Args), len(pred.Args), pred.Name)
	default:
		c.constants(fact, pred, at)
	}
}

// predicate finds the predicate of a condition; `stage` is one, too.
func (c *checker) predicate(name string) (trace.Predicate, bool) {
	if name == trace.StagePred {
		return trace.Predicate{Name: name, Args: []string{name}, Mode: trace.Linear}, true
	}
	for _, p := range c.program.Predicates {
		if p.Name == name {
			return p, true
		}
	}
	return trace.Predicate{}, false
}

// constants checks the arguments with types that list their constants.
func (c *checker) constants(fact goal.Pattern, pred trace.Predicate, at int) {
	for i, arg := range fact.Args {
		if _, literal := arg.Literal(); literal || arg.Number || len(arg.Args) > 0 || isVariable(arg) ||
			arg.Head == trace.Open {
			continue
		}
		known := c.constantsOf(pred.Args[i])
		if len(known) > 0 && !slices.Contains(known, arg.Head) {
			c.wrong(at, "no %s %s in the program%s", pred.Args[i], shown(arg.Head), guess(arg.Head, known))
		}
	}
}

func (c *checker) constantsOf(name string) []string {
	if name == trace.StagePred {
		var stages []string
		for _, s := range c.program.Stages {
			stages = append(stages, s.Name)
		}
		return stages
	}
	for _, t := range c.program.Types {
		if t.Name == name {
			return t.Constants
		}
	}
	return nil
}

// isVariable reports whether programs would take a term for a variable.
func isVariable(t trace.Term) bool {
	if t.Number || len(t.Args) > 0 {
		return false
	}
	first, _ := utf8.DecodeRuneInString(t.Head)
	return unicode.IsUpper(first) || first == '_' && t.Head != trace.Open
}

// variablesOf returns the variables in terms.
func variablesOf(terms []trace.Term) []string {
	var names []string
	for _, t := range terms {
		if isVariable(t) {
			names = append(names, t.Head)
		}
		names = append(names, variablesOf(t.Args)...)
	}
	return names
}

// guess returns "; did you mean …?" with the candidate nearest to a name, or ""
// where none is near.
func guess(name string, candidates []string) string {
	if near := label.Nearest(name, candidates); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// guessOr is guess, or a list of all there is.
func guessOr(name string, candidates []string) string {
	return cmp.Or(guess(name, candidates), listed("; there are ", candidates))
}

// guessAmong is guess and a list of all there is.
func guessAmong(name string, candidates []string) string {
	if near := guess(name, candidates); near != "" {
		return near + listed(" There are ", candidates)
	}
	return listed("; there are ", candidates)
}

func listed(lead string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return lead + strings.Join(names, ", ")
}
