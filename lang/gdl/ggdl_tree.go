package gdl

import "github.com/ceptre-graph/ceptre/lang/syntax"

// The tree of a game in GGDL, as written.
type (
	// tree is all statements, by kind, in the order of the text.
	tree struct {
		roles []*roleNode
		data  []*dataNode
		inits []*initNode
		rules []*ruleNode
	}
	// roleNode is `role a, b { field : type … }`.
	roleNode struct {
		names  []*term
		fields []fieldNode
	}
	// fieldNode is `name : type`, where the name may have arguments, which are types.
	fieldNode struct {
		name  *term
		types []*term
		value *term // in the beginning; nil if none is given
	}
	// dataNode is `data Name = a | b << c`.
	dataNode struct {
		name         *term
		alternatives []*term
		joints       []string // between the alternatives: |, << or <<<
	}
	// initNode is `init lvalue := value, … :- body`. What has no value is a relation.
	initNode struct {
		effects []effectNode
		body    node
	}
	// ruleNode is `head, … :- body ==> effect and …`.
	ruleNode struct {
		syntax.Span
		heads   []node
		body    node
		effects []effectNode
	}
	// effectNode is `lvalue = value`, or a relation, whose value is nil.
	effectNode struct {
		syntax.Span
		target *term
		value  *term
	}
)

// node is a formula or a head: *andNode, *orNode, *notNode, *compareNode, *moveNode, *goalNode or *relationNode.
type node interface{ Range() syntax.Span }

type (
	andNode struct {
		syntax.Span
		parts []node
	}
	orNode struct {
		syntax.Span
		parts []node
	}
	notNode struct {
		syntax.Span
		of node
	}
	// compareNode is `left op right`: ==, =/=, in, << or <<<.
	compareNode struct {
		syntax.Span
		op          string
		left, right *term
	}
	// moveNode is `actor -> action`.
	moveNode struct {
		syntax.Span
		actor, action *term
	}
	// goalNode is `goal role = value`.
	goalNode struct {
		syntax.Span
		role, value *term
	}
	relationNode struct{ *term }
)

// kind is the form of a term. Whether a symbol is a constant, a relation or a field is decided when all statements
// are known.
type kind int

const (
	symbol   kind = iota // a name, perhaps with arguments
	variable             // ?x
	field                // owner.name, perhaps with arguments
	list                 // [args | rest]
	span                 // first..last, in data alone
)

// term is a term as written. Heads, types and the values of data are read as terms, too.
type term struct {
	syntax.Span
	kind  kind
	name  string
	args  []*term
	owner *term // of a field
	rest  *term // of a list, or nil
}

// undefined is the value of fields that have none.
const undefined = "undefined"

// isUndefined reports whether a term is the word `undefined`.
func (t *term) isUndefined() bool { return t.kind == symbol && t.name == undefined && len(t.args) == 0 }

// walk calls visit with a term and all that it contains.
func (t *term) walk(visit func(*term)) {
	if t == nil {
		return
	}
	visit(t)
	t.owner.walk(visit)
	for _, a := range t.args {
		a.walk(visit)
	}
	t.rest.walk(visit)
}

// walkTerms calls visit with each term of a formula, and all that these contain.
func walkTerms(n node, visit func(*term)) {
	switch n := n.(type) {
	case *andNode:
		for _, p := range n.parts {
			walkTerms(p, visit)
		}
	case *orNode:
		for _, p := range n.parts {
			walkTerms(p, visit)
		}
	case *notNode:
		walkTerms(n.of, visit)
	case *compareNode:
		n.left.walk(visit)
		n.right.walk(visit)
	case *moveNode:
		n.actor.walk(visit)
		n.action.walk(visit)
	case *goalNode:
		n.role.walk(visit)
		n.value.walk(visit)
	case *relationNode:
		n.term.walk(visit)
	}
}
