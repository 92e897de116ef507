package game

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/logic"
	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/gdl"
	program "github.com/ceptre-graph/ceptre/lang/logic"
)

// recorder makes a trace of transitions. Its resources are fluents, moves and the tokens of roles.
type recorder struct {
	base  *logic.Base
	trace trace.Trace
	alive map[ground.Atom]trace.ResourceID
	// fact returns an atom as traces have it, without the predicates that mark fluents.
	fact  func(ground.Atom) trace.Fact
	rules map[string]int // the rules of the header by name, number of parameters and text
	named map[string]int // how many rules there are of a name
}

// entry is a step to be recorded.
type entry struct {
	name     string
	params   []string // names for the arguments
	args     []ground.Term
	rules    []*program.Rule
	consumes []ground.Atom
	reads    []ground.Atom
	produces []ground.Atom
	absent   []ground.Atom
	derived  []ground.Atom
	choices  int
	chosen   trace.Chosen
}

// conclusion returns a step that rests on the support of atoms: its reads, what was absent and derived, and the rules
// of the atoms.
func (s *supporter) conclusion(atoms ...ground.Atom) entry {
	found := s.of(atoms...)
	e := entry{reads: found.fluents, absent: found.absent, derived: found.derived}
	if found.chosen {
		e.chosen = trace.ByChance
	}
	for _, a := range atoms {
		if r := s.model.Reason(a); r != nil && !slices.Contains(e.rules, r.Rule) {
			e.rules = append(e.rules, r.Rule)
		}
	}
	return e
}

// leaveOut removes atoms from the derived ones, for a step that makes them.
func (e *entry) leaveOut(atoms ...ground.Atom) {
	e.derived = slices.DeleteFunc(e.derived, func(a ground.Atom) bool { return slices.Contains(atoms, a) })
}

// entry returns a transition as a step without a name and arguments.
func (t *transition) entry() entry {
	e := entry{
		rules: t.rules, consumes: slices.Concat(t.moves, t.lost), reads: t.reads, produces: t.made,
		absent: t.absent, derived: t.derived,
	}
	if t.chosen {
		e.chosen = trace.ByChance
	}
	return e
}

// used returns the moves that transitions use up.
func used(changes []transition) map[ground.Atom]bool {
	moves := make(map[ground.Atom]bool)
	for _, t := range changes {
		for _, a := range t.moves {
			moves[a] = true
		}
	}
	return moves
}

// newRecorder returns a recorder of a run. The characters are the constants that the run is about, and become a type of
// the trace, so that threads and sites follow them.
func newRecorder(
	base *logic.Base, header trace.Header, characters trace.Type, fact func(ground.Atom) trace.Fact,
) *recorder {
	header.Format = trace.Format
	of := *header.Program
	if len(characters.Constants) > 0 {
		of.Types = []trace.Type{characters}
	}
	header.Program = &of
	return &recorder{
		base: base, trace: trace.Trace{Header: header}, fact: fact,
		alive: make(map[ground.Atom]trace.ResourceID), rules: make(map[string]int), named: make(map[string]int),
	}
}

// produce adds resources made by a step, or of the initial state if it is 0.
func (r *recorder) produce(by trace.StepID, atoms []ground.Atom) []trace.ResourceID {
	ids := make([]trace.ResourceID, len(atoms))
	for i, a := range atoms {
		f := r.fact(a)
		ids[i] = trace.ResourceID(len(r.trace.Resources) + 1)
		r.trace.Resources = append(r.trace.Resources, trace.Resource{ID: ids[i], Pred: f.Pred, Args: f.Args, By: by})
		r.alive[a] = ids[i]
	}
	return ids
}

// lasting adds permanent facts of the initial state.
func (r *recorder) lasting(atoms []ground.Atom) {
	for _, id := range r.produce(0, atoms) {
		r.trace.Resources[id-1].Persistent = true
	}
}

// step records a step.
func (r *recorder) step(e entry) {
	rule := r.rule(&e)
	s := trace.Step{
		ID: trace.StepID(len(r.trace.Steps) + 1), Rule: rule.Name, Variant: rule.Variant, Args: r.terms(e.args),
		Consumes: r.ids(e.consumes), Reads: r.ids(e.reads), Proves: r.facts(e.derived), Absent: r.facts(e.absent),
		Choices: e.choices, Chosen: e.chosen,
	}
	for _, a := range e.consumes {
		delete(r.alive, a)
	}
	s.Produces = r.produce(s.ID, e.produces)
	r.trace.Steps = append(r.trace.Steps, s)
}

// rule returns the rule of the header that a step is an instance of. Steps of one name are instances of several rules
// if they rest on different rules of the game.
func (r *recorder) rule(e *entry) *trace.Rule {
	rules := &r.trace.Program.Rules
	texts := make([]string, len(e.rules))
	line := 0
	for i, rule := range e.rules {
		texts[i] = strings.ReplaceAll(rule.Source.Slice(rule.Span), "\r\n", "\n")
		if i == 0 {
			line = rule.Start.Line
		}
	}
	text := strings.Join(texts, "\n")
	key := e.name + "\x00" + strconv.Itoa(len(e.args)) + "\x00" + strconv.Itoa(line) + "\x00" + text
	at, known := r.rules[key]
	if known {
		return &(*rules)[at]
	}
	r.named[e.name]++
	rule := trace.Rule{Name: e.name, Text: text, Line: line, Params: params(e.params, len(e.args))}
	if n := r.named[e.name]; n > 1 {
		rule.Variant = n
	}
	r.rules[key] = len(*rules)
	*rules = append(*rules, rule)
	return &(*rules)[len(*rules)-1]
}

// params returns parameters with names; names that are missing, or given twice, become "_".
func params(names []string, n int) []trace.Param {
	all := make([]trace.Param, n)
	for i := range all {
		all[i].Name = "_"
		if i < len(names) && names[i] != "" && !slices.Contains(names[:i], names[i]) {
			all[i].Name = names[i]
		}
	}
	return all
}

// ids returns the resources of atoms, in ascending order.
func (r *recorder) ids(atoms []ground.Atom) []trace.ResourceID {
	var ids []trace.ResourceID
	for _, a := range atoms {
		if id, ok := r.alive[a]; ok {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

func (r *recorder) facts(atoms []ground.Atom) []trace.Fact {
	var facts []trace.Fact
	for _, a := range atoms {
		facts = append(facts, r.fact(a))
	}
	return facts
}

func (r *recorder) terms(terms []ground.Term) []trace.Term {
	var all []trace.Term
	for _, t := range terms {
		all = append(all, term(r.base, t))
	}
	return all
}

// end ends the trace.
func (r *recorder) end(why trace.Why, message string) *trace.Trace {
	end := &trace.End{Why: why, Message: message}
	for _, x := range r.trace.Final() {
		end.Alive = append(end.Alive, x.ID)
	}
	r.trace.End = end
	return &r.trace
}

// term returns a term as traces have it. The numbers of GDL are symbols, and become numbers.
func term(base *logic.Base, n ground.Term) trace.Term {
	terms := &base.Terms
	name := terms.Name(n)
	switch terms.Kind(n) {
	case ground.IntegerKind:
		value := terms.Value(n)
		return trace.Term{Head: strconv.Itoa(int(value)), Number: value >= 0}
	case ground.StringKind:
		return trace.Text(name)
	case ground.SymbolKind:
		value, err := strconv.ParseUint(name, 10, 64)
		return trace.Term{Head: name, Number: err == nil && strconv.FormatUint(value, 10) == name}
	}
	if name == "" {
		name = "tuple"
	}
	args := make([]trace.Term, len(terms.Args(n)))
	for i, a := range terms.Args(n) {
		args[i] = term(base, a)
	}
	return trace.Term{Head: name, Args: args}
}

// heads returns the predicates of fluents, each once.
func (r *recorder) heads(fluents []ground.Atom) []string {
	var names []string
	for _, a := range fluents {
		if name := r.fact(a).Pred; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// transitionName says what was done and what came of it: mark/cell. What happens without a move is called after what
// comes of it, and what only ends is called vanish.
func transitionName(actions, heads []string) string {
	slices.Sort(actions)
	result := strings.Join(heads, "+")
	if result == "" {
		result = "vanish"
	}
	if len(actions) == 0 {
		return result
	}
	return strings.Join(slices.Compact(actions), "+") + "/" + result
}

// variables returns the names of the variables that the arguments of a term are, and "" for other arguments.
func variables(t program.Term) []string {
	c, ok := t.(*program.Compound)
	if !ok {
		return nil
	}
	names := make([]string, len(c.Args))
	for i, arg := range c.Args {
		if v, ok := arg.(*program.Variable); ok {
			names[i] = strings.TrimPrefix(v.Name, "?")
		}
	}
	return names
}

// actionParams returns names for the role and the arguments of each action, from the first legal rule of the action.
func actionParams(rules []*program.Rule) map[string][]string {
	all := make(map[string][]string)
	for _, r := range rules {
		head, ok := r.Head.(*program.Atom)
		if !ok || head.Predicate() != gdl.Legal {
			continue
		}
		action, ok := head.Args[1].(*program.Compound)
		if !ok {
			continue
		}
		key := actionKey(action.Name, len(action.Args))
		if all[key] != nil {
			continue
		}
		role := "Role"
		if v, ok := head.Args[0].(*program.Variable); ok {
			role = strings.TrimPrefix(v.Name, "?")
		}
		all[key] = append([]string{role}, variables(action)...)
	}
	return all
}

// actionKey names an action with a number of arguments.
func actionKey(name string, args int) string { return name + "/" + strconv.Itoa(args) }
