package syntax

// ParseTerm reads a text that is one term, as a player may type it. The term is
// nil where the list is not empty.
func ParseTerm(src *Source) (Expr, ErrorList) {
	var errs ErrorList
	if e := src.NotText(); e != nil {
		return nil, ErrorList{e}
	}
	p := &parser{src: src, errs: &errs, skipped: make(map[string]bool)}
	p.tokens, _ = scan(src, &errs)
	var x Expr
	p.attempt(func() {
		x = p.sum(starsMultiply)
		p.expect(tEOF, "the end of the term")
	})
	if len(errs) > 0 {
		errs.Sort()
		return nil, errs
	}
	return x, nil
}
