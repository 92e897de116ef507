package asp

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/logic"
	"pgregory.net/rapid"
)

// The generators draw rules that the reader can give: all variables have values, for calculations are turned round
// otherwise, and no calculation is of integers alone.

func genName() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{"a", "p", "at", "'b", "_c1", "note", "x'", "is"})
}

func genVariable() *rapid.Generator[logic.Term] {
	return rapid.Map(rapid.SampledFrom([]string{"X", "Y'", "_Z", "'V", "Range"}), func(name string) logic.Term {
		return &logic.Variable{Name: name}
	})
}

func genTerm(depth int) *rapid.Generator[logic.Term] {
	return rapid.Custom(func(t *rapid.T) logic.Term {
		kind := rapid.IntRange(0, 7).Draw(t, "kind")
		if depth == 0 {
			kind %= 4
		}
		switch kind {
		case 0:
			return genVariable().Draw(t, "variable")
		case 1:
			return logic.Integer(rapid.Int32().Draw(t, "integer"))
		case 2:
			return logic.String(rapid.SampledFrom([]string{"", "a b", "\"\\\n%", "é*%"}).Draw(t, "string"))
		case 3:
			return &logic.Compound{Name: genName().Draw(t, "symbol")}
		case 4:
			op := rapid.SampledFrom([]string{"-", "|"}).Draw(t, "prefix")
			return &logic.Calculation{Op: op, Operands: []logic.Term{genCalculable(depth-1).Draw(t, "operand")}}
		case 5:
			op := rapid.SampledFrom([]string{"+", "-", "*", "/", `\`, "**"}).Draw(t, "operator")
			operands := []logic.Term{genCalculable(depth-1).Draw(t, "left"), genTerm(depth-1).Draw(t, "right")}
			if rapid.Bool().Draw(t, "swap") {
				operands[0], operands[1] = operands[1], operands[0]
			}
			return &logic.Calculation{Op: op, Operands: operands}
		case 6:
			return &logic.Compound{Args: genTerms(depth-1).Draw(t, "tuple")}
		}
		args := rapid.SliceOfN(genTerm(depth-1), 1, 3).Draw(t, "args")
		return &logic.Compound{Name: genName().Draw(t, "name"), Args: args}
	})
}

// genCalculable draws a term with a variable in it that is no symbol or function below a minus.
func genCalculable(depth int) *rapid.Generator[logic.Term] {
	return rapid.Custom(func(t *rapid.T) logic.Term {
		v := genVariable().Draw(t, "variable")
		if depth <= 0 || rapid.Bool().Draw(t, "plain") {
			return v
		}
		return &logic.Calculation{Op: rapid.SampledFrom([]string{"+", "*", "**"}).Draw(t, "operator"),
			Operands: []logic.Term{v, genTerm(depth-1).Draw(t, "right")}}
	})
}

func genTerms(depth int) *rapid.Generator[[]logic.Term] { return rapid.SliceOfN(genTerm(depth), 0, 3) }

func genAtom() *rapid.Generator[*logic.Atom] {
	return rapid.Custom(func(t *rapid.T) *logic.Atom {
		return &logic.Atom{Name: genName().Draw(t, "predicate"), Args: genTerms(2).Draw(t, "args")}
	})
}

func genOp() *rapid.Generator[logic.Op] {
	return rapid.SampledFrom([]logic.Op{logic.Equal, logic.NotEqual, logic.Less, logic.LessOrEqual, logic.Greater,
		logic.GreaterOrEqual})
}

// genSimple draws an atom with its negations, or a comparison.
func genSimple() *rapid.Generator[logic.Literal] {
	return rapid.Custom(func(t *rapid.T) logic.Literal {
		if rapid.Bool().Draw(t, "atom") {
			return &logic.AtomLiteral{Atom: genAtom().Draw(t, "atom"), Negations: rapid.IntRange(0, 2).Draw(t, "negations")}
		}
		return &logic.Comparison{Op: genOp().Draw(t, "op"), Left: genTerm(2).Draw(t, "left"),
			Right: genTerm(2).Draw(t, "right")}
	})
}

func genCondition(least int) *rapid.Generator[[]logic.Literal] {
	ranges := rapid.Custom(func(t *rapid.T) logic.Literal {
		ends := rapid.SliceOfN(genTerm(1), 2, 2).Draw(t, "range")
		return &logic.Range{Term: genVariable().Draw(t, "variable"), From: ends[0], To: ends[1]}
	})
	return rapid.SliceOfN(rapid.OneOf(genSimple(), ranges), least, 3)
}

func genLiteral() *rapid.Generator[logic.Literal] {
	return rapid.Custom(func(t *rapid.T) logic.Literal {
		switch rapid.IntRange(0, 2).Draw(t, "kind") {
		case 0:
			return &logic.Conditional{Literal: genSimple().Draw(t, "literal"), Condition: genCondition(1).Draw(t, "condition")}
		case 1:
			a := &logic.Aggregate{Negated: rapid.Bool().Draw(t, "negated"),
				Function: rapid.SampledFrom([]logic.Function{logic.Count, logic.Sum, logic.Min, logic.Max}).Draw(t, "function")}
			for range rapid.IntRange(0, 2).Draw(t, "elements") {
				a.Elements = append(a.Elements, logic.AggregateElement{Tuple: genTerms(1).Draw(t, "tuple"),
					Condition: genCondition(0).Draw(t, "condition")})
			}
			for range rapid.IntRange(1, 2).Draw(t, "guards") {
				a.Guards = append(a.Guards, logic.Guard{Op: genOp().Draw(t, "guard"), Term: genTerm(0).Draw(t, "bound")})
			}
			isEqual := func(g logic.Guard) bool { return g.Op == logic.Equal }
			if !a.Negated && slices.ContainsFunc(a.Guards, isEqual) {
				a.Guards = a.Guards[:1]
			}
			return a
		}
		return genCondition(1).Draw(t, "literal")[0]
	})
}

func genRule() *rapid.Generator[*logic.Rule] {
	return rapid.Custom(func(t *rapid.T) *logic.Rule {
		r := &logic.Rule{Body: rapid.SliceOfN(genLiteral(), 0, 3).Draw(t, "body")}
		switch rapid.IntRange(0, 2).Draw(t, "head") {
		case 0:
			r.Head = genAtom().Draw(t, "atom")
		case 1:
			c := new(logic.Choice)
			for range rapid.IntRange(0, 3).Draw(t, "elements") {
				c.Elements = append(c.Elements, logic.ChoiceElement{Atom: genAtom().Draw(t, "atom"),
					Condition: genCondition(0).Draw(t, "condition")})
			}
			if rapid.Bool().Draw(t, "lower") {
				c.Lower = genTerm(1).Draw(t, "least")
			}
			if rapid.Bool().Draw(t, "upper") {
				c.Upper = genTerm(1).Draw(t, "most")
			}
			r.Head = c
		}
		all := &logic.Atom{Name: "all"} // gives all variables their values
		for _, name := range []string{"X", "Y'", "_Z", "'V", "Range"} {
			all.Args = append(all.Args, &logic.Variable{Name: name})
		}
		r.Body = append([]logic.Literal{&logic.AtomLiteral{Atom: all}}, r.Body...)
		return r
	})
}
