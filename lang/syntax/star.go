package syntax

// stars says what `*` does in a term.
type stars int

const (
	starsJoin     stars = iota // it joins premises, and ends the term
	starsMultiply              // it multiplies, as in parentheses
	starsAsk                   // what follows tells; see multiplies
)

// multiplies reports whether the `*` here, behind a comparison, goes on with the
// term: `N < M * 2` does, `N < M * at X` and `N < M * K < 3` join premises. In
// `N < M * K * 2 < L` nobody can tell.
func (p *parser) multiplies() bool {
	if p.at < p.term {
		return true
	}
	several := false
	for i := p.at + 1; ; i++ {
		end, ok := p.factor(i)
		if !ok {
			p.term = i - 1
			return p.at < p.term
		}
		i = end
		switch t := p.tokens[i]; {
		case comparisons[t.kind] != "" && several:
			p.fail(AmbiguousStar, p.tok().Span, "between two comparisons a multiplication stands in parentheses: `N < (M * 2)`")
		case comparisons[t.kind] != "":
			return false
		case t.kind == tStar:
			several = true
		case !isArithmetic(t):
			p.term = i
			return true
		}
	}
}

// factor reports whether a factor of a calculation stands at token i, which can
// be no premise, and returns the index behind it: a numeral, a variable, or a
// calculation in parentheses.
func (p *parser) factor(i int) (end int, ok bool) {
	switch t := p.tokens[i]; {
	case t.kind == tNumber:
		return i + 1, true
	case t.kind == tName && IsVariable(t.text) && t.text != Wildcard:
		next := p.tokens[i+1]
		return i + 1, isArithmetic(next) || next.kind != tName && next.kind != tNumber && next.kind != tString && next.kind != tOpen
	case t.kind == tOpen && t.mate > 0 && p.nested < maxNested:
		p.nested++
		defer func() { p.nested-- }()
		return t.mate + 1, p.calculates(i+1, t.mate)
	}
	return 0, false
}

// maxNested is how deep the parser looks ahead into parentheses.
const maxNested = 50

// calculates reports whether the tokens from i to end are factors with operators
// between them.
func (p *parser) calculates(i, end int) bool {
	for {
		next, ok := p.factor(i)
		switch {
		case !ok || next > end:
			return false
		case next == end:
			return true
		case p.tokens[next].kind != tStar && !isArithmetic(p.tokens[next]):
			return false
		}
		i = next + 1
	}
}

// isArithmetic reports whether a token is an operator between two terms, other
// than `*`.
func isArithmetic(t token) bool { return sumOp(t) != "" || productOp(t) != "" }
