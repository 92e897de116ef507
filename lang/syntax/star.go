package syntax

// stars says what `*` does in a term.
type stars int

const (
	starsJoin     stars = iota // it joins premises, and ends the term
	starsMultiply              // it multiplies, as in parentheses
	starsAsk                   // the next token tells; see multiplies
)

// starsBefore returns what `*` does in the term that starts here: it multiplies if
// a comparison follows, as in `N * 2 < M`.
func (p *parser) starsBefore() stars {
	if p.at < p.joined {
		return starsJoin
	}
	end, _ := p.scanTerm(p.at)
	if comparisons[p.tokens[end].kind] != "" {
		return starsMultiply
	}
	p.joined = end
	return starsJoin
}

// multiplies reports whether the `*` here, behind a comparison, continues the term: `N < M * 2`
// does, `N < M * at X` and `N < M * K < 3` join premises. `N < M * K * 2 < L` is ambiguous.
func (p *parser) multiplies() bool {
	if p.at < p.term {
		return true
	}
	end, several := p.scanTerm(p.at + 1)
	switch compares := comparisons[p.tokens[end].kind] != ""; {
	case end == p.at+1, compares && !several:
		return false
	case compares:
		p.fail(AmbiguousStar, p.tok().Span, "a multiplication between two comparisons needs parentheses: `N < (M * 2)`")
	}
	p.term = end
	return true
}

// scanTerm returns the index behind the longest term from token i in which all
// that is multiplied are factors, and whether anything is multiplied; i itself
// where there is none.
func (p *parser) scanTerm(i int) (end int, several bool) {
	end, ok := p.factor(i)
	if !ok {
		return i, false
	}
	for {
		switch t := p.tokens[end]; {
		case isArithmetic(t):
			end = p.operand(end + 1)
		case t.kind == tStar:
			next, ok := p.factor(end + 1)
			if !ok {
				return end, several
			}
			end, several = next, true
		default:
			return end, several
		}
	}
}

// operand returns the index behind the operand that stands at token i, behind an
// operator.
func (p *parser) operand(i int) int {
	t := p.tokens[i]
	i = p.behind(i)
	if t.kind != tName || IsVariable(t.text) && isArithmetic(p.tokens[i]) {
		return i
	}
	for {
		switch p.tokens[i].kind {
		case tName, tNumber, tString, tOpen:
			i = p.behind(i)
		default:
			return i
		}
	}
}

// behind returns the index of the token behind the one at i, or behind what
// stands in its parentheses. The end of the file stays.
func (p *parser) behind(i int) int {
	switch t := p.tokens[i]; {
	case t.kind == tEOF:
		return i
	case t.mate > 0:
		return t.mate + 1
	}
	return i + 1
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
		return i + 1, isArithmetic(next) ||
			next.kind != tName && next.kind != tNumber && next.kind != tString && next.kind != tOpen
	case t.kind == tOpen && t.mate > 0 && p.nested < maxNested:
		p.nested++
		defer func() { p.nested-- }()
		end, _ := p.scanTerm(i + 1)
		return t.mate + 1, end == t.mate && end > i+1
	}
	return 0, false
}

// maxNested is how deep the parser looks ahead into parentheses.
const maxNested = 50

// isArithmetic reports whether a token is an operator between two terms, other
// than `*`.
func isArithmetic(t token) bool { return sumOp(t) != "" || productOp(t) != "" }
