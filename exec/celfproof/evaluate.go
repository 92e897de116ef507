package celfproof

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/celf/proofterm"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// clause is an instance of a backward rule or fact of the signature: its variables are nodes of its own, which
// unification gives values.
type clause struct {
	premises []*node
	head     *node
	bound    []*node // the variables that the file binds by Pi, in order
}

// instantiator makes nodes of the expressions of one declaration.
type instantiator struct {
	*vocabulary
	vars map[string]*node // variables so far, by their names
}

// instantiator returns an instantiator without variables.
func (v *vocabulary) instantiator() *instantiator { return &instantiator{v, make(map[string]*node)} }

// clause returns an instance of a declaration by the name that Celf prints. It reports false if that is neither a
// backward rule nor a fact.
func (v *vocabulary) clause(name string) (*clause, bool) {
	d, ok := v.declared[name].(*celf.Constant)
	if !ok {
		return nil, false
	}
	in := v.instantiator()
	c := &clause{}
	for x := d.Type; ; {
		switch t := x.(type) {
		case *celf.Binder:
			in.vars[t.Name.Text] = &node{}
			c.bound = append(c.bound, in.vars[t.Name.Text])
			x = t.Body
		case *celf.Arrow:
			if !in.premise(c, t.From) {
				return nil, false
			}
			x = t.To
		case *celf.Name, *celf.Apply:
			c.head = in.node(t)
			return c, true
		default:
			return nil, false
		}
	}
}

// premise adds the premises in an expression to a clause, in the order written. It reports false of an expression
// that holds anything but atoms.
func (in *instantiator) premise(c *clause, x celf.Expr) bool {
	switch t := x.(type) {
	case *celf.Unit:
		return true
	case *celf.Marked:
		return in.premise(c, t.X)
	case *celf.Join:
		for _, part := range t.Parts {
			if !in.premise(c, part) {
				return false
			}
		}
		return true
	case *celf.Name, *celf.Apply:
		c.premises = append(c.premises, in.node(t))
		return true
	}
	return false
}

// node returns a term or an atom of a declaration. Abbreviations are replaced by their values, and words with
// capitals that are not declared are variables.
func (in *instantiator) node(x celf.Expr) *node {
	fun, args := x, []celf.Expr(nil)
	if a, ok := x.(*celf.Apply); ok {
		fun, args = a.Fun, a.Args
	}
	name, ok := fun.(*celf.Name)
	if !ok {
		return &node{}
	}
	if v := in.vars[name.Text]; v != nil {
		return v
	}
	switch d := in.declared[name.Text].(type) {
	case *celf.Abbreviation:
		return in.node(d.Value)
	case nil:
		if first, _ := utf8.DecodeRuneInString(name.Text); unicode.IsUpper(first) || name.Text == syntax.Wildcard {
			v := &node{}
			if name.Text != syntax.Wildcard {
				in.vars[name.Text] = v
			}
			return v
		}
	}
	n := &node{head: name.Text}
	if all := in.constants[name.Text]; len(all) > 0 {
		n.con = all[0]
	}
	for _, a := range args {
		n.args = append(n.args, in.node(a))
	}
	return n
}

// conclusion returns the atom that a proof shows: the fact of a permanent resource, or the head of a backward rule,
// if the arguments of the proof show the premises of the rule. The error is a [*proofterm.Error].
func (r *reading) conclusion(o *proofterm.Object) (*node, error) {
	if len(o.Binders) > 0 || o.Body != nil {
		return nil, errorf(o.At, "a function stands here, and no premise asks for one")
	}
	if proofterm.IsResource(o.Head) && len(o.Spine) == 0 {
		x, err := r.resource(o)
		if err != nil {
			return nil, err
		}
		if !x.permanent {
			return nil, errorf(o.At, "a proof by backward rules rests on %s here, which is not permanent", o.Head)
		}
		return r.nodeOf(x), nil
	}
	if r.declared[o.Head] == nil {
		return nil, errorf(o.At, "%s declares no %s", r.prog.Source, o.Head)
	}
	c, ok := r.clause(o.Head)
	if !ok {
		return nil, errorf(o.At, "%s is no fact of the signature and no backward rule", o.Head)
	}
	terms, proofs := r.arguments(o.Spine)
	if len(proofs) != len(c.premises) {
		return nil, errorf(o.At, "%s has %s, and %s here", o.Head, english.Count(len(c.premises), "premise"),
			english.Count(len(proofs), "proof"))
	}
	for i, p := range proofs {
		shown, err := r.conclusion(p.Object)
		if err != nil {
			return nil, err
		}
		if !unify(shown, c.premises[i]) {
			return nil, errorf(p.At, "this shows %s, and %s needs %s", shown, o.Head, c.premises[i])
		}
	}
	// Terms that Celf infers are only printed on demand, and then before the others.
	for i, t := range terms[max(0, len(terms)-len(c.bound)):] {
		n, err := r.termOf(t.Object)
		if err != nil {
			return nil, err
		}
		if !unify(n, c.bound[i]) {
			return nil, errorf(t.At, "this is %s, and %s needs %s here", n, o.Head, c.bound[i])
		}
	}
	return c.head, nil
}

// arguments separates the arguments of a head into terms and proofs, each in their order. Units are neither.
func (r *reading) arguments(spine []proofterm.Part) (terms, proofs []proofterm.Part) {
	for x := range proofterm.Leaves(spine...) {
		switch {
		case x.Object == nil:
		case x.Mark == proofterm.Persistent && r.isTerm(x.Object.Head):
			terms = append(terms, x)
		default:
			proofs = append(proofs, x)
		}
	}
	return terms, proofs
}

// termOf returns a term of the answer.
func (r *reading) termOf(o *proofterm.Object) (*node, error) {
	if a, ok := r.declared[o.Head].(*celf.Abbreviation); ok {
		return r.instantiator().node(a.Value), nil
	}
	n, arity := &node{head: o.Head}, 0
	if c := r.constant(o.Head); c != nil {
		n, arity = r.conNode(c), len(c.Args)
	} else if !r.isNumber(o.Head) {
		return nil, errorf(o.At, "%s declares no %s", r.prog.Source, o.Head)
	} else if o.Head == r.scheme.More {
		arity = 1
	}
	for x := range proofterm.Leaves(o.Spine...) {
		if x.Object == nil {
			return nil, errorf(x.At, "a unit stands here, and terms have none")
		}
		arg, err := r.termOf(x.Object)
		if err != nil {
			return nil, err
		}
		n.args = append(n.args, arg)
	}
	if len(n.args) != arity {
		return nil, errorf(o.At, "%s takes %s, and has %s here", o.Head, english.Count(arity, "argument"),
			english.Count(len(n.args), "argument"))
	}
	return n, nil
}

// nodeOf returns the fact of a resource.
func (r *reading) nodeOf(x *resource) *node {
	if x.token != nil {
		return x.token
	}
	return r.atomNode(x.fact)
}

// resource returns the resource that a name stands for, and an error if it is unknown or used up.
func (r *reading) resource(o *proofterm.Object) (*resource, error) {
	x := r.resources[o.Head]
	switch {
	case x != nil && x.taker == nil:
		return x, nil
	case x != nil:
		return nil, errorf(o.At, "%s is gone: %s used it up in line %d", o.Head, x.taker.called,
			1+strings.Count(r.text[:x.taker.at], "\n"))
	case r.unpacks[o.Head] != nil:
		return nil, errorf(o.At, "%s is taken apart in this answer", o.Head)
	}
	return nil, errorf(o.At, "%s is not bound before this", o.Head)
}

// piNames returns the variables that the declaration of a rule binds by Pi, in order.
func (r *reading) piNames(rule *lang.Rule) (names []string) {
	binders, _ := r.telescope(r.types[rule.Span])
	for _, b := range binders {
		names = append(names, b.Name.Text)
	}
	return names
}
