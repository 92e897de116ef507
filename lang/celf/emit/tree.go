package emit

import "github.com/ceptre-graph/ceptre/lang/celf"

// These functions make parts of the syntax tree of Celf, without places in a text.

// word returns a name of the tree.
func word(text string) *celf.Name { return &celf.Name{Text: text} }

// declare returns the declaration `name : of.`
func declare(name string, of celf.Expr) celf.Decl { return &celf.Constant{Name: word(name), Type: of} }

// apply returns a name with its arguments.
func apply(name string, args ...celf.Expr) celf.Expr {
	if len(args) == 0 {
		return word(name)
	}
	return &celf.Apply{Fun: word(name), Args: args}
}

// join returns `a * b * …`, or `1` of nothing.
func join(parts []celf.Expr) celf.Expr {
	switch len(parts) {
	case 0:
		return &celf.Unit{}
	case 1:
		return parts[0]
	}
	return &celf.Join{Parts: parts}
}

// resource returns a fact that a rule or a state makes.
func resource(permanent bool, pred string, args []celf.Expr) celf.Expr {
	mode := celf.Affine
	if permanent {
		mode = celf.Persistent
	}
	return &celf.Marked{Mode: mode, X: apply(pred, args...)}
}
