package term

import "github.com/ceptre-graph/ceptre/lang"

// Bindings are the values of some variables, which matching terms with values adds to.
type Bindings struct {
	Args  []lang.Value    // by variable; the values of variables that are not bound mean nothing
	Bound []bool          // by variable
	Trail []lang.Variable // the bound variables, in the order of binding
}

// NewBindings returns bindings of a number of variables, none of which is bound.
func NewBindings(vars int) Bindings {
	return Bindings{Args: make([]lang.Value, vars), Bound: make([]bool, vars)}
}

// Fit matches a term with a value, and binds the unbound variables of the term. A calculation fits its value; its
// variables have to be bound. If the two do not fit, some variables may be bound all the same; see [Bindings.Undo].
func (b *Bindings) Fit(t lang.Term, v lang.Value) bool {
	switch t := t.(type) {
	case lang.Variable:
		if b.Bound[t] {
			return b.Args[t].Equal(v)
		}
		b.Args[t], b.Bound[t] = v, true
		b.Trail = append(b.Trail, t)
		return true
	case lang.Literal:
		return v.Con == nil && v.Text == string(t)
	case lang.Number:
		return v.Num.Cmp(t.Num) == 0
	case *lang.Successor:
		n, ok := v.Num.Sub(t.By)
		return ok && b.Fit(t.Var, lang.NumberValue(t.Of, n))
	case *lang.Compound:
		return v.Con == t.Con && b.FitAll(t.Args, v.Args)
	}
	w, err := Evaluate(t, b.Args)
	return err == nil && w.Equal(v)
}

// FitAll matches terms with as many values, as [Bindings.Fit] does.
func (b *Bindings) FitAll(ts []lang.Term, vs []lang.Value) bool {
	for i, t := range ts {
		if !b.Fit(t, vs[i]) {
			return false
		}
	}
	return true
}

// Undo unbinds the variables that were bound since the trail was that long.
func (b *Bindings) Undo(mark int) {
	for _, v := range b.Trail[mark:] {
		b.Bound[v] = false
	}
	b.Trail = b.Trail[:mark]
}
