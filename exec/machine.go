// Package exec runs programs by forward chaining and records what happened.
//
// The state is a multiset of resources ([Context]) and a current stage. A
// transition is a rule of the stage together with the choice of which resources
// meet its premises; three equal tokens are three transitions. [Machine] counts
// the transitions that are enabled, in a fixed order, and fires one; [Run] lets
// a [Chooser] pick until the stage is quiescent, takes a link to the next stage
// where one applies, and records all of it as a trace.
//
// Matching. A network of facts and rules (package match) keeps the number of enabled transitions up to
// date without listing them, so a step costs about as much with ten facts as with a million. A stage
// with many rules visits only those whose matches have changed (weights). Random choices are drawn from
// the network. A rule that asks a sensor is matched premise by premise in each state instead, as its
// answer is unknown before it is asked. So is a rule with more matches than can be kept, and so are near
// misses. [Machine.Plan] says which rule takes which path.
//
// The order of the list. Transitions are listed by rule as written, then by the resources of the first
// premise on the state, oldest first, of the second, and so on, then by answers. No two premises of a
// rule take the same linear resource, whether they consume it or keep it: `a * $a` needs two. A
// permanent fact may meet any number of premises and stays. Each comparison is tested as soon as its
// variables are known; `==` as soon as one side is, and its value is matched with the other side. When
// the state is matched, backward premises are proved, and sensors asked, in the order written; a premise
// with unknown arguments gives one transition for each answer.
//
// Numbers. A calculation without a result, below zero or divided by zero, makes an instance fail wherever
// it stands, on the right of a rule too; a search goes on elsewhere. A calculation gives its variables no
// values; only `N + k` does.
//
// Proving. Backward premises are solved by package prove. A rule that asks predicates of which
// proofs read the state is matched premise by premise in each state. Its transition reads the resources
// that the first proof of an answer reads.
//
// Undo. From the first [Machine.Mark] on a machine keeps a log of changes, and [Machine.Return] undoes
// them in time proportional to their number.
//
// The outside. Sensors answer once in a state, when all other premises of some rule are met; actions are
// carried out after their rule has fired. Both are recorded.
//
// Statements. From the first [Machine.Violation] on, a machine follows what its program claims of all states
// (package statement), forward and back. Rules fire as they would without statements, and take longer only if
// they take or make facts that a statement asks for. A run checks the start and the state after each step, and
// ends at the first violation.
//
// Explaining. [Machine.Instance] finds the transition that a record describes, [Machine.NearMisses] the
// matches of a rule with the fewest premises unmet, and [Machine.Miss] the reason why there is no match.
//
// The package uses no terminal, clock or file: choices come from a [Chooser], and the run goes to a
// recorder ([Record]) or is returned ([Run]).
package exec

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Machine is a program in a state. It is not safe for concurrent use.
type Machine struct {
	limits     Limits
	network    *match.Network
	program    *lang.Program
	rules      map[*lang.Rule]*rule
	relations  map[*lang.Pred]*relation
	tokens     map[*lang.Stage]trace.Sym // the names of stages
	stages     map[*lang.Stage]*stage
	byIndex    []*rule     // by the tags of their matches
	compiled   *stage      // stage of the last count
	weighed    *stage      // stage with up-to-date weights, except for later changes; nil for none
	stage      *lang.Stage // nil after a link that ends the run
	token      trace.ResourceID
	context    *Context
	proofTable *prove.Table
	senses     senses
	lastID     trace.ResourceID
	watched    bool // enabled transitions were asked for
	// overwhelmed says that there were more matches of a rule than can be kept.
	overwhelmed bool
	journal     *journal
	prints      *prints
	choice      *match.Choice // the match to fire; points to held if the network did not draw it
	held        match.Choice
	proofState  *proofState
	proofReads  []trace.ResourceID // facts that the proofs of the choice read, if the rule asks the state
	event       event
	record      recordTerms
	monitor     *statement.Monitor // of the program's statements; nil without statements
	watching    bool               // the monitor follows the state
}

// NewMachine returns a program in the state from which a trace starts, and the
// resources of that state: the facts in the order of the context, then the
// stage token.
func NewMachine(prog *lang.Program, start *lang.Start, limits Limits) (*Machine, []trace.Resource) {
	m := newMachine(prog, start, limits)
	initial := m.resources(1, m.event.Makes)
	m.event = event{} // it may be large
	return m, initial
}

// newMachine is [NewMachine]; the resources stand in the event.
func newMachine(prog *lang.Program, start *lang.Start, limits Limits) *Machine {
	m := &Machine{limits: limits.OrDefaults(), program: prog, proofTable: prove.NewTable(),
		tokens: make(map[*lang.Stage]trace.Sym)}
	m.network = match.New(m.prove, match.Limits{MatchSteps: m.limits.MatchSteps, FewTerms: m.limits.fewTerms})
	m.record.terms = &m.network.Terms().Table
	m.prints = newPrints(m.record.terms)
	m.proofState = &proofState{machine: m, found: make(map[*lang.Pred]*lookups)}
	m.proofTable.State = m.proofState
	expected := 64 // of terms: the constants, and what little most programs have beside them
	for _, t := range prog.Types {
		expected += len(t.Constructors)
	}
	m.network.Terms().Expect(expected)
	m.relations = make(map[*lang.Pred]*relation)
	for i, p := range prog.Preds {
		m.relations[p] = &relation{table: m.network.Table(p), index: i,
			plain: !slices.ContainsFunc(p.Args, (*lang.Type).Unary)}
	}
	m.compile(prog)
	m.learn(prog)
	m.follow(prog)
	m.start(start)
	m.network.Terms().Keep()
	return m
}

// start enters the state from which a trace starts.
func (m *Machine) start(from *lang.Start) {
	m.context = &Context{network: m.network}
	m.begin(from.Context.Facts)
	m.enter(from.Stage)
	m.network.Commit(context.Background())
}

// restart takes the machine back to the state from which it started, where it runs as a new machine
// would. It returns false if it cannot, because the network no longer matches some rule.
func (m *Machine) restart(start *lang.Start) bool {
	if m.overwhelmed {
		return false
	}
	m.network.Reset()
	if m.monitor != nil {
		m.monitor.Reset()
		m.watching = false
	}
	terms := m.network.Terms()
	terms.Cut()
	m.record.keep(terms.Lasting())
	m.prints.keep(terms.Lasting())
	m.senses, m.lastID, m.watched, m.journal = senses{}, 0, false, nil
	m.choice, m.held, m.event = nil, match.Choice{}, event{}
	m.compiled, m.weighed = m.stages[nil], nil
	m.proofTable.Next()
	m.proofState.forget()
	m.start(start)
	return true
}

// collect frees unused terms if there are many, and reports whether it did.
func (m *Machine) collect() bool {
	if !m.network.Terms().Crowded() {
		return false
	}
	var log []trace.Sym
	if m.journal != nil {
		log = m.journal.syms
	}
	m.network.Collect(log)
	m.proofState.forget()
	return true
}

// learn interns the terms that most runs use, in a fixed order: constants, terms of the rules, and
// the names of stages.
func (m *Machine) learn(prog *lang.Program) {
	terms := m.network.Terms()
	for _, t := range prog.Types {
		for _, k := range t.Constructors {
			if len(k.Args) == 0 {
				terms.Intern(lang.NewValue(k, nil))
			}
		}
	}
	for _, r := range prog.Rules() {
		for _, p := range r.Premises {
			terms.Learn(p.Atom.Args...)
			if p.Kind == lang.Compare {
				terms.Learn(p.X, p.Y)
			}
		}
	}
	for _, s := range prog.Stages {
		m.nameOf(s)
	}
}

// begin makes the facts of the first state. They may be many, and those of one predicate mostly
// stand together.
func (m *Machine) begin(facts []lang.Initial) {
	m.event.Makes = make([]trace.Made, 0, len(facts)+1) // and the stage token
	for len(facts) > 0 {
		n, first := alike(facts), &facts[0]
		of := m.relations[first.Fact.Pred]
		if n >= fewAlike {
			m.fill(of, facts[:n])
		} else {
			m.make(of, m.intern(first.Fact.Args), first.Permanent)
			n = 1
		}
		facts = facts[n:]
	}
}

// fewAlike is how many facts are entered in one go, at the least.
const fewAlike = 8

// alike returns how many facts from the first on are linear and of one predicate.
func alike(facts []lang.Initial) int {
	for i := range facts {
		if f := &facts[i]; f.Permanent || f.Fact.Pred != facts[0].Fact.Pred {
			return i
		}
	}
	return len(facts)
}

// fill makes linear facts of a predicate before any list, mark or count of the state exists.
func (m *Machine) fill(of *relation, facts []lang.Initial) {
	width := len(of.table.Pred().Args)
	args := make([]trace.Sym, 0, width*len(facts))
	for i := range facts {
		args = m.network.Terms().InternAll(args, facts[i].Fact.Args)
	}
	m.network.Fill(of.table, args, len(facts), m.lastID+1)
	m.lastID += trace.ResourceID(len(facts))
	from := len(m.event.Makes)
	m.event.Makes = m.event.Makes[:from+len(facts)]
	makes := m.event.Makes[from:]
	for i := range makes {
		makes[i].Pred, makes[i].Args = of.index, args[:width:width]
		if !of.plain {
			makes[i].Args = m.recorded(of, args[:width])
		}
		args = args[width:]
	}
}

// prove answers a premise that clauses prove, for the network.
func (m *Machine) prove(ctx context.Context, a lang.Atom, args []lang.Value, known []bool) ([]lang.Fact, int, error) {
	found, steps, err := m.proofTable.Answers(ctx, a, args, known, m.limits.proofs())
	return found.Facts, steps, err
}

// Tie ties the predicates that sensors answer to sensors, which are then asked
// anew in the current state. Without it, and for
// names that it does not know, sensors have nothing to say.
func (m *Machine) Tie(sensors map[string]Sensor) { m.senses = senses{sensors: sensors} }

// Sensed returns what sensors have answered in the current state.
func (m *Machine) Sensed() []lang.Fact { return m.senses.all }

// Stage returns the current stage, or nil after a link that ends the run.
func (m *Machine) Stage() *lang.Stage { return m.stage }

// Context returns the facts of the state. They change as transitions fire.
func (m *Machine) Context() *Context { return m.context }

// Enabled counts the transitions that can fire: those of the stage's rules or,
// where there are none, those of its links. In an ordered stage only those of
// the first rule that has any. The error says which rule could not be matched,
// or is that of the context, where it ended.
func (m *Machine) Enabled(ctx context.Context) (*Enabled, error) {
	e := &Enabled{machine: m, done: ctx}
	if err := e.count(); err != nil {
		return nil, err
	}
	return e, nil
}

// Firing is what a transition did to the state.
type Firing struct {
	Transition
	Stage    *lang.Stage // in which it fired
	Consumes []trace.ResourceID
	Reads    []trace.ResourceID
	Makes    []trace.Resource
	// Sensed is what sensors answered in the state in which it fired, and Acts
	// what the outside is to do.
	Sensed, Acts []lang.Fact
}
