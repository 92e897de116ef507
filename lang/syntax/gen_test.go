package syntax

import "pgregory.net/rapid"

// The generators draw trees that the parser can give, which leaves out such as
// a variable with arguments.

func genName() *rapid.Generator[*Name] {
	return rapid.Map(rapid.SampledFrom([]string{"a", "at", "do/go", "red-to-blue", "x'", "-", "/", "mod", `\y`, "é",
		"type", "qui", "sum", "in", "never"}), name)
}

func genVar() *rapid.Generator[*Name] {
	return rapid.Map(rapid.SampledFrom([]string{"C", "C'", "_", "N"}), name)
}

func name(text string) *Name { return &Name{Text: text} }

func genTerm(depth int) *rapid.Generator[Expr] {
	return rapid.Custom(func(t *rapid.T) Expr {
		kind := rapid.IntRange(0, 6).Draw(t, "term")
		if depth == 0 {
			kind %= 4
		}
		switch kind {
		case 0:
			return genVar().Draw(t, "var")
		case 1:
			return genName().Draw(t, "constant")
		case 2:
			return &Number{Digits: rapid.SampledFrom([]string{"0", "7", "123456789012345678901234567890"}).Draw(t, "digits")}
		case 3:
			return &String{Value: rapid.SampledFrom([]string{"", "x % y", "a\"b\\c\nd"}).Draw(t, "string")}
		case 4:
			return genApply(depth).Draw(t, "apply")
		}
		op := rapid.SampledFrom([]Op{Plus, Minus, Star, Divide, Mod}).Draw(t, "op")
		return &Binary{Op: op, X: genTerm(depth-1).Draw(t, "x"), Y: genTerm(depth-1).Draw(t, "y")}
	})
}

func genApply(depth int) *rapid.Generator[Expr] {
	return rapid.Custom(func(t *rapid.T) Expr {
		args := rapid.SliceOfN(genTerm(max(0, depth-1)), 1, 3).Draw(t, "args")
		return &Apply{Fun: genName().Draw(t, "fun"), Args: args}
	})
}

func genAtom() *rapid.Generator[Expr] {
	plain := rapid.Map(genName(), func(n *Name) Expr { return n })
	return rapid.OneOf(plain, genApply(3))
}

func genPremise(depth int) *rapid.Generator[Expr] {
	return rapid.Custom(func(t *rapid.T) Expr {
		kind := rapid.IntRange(0, 8).Draw(t, "premise")
		if depth == 0 {
			kind %= 5
		}
		switch kind {
		case 8:
			return genVar().Draw(t, "bare") // no premise, but it reads as one
		case 0, 1:
			return genAtom().Draw(t, "atom")
		case 2:
			return &Unit{}
		case 3:
			return &StageRef{Name: genName().Draw(t, "stage")}
		case 4:
			op := rapid.SampledFrom([]Op{Same, Differs, Less, LessEq, More, MoreEq}).Draw(t, "comparison")
			return &Binary{Op: op, X: genTerm(2).Draw(t, "x"), Y: genTerm(2).Draw(t, "y")}
		case 5:
			return &Prefix{Op: rapid.SampledFrom([]Op{Keep, Bang}).Draw(t, "prefix"), X: genPremise(depth-1).Draw(t, "marked")}
		}
		return &Binary{Op: Star, X: genPremise(depth-1).Draw(t, "left"), Y: genPremise(depth-1).Draw(t, "right")}
	})
}

func genRule() *rapid.Generator[*Rule] {
	return rapid.Custom(func(t *rapid.T) *Rule {
		r := &Rule{Left: genPremise(3).Draw(t, "left"), Right: genPremise(3).Draw(t, "right"),
			Reversed: rapid.Bool().Draw(t, "reversed")}
		if !r.Reversed && rapid.Bool().Draw(t, "nothing") {
			r.Right = nil
		}
		if rapid.Bool().Draw(t, "named") {
			r.Name = genName().Draw(t, "name")
		}
		return r
	})
}

func genDecl() *rapid.Generator[Decl] {
	return rapid.Custom(func(t *rapid.T) Decl {
		switch rapid.IntRange(0, 7).Draw(t, "decl") {
		case 0:
			return &Signature{Name: genName().Draw(t, "name"), Args: rapid.SliceOfN(genTerm(0), 0, 3).Draw(t, "args"),
				Result: name(rapid.SampledFrom([]string{"pred", "type", "bwd", "t"}).Draw(t, "result"))}
		case 1:
			return &Clause{Name: genName().Draw(t, "name"), Head: genApply(2).Draw(t, "head"),
				Premises: rapid.SliceOfN(genPremise(1), 0, 3).Draw(t, "premises")}
		case 2:
			return genRule().Draw(t, "rule")
		case 3:
			return &Stage{Name: genName().Draw(t, "name"), Rules: rapid.SliceOfN(genRule(), 0, 3).Draw(t, "rules")}
		case 4:
			return genContext(genName().Draw(t, "name")).Draw(t, "context")
		case 5:
			trace := &Trace{Bound: name("_"), Stage: genName().Draw(t, "stage")}
			if rapid.Bool().Draw(t, "named") {
				trace.Context = genName().Draw(t, "context")
			} else {
				trace.Inline = genContext(nil).Draw(t, "inline")
			}
			return trace
		case 6:
			return genStatement().Draw(t, "statement")
		}
		return &Directive{Name: "interactive", Args: rapid.SliceOfN(genTerm(1), 0, 3).Draw(t, "args")}
	})
}

func genContext(name *Name) *rapid.Generator[*Context] {
	return rapid.Custom(func(t *rapid.T) *Context {
		return &Context{Name: name, Facts: rapid.SliceOfN(genPremise(1), 0, 3).Draw(t, "facts")}
	})
}

func genStatement() *rapid.Generator[*Statement] {
	return rapid.Custom(func(t *rapid.T) *Statement {
		s := &Statement{}
		if rapid.Bool().Draw(t, "named") {
			s.Name = genName().Draw(t, "name")
		}
		if rapid.Bool().Draw(t, "in a stage") {
			s.Stage = genName().Draw(t, "stage")
		}
		if rapid.Bool().Draw(t, "never") {
			s.Premises = genPremise(3).Draw(t, "premises")
			return s
		}
		s.Op = rapid.SampledFrom([]Op{Same, LessEq, MoreEq, Less, More}).Draw(t, "comparison")
		s.Left, s.Right = genCounts().Draw(t, "left"), genCounts().Draw(t, "right")
		return s
	})
}

func genCounts() *rapid.Generator[[]*Count] {
	return rapid.Custom(func(t *rapid.T) []*Count {
		side := rapid.SliceOfN(genCount(), 1, 3).Draw(t, "counts")
		side[0].Minus = false
		return side
	})
}

func genCount() *rapid.Generator[*Count] {
	return rapid.Custom(func(t *rapid.T) *Count {
		c := &Count{Minus: rapid.Bool().Draw(t, "minus")}
		kind := rapid.IntRange(0, 3).Draw(t, "count")
		if kind < 2 {
			c.Times = &Number{Digits: rapid.SampledFrom([]string{"0", "7", "12"}).Draw(t, "times")}
		}
		if kind == 0 {
			return c
		}
		c.Of = genAtom().Draw(t, "pattern")
		if rapid.Bool().Draw(t, "permanent") {
			c.Of = &Prefix{Op: Bang, X: c.Of}
		}
		if kind == 3 && fits(c.Of) {
			c.Sum = genVar().Draw(t, "sum")
		}
		return c
	})
}

// fits reports whether a pattern may stand behind `sum N in`: the predicate `-` may not.
func fits(x Expr) bool {
	switch x := x.(type) {
	case *Name:
		return x.Text != "-"
	case *Apply:
		return x.Fun.Text != "-"
	}
	return true
}
