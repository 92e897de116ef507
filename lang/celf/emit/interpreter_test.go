package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// The interpreter below runs the files that the package writes, by the rules of Celf: forward steps until none is
// possible, then a proof of the goal, which may begin forward steps anew. It lists all choices at each point.

// tree is a term or an atom: a name with arguments, or a variable with its value, if it has one.
type tree struct {
	name  string
	args  []*tree
	open  bool // a variable
	value *tree
}

func (t *tree) resolved() *tree {
	for t.open && t.value != nil {
		t = t.value
	}
	return t
}

func (t *tree) String() string {
	t = t.resolved()
	out := t.name
	for _, a := range t.args {
		text := a.String()
		if strings.Contains(text, " ") {
			text = "(" + text + ")"
		}
		out += " " + text
	}
	return out
}

// fact is a resource.
type fact struct {
	id   int
	mode celf.Mode
	atom *tree
}

// statement is a declaration that is not a type: a forward rule, or a clause.
type statement struct {
	name string
	of   celf.Expr
}

// interpreter is a file.
type interpreter struct {
	short   map[string]celf.Expr // abbreviations
	forward []statement
	clauses map[string][]statement // by the names of their heads
	queries []*celf.Directive
	trail   []*tree // variables with values
	lastID  int
}

// interpret reads a file.
func interpret(text string) (*interpreter, error) {
	f, errs := celf.Parse(&syntax.Source{Name: "written.clf", Text: []byte(text)})
	if len(errs) > 0 {
		return nil, errs
	}
	in := &interpreter{short: make(map[string]celf.Expr), clauses: make(map[string][]statement)}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *celf.Abbreviation:
			in.short[d.Name.Text] = d.Value
		case *celf.Directive:
			in.queries = append(in.queries, d)
		case *celf.Constant:
			in.constant(d)
		}
	}
	return in, nil
}

func (in *interpreter) constant(d *celf.Constant) {
	head := d.Type
	for {
		arrow, ok := head.(*celf.Arrow)
		if !ok {
			break
		}
		if !arrow.Reversed {
			if _, forward := arrow.To.(*celf.Braces); forward {
				in.forward = append(in.forward, statement{d.Name.Text, d.Type})
			}
			return // or a type
		}
		head = arrow.To
	}
	if _, kind := head.(*celf.Kind); !kind {
		name := in.tree(head, nil).name
		in.clauses[name] = append(in.clauses[name], statement{d.Name.Text, d.Type})
	}
}

// tree reads a term or an atom. Variables are those of the scope, where new ones are entered.
func (in *interpreter) tree(x celf.Expr, scope map[string]*tree) *tree {
	switch x := x.(type) {
	case *celf.Name:
		if in.short[x.Text] != nil {
			return in.tree(in.short[x.Text], scope)
		}
		if !syntax.IsVariable(x.Text) || scope == nil {
			return &tree{name: x.Text}
		}
		if scope[x.Text] == nil {
			scope[x.Text] = &tree{open: true, name: x.Text}
		}
		return scope[x.Text]
	case *celf.Apply:
		t := &tree{name: x.Fun.Text}
		for _, a := range x.Args {
			t.args = append(t.args, in.tree(a, scope))
		}
		return t
	}
	panic(fmt.Sprintf("%T is no term", x))
}

// parts returns the parts of a join, or of a state that an abbreviation stands for.
func (in *interpreter) parts(x celf.Expr) []celf.Expr {
	switch x := x.(type) {
	case *celf.Unit:
		return nil
	case *celf.Join:
		return x.Parts
	case *celf.Braces:
		return in.parts(x.X)
	case *celf.Name:
		if in.short[x.Text] != nil {
			return in.parts(in.short[x.Text])
		}
	}
	return []celf.Expr{x}
}

// assume adds resources to a state. Persistent ones are there once.
func (in *interpreter) assume(state []fact, x celf.Expr, scope map[string]*tree) []fact {
	state = slices.Clone(state)
	for _, p := range in.parts(x) {
		f := fact{}
		if m, ok := p.(*celf.Marked); ok {
			f.mode, p = m.Mode, m.X
		}
		f.atom = in.ground(in.tree(p, scope))
		text := f.atom.String()
		if f.mode == celf.Persistent && slices.ContainsFunc(state, func(g fact) bool {
			return g.mode == celf.Persistent && g.atom.String() == text
		}) {
			continue
		}
		in.lastID++
		f.id = in.lastID
		state = append(state, f)
	}
	return state
}

// ground copies a term without its variables, all of which have values.
func (in *interpreter) ground(t *tree) *tree {
	if t = t.resolved(); t.open {
		panic("the variable " + t.name + " has no value")
	}
	out := &tree{name: t.name}
	for _, a := range t.args {
		out.args = append(out.args, in.ground(a))
	}
	return out
}

// unify makes two terms the same. Values are taken back by undo.
func (in *interpreter) unify(x, y *tree) bool {
	x, y = x.resolved(), y.resolved()
	switch {
	case x == y:
		return true
	case x.open:
		x.value = y
		in.trail = append(in.trail, x)
		return true
	case y.open:
		return in.unify(y, x)
	case x.name != y.name || len(x.args) != len(y.args):
		return false
	}
	for i := range x.args {
		if !in.unify(x.args[i], y.args[i]) {
			return false
		}
	}
	return true
}

// attempt unifies two terms, goes on if that is possible, and undoes it.
func (in *interpreter) attempt(x, y *tree, then func()) {
	mark := len(in.trail)
	if in.unify(x, y) {
		then()
	}
	for len(in.trail) > mark {
		in.trail[len(in.trail)-1].value = nil
		in.trail = in.trail[:len(in.trail)-1]
	}
}

// prove finds all proofs of an atom from persistent facts and clauses.
func (in *interpreter) prove(state []fact, goal *tree, depth int, then func()) {
	if depth > 200 {
		panic("a proof does not end: " + goal.String())
	}
	for _, f := range state {
		if f.mode == celf.Persistent {
			in.attempt(goal, f.atom, then)
		}
	}
	for _, c := range in.clauses[goal.name] {
		scope := make(map[string]*tree)
		head, premises := c.of, []*tree(nil)
		for {
			arrow, ok := head.(*celf.Arrow)
			if !ok {
				break
			}
			premises = append(premises, in.tree(arrow.From, scope))
			head = arrow.To
		}
		slices.Reverse(premises) // the innermost is the first
		in.attempt(goal, in.tree(head, scope), func() { in.proveAll(state, premises, depth+1, then) })
	}
}

func (in *interpreter) proveAll(state []fact, goals []*tree, depth int, then func()) {
	if len(goals) == 0 {
		then()
		return
	}
	in.prove(state, goals[0], depth, func() { in.proveAll(state, goals[1:], depth, then) })
}

// take finds all ways to meet a premise. It goes on with the resource that meets it, or with nil.
func (in *interpreter) take(state []fact, used []int, premise celf.Expr, scope map[string]*tree, then func(*fact)) {
	m, persistent := premise.(*celf.Marked)
	if persistent {
		premise = m.X
	}
	goal := in.tree(premise, scope)
	for _, f := range state {
		if f.mode != celf.Persistent && (persistent || slices.Contains(used, f.id)) {
			continue
		}
		in.attempt(goal, f.atom, func() { then(&f) })
	}
	in.prove(nil, goal, 0, func() { then(nil) })
}

// step is a forward step, or a clause of `done` that goes on.
type step struct {
	rule  string
	takes []string // what meets the premises, in order
	state []fact   // afterwards
	goal  *tree    // to be proved when nothing applies; nil if the run has ended
}

// steps lists the forward steps, each choice of resources and values once.
func (in *interpreter) steps(state []fact, goal *tree) []step {
	var out []step
	seen := make(map[string]bool)
	for i, r := range in.forward {
		arrow := r.of.(*celf.Arrow)
		scope := make(map[string]*tree)
		in.match(state, in.parts(arrow.From), nil, nil, scope, func(used []int, takes []string) {
			key := fmt.Sprint(i, used)
			for _, name := range sortedKeys(scope) {
				key += " " + name + "=" + scope[name].String()
			}
			if !seen[key] {
				seen[key] = true
				rest := without(state, used)
				out = append(out, step{r.name, takes, in.assume(rest, arrow.To, scope), goal})
			}
		})
	}
	return out
}

// match finds all ways to meet premises.
func (in *interpreter) match(state []fact, premises []celf.Expr, used []int, takes []string, scope map[string]*tree,
	then func(used []int, takes []string)) {
	if len(premises) == 0 {
		then(used, takes)
		return
	}
	in.take(state, used, premises[0], scope, func(f *fact) {
		u, t := used, takes
		if f != nil {
			u, t = append(slices.Clone(used), f.id), append(slices.Clone(takes), f.atom.String())
		}
		in.match(state, premises[1:], u, t, scope, then)
	})
}

// without removes resources that are used up.
func without(state []fact, used []int) []fact {
	return slices.DeleteFunc(slices.Clone(state), func(f fact) bool {
		return f.mode != celf.Persistent && slices.Contains(used, f.id)
	})
}

// after lists the ways to prove a goal when no forward step is possible: by its clauses, up to new forward steps.
func (in *interpreter) after(state []fact, goal *tree) []step {
	if goal.name == "1" {
		return []step{{state: state}}
	}
	var out []step
	for _, c := range in.clauses[goal.name] {
		arrow := c.of.(*celf.Arrow)
		scope := make(map[string]*tree)
		in.attempt(goal, in.tree(arrow.To, scope), func() {
			switch from := arrow.From.(type) {
			case *celf.Arrow: // run P o- (stage P -o {done P})
				out = append(out, step{c.name, nil, in.assume(state, from.From, scope),
					in.ground(in.tree(from.To.(*celf.Braces).X, scope))})
			case *celf.Braces:
				in.conclude(c.name, state, in.parts(from.X), nil, scope, func(s step) { out = append(out, s) })
			}
		})
	}
	return out
}

// conclude proves the parts of what a clause of `done` asks for. The last may be a goal that begins a phase.
func (in *interpreter) conclude(name string, state []fact, parts []celf.Expr, takes []string, scope map[string]*tree,
	then func(step)) {
	if len(parts) == 0 {
		if i := slices.IndexFunc(state, func(f fact) bool { return f.mode == celf.Linear }); i >= 0 {
			return // left over
		}
		then(step{name, takes, state, nil})
		return
	}
	if arrow, ok := parts[0].(*celf.Arrow); ok {
		state, parts[0] = in.assume(state, arrow.From, scope), arrow.To
	}
	if goal := in.tree(parts[0], scope); goal.name == runWord {
		then(step{name, takes, state, in.ground(goal)})
		return
	}
	in.take(state, nil, parts[0], scope, func(f *fact) {
		in.conclude(name, without(state, []int{f.id}), slices.Clone(parts[1:]), append(takes, f.atom.String()), scope, then)
	})
}

// begin returns the state and the goal of a query.
func (in *interpreter) begin(q *celf.Directive) step {
	arrow := q.Of.(*celf.Arrow)
	s := step{state: in.assume(nil, arrow.From, nil)}
	if goal := arrow.To.(*celf.Braces).X; len(in.parts(goal)) > 0 {
		s.goal = in.tree(goal, nil)
		return s
	}
	s.goal = &tree{name: "1"}
	return s
}

func sortedKeys(m map[string]*tree) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
