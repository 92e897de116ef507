package gdl

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// parser reads statements by recursive descent. A statement ends where the next token is the first on its line and
// does not continue it. A mistake costs the statement: the parser goes on with the next line that can begin one.
type parser struct {
	*reader
	tokens []token
	at     int
	depth  int
	open   []bracket // that are not closed yet
	body   bool      // a body is being read
	tree   tree
}

// bracket is a bracket that is open; call tells those around arguments from others.
type bracket struct {
	token
	call bool
}

// failed is the panic of a mistake in a statement. It does not leave the parser.
type failed struct{}

// ParseGGDL reads a game in GGDL. Where the list contains errors, the game is nil.
func ParseGGDL(src *syntax.Source) (*Game, syntax.ErrorList) {
	if e := src.NotText(); e != nil {
		return nil, syntax.ErrorList{e}
	}
	p := &parser{reader: newReader(src)}
	p.game.ggdl = true
	p.tokens = p.scan()
	p.statements()
	if !p.errs.Failed() {
		translate(p.reader, p.collect(), &p.tree)
	}
	return p.finish()
}

// statements reads all statements.
func (p *parser) statements() {
	for p.tok().text != "" {
		p.statement()
	}
}

func (p *parser) tok() token  { return p.tokens[p.at] }
func (p *parser) last() token { return p.tokens[max(0, p.at-1)] }

// peek returns the token behind the current one.
func (p *parser) peek() token { return p.tokens[min(p.at+1, len(p.tokens)-1)] }

// take passes over a token of one of the texts, and reports whether there is one.
func (p *parser) take(texts ...string) bool {
	if p.tok().text == "" || !slices.Contains(texts, p.tok().text) {
		return false
	}
	p.at++
	return true
}

// instead passes over a token that is written in the place of another, with a warning, and reports whether there is
// one.
func (p *parser) instead(wrong, right string) bool {
	if !p.take(wrong) {
		return false
	}
	at := p.last().Span
	e := p.report(syntax.UnexpectedToken, at, "`%s` is written `%s` here", wrong, right)
	e.Warning, e.Fix = true, &syntax.Fix{Span: at, Text: right}
	return true
}

// since returns the span from a place to the end of the last token.
func (p *parser) since(start syntax.Pos) syntax.Span {
	return syntax.Span{Start: start, End: p.last().End}
}

// statement reads a statement, or passes over one that is wrong.
func (p *parser) statement() {
	start := p.at
	p.depth, p.open, p.body = 0, p.open[:0], false
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(failed); !ok {
				panic(r)
			}
			p.recover(start)
		}
	}()
	switch t, behind := p.tok(), p.peek(); {
	// The words are also names of relations: role(?p) and init(?f).
	case t.text == "role" && behind.isName():
		p.role()
	case t.text == "data" && (behind.isName() || behind.text == "=" || behind.text == ":="):
		p.datum()
	case t.text == "init" && (behind.isName() || behind.isVariable()):
		p.initial()
	default:
		p.rule()
	}
	if !p.take(".") && !(p.tok().text == ";" && p.peek().first && p.take(";")) && !p.tok().first {
		p.unexpected("the end of the statement")
	}
}

// recover goes on behind a mistake: at a token that is the first on its line and can begin a statement. Lines that
// continue the wrong statement are passed over with it, so that one mistake gives one message.
func (p *parser) recover(start int) {
	// A token that no statement begins with is passed over, or the parser would not come to an end.
	if p.at == start && p.tok().text != "" {
		p.at++
	}
	for p.tok().text != "" && !(p.tok().first && p.begins()) {
		p.at++
	}
}

// unfinished are the signs and words behind which a statement goes on.
var unfinished = strings.Fields(":- ==> -> = := == =/= $= << <<< | , : ( [ { and or not in < > <= >= =< + - * /")

// begins reports whether the current token can begin a statement, and the one before ends one.
func (p *parser) begins() bool {
	return !slices.Contains(unfinished, p.last().text) && (p.tok().isName() || p.tok().isVariable())
}

// close passes over the bracket that closes the last one which is open.
func (p *parser) close(closing string) {
	if !p.take(closing) {
		want := "`" + closing + "`"
		if closing == ")" && p.last().text != "(" {
			want = "`,` or `)`"
		}
		p.unexpected(want)
	}
	p.open = p.open[:len(p.open)-1]
	p.depth--
}

// opens passes over a bracket if there is one, and reports whether there was.
func (p *parser) opens(text string, call bool) bool {
	if !p.take(text) {
		return false
	}
	p.open = append(p.open, bracket{p.last(), call})
	if p.depth++; p.depth > mostNested {
		p.fail(syntax.NestedTooDeeply, p.last().Span, "too many brackets are open")
	}
	return true
}

// role reads `role a, b { field : type … }`.
func (p *parser) role() {
	p.at++
	r := &roleNode{}
	for {
		name := p.term()
		if name.kind != symbol {
			p.fail(syntax.UnexpectedToken, name.Span, "the name of a role was expected", "for example: `role white, black`")
		}
		if r.names = append(r.names, name); !p.take(",") {
			break
		}
	}
	if p.opens("{", false) {
		for !p.take("}") {
			if behind := p.peek().text; p.tok().first && behind != ":" && behind != "(" {
				p.unexpected("`}`")
			}
			r.fields = append(r.fields, p.field())
			p.take(",", ";")
		}
		p.open = p.open[:0]
	}
	p.tree.roles = append(p.tree.roles, r)
}

// field reads `name : type`, perhaps with the value in the beginning. `[]` in front of a type says that values are
// lists, and nothing else: the elements are not checked.
func (p *parser) field() fieldNode {
	if !p.tok().isName() {
		p.unexpected("the name of a field")
	}
	f := fieldNode{name: p.term()}
	if f.name.kind != symbol {
		p.fail(syntax.UnexpectedToken, f.name.Span, "the name of a field was expected")
	}
	if !p.take(":") {
		p.unexpected("`:` and the type of the field")
	}
	for {
		for p.take("[") {
			if !p.take("]") {
				p.unexpected("`]`")
			}
			f.types = append(f.types, &term{Span: p.last().Span, kind: list})
		}
		if !p.tok().isName() {
			p.unexpected("the name of a type")
		}
		if f.types = append(f.types, p.term()); !p.take("|", "or") {
			break
		}
	}
	if p.take(":=", "=") {
		f.value = p.term()
	}
	return f
}

// datum reads `data Name = a | b << c`. All signs but the two orders join values without an order.
func (p *parser) datum() {
	p.at++
	d := &dataNode{name: p.term()}
	if d.name.kind != symbol || len(d.name.args) > 0 {
		p.fail(syntax.UnexpectedToken, d.name.Span, "the name of a type was expected",
			"for example: `data Hand = rock | paper`")
	}
	if !p.take("=", ":=", "==", ":") {
		p.unexpected("`=`")
	}
	p.take("|") // in front of the first value, as some lay them out
	for {
		alternative := p.term()
		if p.take("..") {
			last := p.term()
			alternative = &term{Span: p.since(alternative.Start), kind: span, args: []*term{alternative, last}}
		}
		d.alternatives = append(d.alternatives, alternative)
		joint := p.tok()
		if joint.text == ";" && (p.peek().text == "" || p.peek().first && p.peek().text != "") {
			break
		}
		if !p.take("|", ";", ",", "<<", "<<<", "or") {
			break
		}
		if !strings.HasPrefix(joint.text, "<") {
			joint.text = "|"
		}
		d.joints = append(d.joints, joint.text)
	}
	p.tree.data = append(p.tree.data, d)
}

// initial reads `init lvalue := value :- body`.
func (p *parser) initial() {
	p.at++
	n := &initNode{effects: p.effects()}
	if p.take(":-") {
		n.body = p.formula()
	}
	p.tree.inits = append(p.tree.inits, n)
}

// effects reads `lvalue = value and …`, perhaps in brackets. What has no value is a relation.
func (p *parser) effects() []effectNode {
	var all []effectNode
	for {
		if p.opens("(", false) {
			all = append(all, p.effects()...)
			if p.close(")"); p.take("and", ",") {
				continue
			}
			return all
		}
		start := p.tok().Start
		e := effectNode{target: p.term()}
		if p.take("=", ":=") || p.instead("==", "=") {
			e.value = p.term()
		}
		e.Span = p.since(start)
		if all = append(all, e); !p.take("and", ",") {
			return all
		}
	}
}
