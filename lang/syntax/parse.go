package syntax

// Parse reads a program. It always returns a file, which holds every
// declaration that could be read; the list says what was wrong with the others,
// in source order, and is empty where nothing was.
func Parse(src *Source) (*File, ErrorList) {
	var errs ErrorList
	if e := src.NotText(); e != nil {
		return &File{Source: src}, ErrorList{e}
	}
	p := &parser{src: src, errs: &errs, skipped: make(map[string]bool)}
	tokens, comments := scan(src, &errs)
	p.tokens = tokens
	file := &File{Source: src, Comments: comments, Skipped: p.skipped}
	for p.tok().kind != tEOF {
		if d := p.declaration(); d != nil {
			file.Decls = append(file.Decls, d)
		}
	}
	errs.Sort()
	file.sound = len(errs) == 0
	equate(tokens)
	file.tokens = tokens
	return file, errs
}

// parser holds the remaining tokens. Its methods read one construct each and panic with bailout if
// they cannot; only the methods that read a whole declaration or rule recover from it.
type parser struct {
	src      *Source
	tokens   []token
	at       int
	start    int // of the declaration or rule that is being read
	depth    int
	term     int // before this token every `*` of the term multiplies
	joined   int // before this token none does
	inStage  bool
	unclosed int // stages that were taken as ended without a `}`
	nested   int // parentheses that are being looked into
	errs     *ErrorList
	skipped  map[string]bool
}

type bailout struct{}

func (p *parser) tok() token { return p.tokens[p.at] }

func (p *parser) is(k kind) bool { return p.tok().kind == k }

// next returns the current token and moves on; the end of the file stays.
func (p *parser) next() token {
	t := p.tok()
	if t.kind != tEOF {
		p.at++
	}
	return t
}

func (p *parser) accept(k kind) bool {
	if p.is(k) {
		p.next()
		return true
	}
	return false
}

// since returns the span from a place to the end of the last token read.
func (p *parser) since(start Pos) Span { return Span{start, p.tokens[p.at-1].End} }

// report enters an error without giving up.
func (p *parser) report(code Code, span Span, msg string, notes ...Note) *Error {
	e := &Error{Source: p.src, Span: span, Code: code, Msg: msg, Notes: notes}
	*p.errs = append(*p.errs, e)
	return e
}

// fail gives up the construct that is being read.
func (p *parser) fail(code Code, span Span, msg string, notes ...Note) {
	p.report(code, span, msg, notes...)
	panic(bailout{})
}

// unexpected gives up at the current token; what the scanner has complained of
// is not complained of again. The notes are for where there is no hint.
func (p *parser) unexpected(want string, notes ...Note) {
	t := p.tok()
	if t.kind == tBad {
		panic(bailout{})
	}
	p.refuseForeign()
	if hint := p.hint(); hint != "" {
		notes = []Note{{Msg: hint}}
	} else if dot := p.missingDot(); dot != nil {
		notes = dot
	}
	p.fail(UnexpectedToken, t.Span, "expected "+want+", found "+t.describe(), notes...)
}

func (p *parser) expect(k kind, want string) token {
	if !p.is(k) {
		p.unexpected(want)
	}
	return p.next()
}

// close reads the parenthesis that closes an open one.
func (p *parser) close(open token) {
	if !p.is(tClose) && open.mate == 0 {
		p.unexpected("`)`", Note{Span: open.Span, Msg: "this `(` is not closed"})
	}
	p.expect(tClose, "`)`")
}

// end reads the `.` after a declaration. Where it is missing at the end of a
// line or of a stage, the declaration is taken as ended all the same.
func (p *parser) end() {
	if p.accept(tDot) {
		return
	}
	last := p.tokens[p.at-1]
	if t := p.tok(); t.kind != tEOF && t.Start.Line == last.End.Line && !(p.inStage && t.kind == tCloseBrace) {
		p.unexpected("`.`")
	}
	p.report(MissingDot, last.End.Span(), "a `.` is missing here").Fix = p.dot(p.at)
}

// attempt runs read and reports whether it came through.
func (p *parser) attempt(read func()) (ok bool) {
	p.start = p.at
	defer func() {
		p.depth = 0
		if e := recover(); e != nil {
			if _, mine := e.(bailout); !mine {
				panic(e)
			}
			ok = false
		}
	}()
	read()
	return true
}

// opened returns how many braces are open here that were opened from a token on.
func (p *parser) opened(from int) int {
	n := 0
	for _, t := range p.tokens[from:p.at] {
		switch t.kind {
		case tOpenBrace:
			n++
		case tCloseBrace:
			n = max(0, n-1)
		}
	}
	return n
}

// skip passes over the rest of a broken declaration: to behind the next `.`,
// and over the whole of a `{…}` on the way. Within a stage it stops before `}`.
func (p *parser) skip(from int, inStage bool) {
	braces := 0
	if !inStage {
		braces = p.opened(from)
	}
	for done := false; !done && !p.is(tEOF); {
		switch p.tok().kind {
		case tOpenBrace:
			braces++
		case tCloseBrace:
			if braces == 0 && inStage {
				done = true
				continue
			}
			braces = max(0, braces-1)
			done = braces == 0 && p.tokens[p.at+1].kind != tDot
		case tDot:
			done = braces == 0
		}
		p.next()
	}
	for _, t := range p.tokens[from:p.at] {
		if t.kind == tName {
			p.skipped[t.text] = true
		}
	}
}
