package lang

import "github.com/ceptre-graph/ceptre/lang/syntax"

// maxDigits is how many digits a numeral may have.
const maxDigits = 10_000

// needNumbers returns the type of numerals, or complains that there is none and
// returns nil.
func (c *checker) needNumbers(span syntax.Span, what string) *Type {
	if c.numbers == nil && !c.unknown["numbers"] {
		c.unknown["numbers"] = true
		e := c.errorf(syntax.NoNumbers, span, "%s, but the program has no type of numbers", what)
		note(e, syntax.Span{}, "declare one with a directive: `nat : type.  #builtin NAT nat.`")
	}
	return c.numbers
}

// number reads a numeral.
func (s *scope) number(x *syntax.Number, want *Type) Term {
	of := s.needNumbers(x.Span, "`"+x.Digits+"` is a number")
	if of == nil {
		return nil
	}
	if len(x.Digits) > maxDigits {
		s.errorf(syntax.TooLarge, x.Span, "a numeral has at most %d digits, but this one has %d", maxDigits, len(x.Digits))
		return nil
	}
	s.fits(x.Span, "`"+x.Digits+"`", of, want)
	return Number{of, ParseNat(x.Digits)}
}

// calculation reads `N + 1` and the like. Its constant parts are evaluated at once, so that `N +
// k` is a [Successor].
func (s *scope) calculation(x *syntax.Binary, want *Type) Term {
	if x.Op.IsComparison() {
		s.errorf(syntax.UnexpectedToken, x.Span, "a comparison is a premise, not a term")
		s.excuse(x)
		return nil
	}
	of := s.needNumbers(x.Span, "`"+string(x.Op)+"` calculates with numbers")
	if of == nil {
		s.excuse(x)
		return nil
	}
	s.fits(x.Span, "a calculation", of, want)
	a, b := s.term(x.X, of), s.term(x.Y, of)
	if a == nil || b == nil {
		s.excuse(x)
		return nil
	}
	return s.calculate(x, of, a, b)
}

func (s *scope) calculate(x *syntax.Binary, of *Type, a, b Term) Term {
	n, knownN := a.(Number)
	m, knownM := b.(Number)
	switch {
	case knownN && knownM:
		result, ok := Calculate(x.Op, n.Num, m.Num)
		if !ok {
			s.noNumber(x)
			return nil
		}
		return Number{of, result}
	case knownM && m.Num.IsZero() && (x.Op == Divide || x.Op == Mod):
		s.noNumber(x)
		return nil
	case knownM && x.Op == Plus:
		return s.plus(a, m)
	case knownN && x.Op == Plus:
		return s.plus(b, n)
	}
	return s.noteCalculation(&Calculation{of, x.Op, a, b})
}

func (s *scope) noNumber(x *syntax.Binary) {
	if x.Op == Minus {
		s.errorf(syntax.ImpossibleNumber, x.Span, "`%s` is below zero, but numbers start at 0", syntax.ExprString(x))
		return
	}
	s.errorf(syntax.ImpossibleNumber, x.Span, "`%s` divides by zero", syntax.ExprString(x))
}

// plus adds a known number to a term.
func (s *scope) plus(t Term, k Number) Term {
	sum, ok := add(t, k)
	if !ok {
		return s.noteCalculation(&Calculation{k.Of, Plus, t, k})
	}
	return sum
}

// noteCalculation remembers which variables are calculated with.
func (s *scope) noteCalculation(c *Calculation) Term {
	EachVariable(c, func(v Variable) { s.calculated[v] = true })
	return c
}

// add returns a term with a number added, if the sum is a pattern or a number.
func add(t Term, k Number) (Term, bool) {
	switch t := t.(type) {
	case Number:
		return Number{t.Of, t.Num.Add(k.Num)}, true
	case Variable:
		if k.Num.IsZero() {
			return t, true
		}
		return &Successor{k.Of, t, k.Num}, true
	case *Successor:
		return &Successor{t.Of, t.Var, t.By.Add(k.Num)}, true
	}
	return nil, false
}

// construct returns a constructor with its arguments; numbers are normalized, as in [NewValue]. An
// argument that could not be read is nil.
func construct(k *Constructor, args []Term) Term {
	switch t := k.Result; {
	case k == t.Zero:
		return Number{t, Nat{}}
	case k == t.Succ:
		one := Number{t, NewNat(1)}
		if sum, ok := add(args[0], one); ok {
			return sum
		}
		if c, ok := args[0].(*Calculation); ok {
			return &Calculation{t, Plus, c, one}
		}
	}
	return &Compound{Con: k, Args: args}
}
