package metric

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Parse reads an expression, which the meter measures from then on. The error says where in the text
// something is wrong, and proposes the nearest name.
func (m *Meter) Parse(text string) (*Expr, error) {
	e := &Expr{Text: strings.TrimSpace(text)}
	p := &parser{Meter: m, text: text}
	if name, at := p.peekName(); name == ending {
		p.at = at
		if p.skip(); p.at == len(p.text) {
			m.exprs = append(m.exprs, e)
			return e, nil
		}
		p.at = 0
	}
	value, err := p.sum()
	if p.skip(); err == nil && p.at < len(p.text) {
		err = p.wrong(p.at, "want +, -, * or /, but not %s", p.rest())
	}
	if err != nil {
		return nil, err
	}
	e.value = value
	m.exprs = append(m.exprs, e)
	return e, nil
}

// parser reads an expression by recursive descent.
type parser struct {
	*Meter
	text string
	at   int // offset of the next letter
	deep int // number of open parentheses and signs
}

// mostDeep bounds the depth of the recursion.
const mostDeep = 1000

// value computes an expression, or a part of one, for a run.
type value = func(*run) float64

// sum reads summands.
func (p *parser) sum() (value, error) {
	return p.chain(p.product, map[byte]func(a, b float64) float64{
		'+': func(a, b float64) float64 { return a + b },
		'-': func(a, b float64) float64 { return a - b },
	})
}

// product reads factors.
func (p *parser) product() (value, error) {
	return p.chain(p.factor, map[byte]func(a, b float64) float64{
		'*': func(a, b float64) float64 { return a * b },
		'/': func(a, b float64) float64 { return a / b },
	})
}

// chain reads operands with operators between them, which bind to the left.
func (p *parser) chain(operand func() (value, error), operators map[byte]func(a, b float64) float64) (value, error) {
	left, err := operand()
	for err == nil {
		p.skip()
		if p.at == len(p.text) || operators[p.text[p.at]] == nil {
			return left, nil
		}
		apply := operators[p.text[p.at]]
		p.at++
		var right value
		right, err = operand()
		before := left
		left = func(r *run) float64 { return apply(before(r), right(r)) }
	}
	return nil, err
}

// factor reads a number, a name with its operand, or a sum in parentheses.
func (p *parser) factor() (value, error) {
	p.skip()
	if p.at == len(p.text) {
		return nil, p.wrong(p.at, "want a number or the name of a metric%s", label.There(Names()))
	}
	if p.deep++; p.deep > mostDeep {
		return nil, p.wrong(p.at, "too many parentheses")
	}
	defer func() { p.deep-- }()
	switch c := p.text[p.at]; {
	case c == '-':
		p.at++
		of, err := p.factor()
		return func(r *run) float64 { return -of(r) }, err
	case c == '(':
		return p.parenthesized()
	case '0' <= c && c <= '9':
		return p.number()
	}
	return p.metric()
}

func (p *parser) parenthesized() (value, error) {
	open := p.at
	p.at++
	inner, err := p.sum()
	if err != nil {
		return nil, err
	}
	if p.skip(); p.at == len(p.text) || p.text[p.at] != ')' {
		return nil, p.wrong(open, "the parenthesis is not closed")
	}
	p.at++
	return inner, nil
}

func (p *parser) number() (value, error) {
	start := p.at
	for p.at < len(p.text) && strings.IndexByte("0123456789.", p.text[p.at]) >= 0 {
		p.at++
	}
	n, err := strconv.ParseFloat(p.text[start:p.at], 64)
	if err != nil {
		return nil, p.wrong(start, "%s is no number", p.text[start:p.at])
	}
	return func(*run) float64 { return n }, nil
}

// metric reads the name of a metric, with its operand.
func (p *parser) metric() (value, error) {
	start := p.at
	name, end := p.peekName()
	if name == "" {
		return nil, p.wrong(start, "want a number or the name of a metric, but not %s", p.rest())
	}
	p.at = end
	all := Metrics()
	i := slices.IndexFunc(all, func(m Metric) bool { return m.Name == name })
	if i < 0 {
		return nil, p.wrong(start, "there is no metric %s%s", visible.Line(name), p.meant(name))
	}
	switch m := all[i]; {
	case m.Operand != "":
		at, operand, err := p.operand(m)
		if err != nil {
			return nil, err
		}
		of, err := p.asked(m.Name, operand)
		if err != nil {
			return nil, p.wrong(at, "%w", err)
		}
		return of, nil
	case m.of == nil:
		return nil, p.wrong(start, "%s is a name and no number, so it stands alone", name)
	default:
		p.needs.add(m.needs)
		return m.of, nil
	}
}

// operand reads facts or a rule: a word, or a text in quotation marks.
func (p *parser) operand(m Metric) (at int, text string, err error) {
	p.skip()
	at = p.at
	if at < len(p.text) && (p.text[at] == '\'' || p.text[at] == '"') {
		inner, _, closed := strings.Cut(p.text[at+1:], p.text[at:at+1])
		if !closed {
			return at, "", p.wrong(at, "the quotation mark is not closed")
		}
		p.at += len(inner) + 2
		return at + 1, inner, nil
	}
	for p.at < len(p.text) && p.text[p.at] != ')' && !unicode.IsSpace(rune(p.text[p.at])) {
		p.at++
	}
	if at == p.at {
		return at, "", p.wrong(at, "%s needs %s: %s", m.Name, needed[m.Operand], examples[m.Operand])
	}
	return at, p.text[at:p.at], nil
}

// needed and examples describe operands.
var (
	needed   = map[string]string{"FACTS": "facts", "RULE": "a rule"}
	examples = map[string]string{"FACTS": "count 'dead _'", "RULE": "fired do/slay"}
)

// peekName returns the next word of letters, and where it ends.
func (p *parser) peekName() (name string, end int) {
	start := p.at + len(p.text[p.at:]) - len(strings.TrimLeft(p.text[p.at:], " \t\n"))
	rest := p.text[start:]
	n := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' })
	if n < 0 {
		n = len(rest)
	}
	return rest[:n], start + n
}

// skip skips space.
func (p *parser) skip() {
	for p.at < len(p.text) && strings.IndexByte(" \t\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// rest returns the beginning of the rest of the text, for messages.
func (p *parser) rest() string {
	word, _, _ := strings.Cut(p.text[p.at:], " ")
	return visible.Line(strconv.Quote(word))
}

// Names returns the names of all metrics.
func Names() (out []string) {
	for _, m := range Metrics() {
		out = append(out, m.Name)
	}
	return out
}

// meant proposes a meaning of an unknown name: the nearest metric, or a fact or rule of that name.
func (p *parser) meant(name string) string {
	for _, pred := range p.prog.Preds {
		if pred.Name == name {
			return "; for the facts of that name, say count " + name
		}
	}
	if len(p.prog.Labels().Select(name)) > 0 {
		return "; for the rule of that name, say fired " + name
	}
	if near := label.Nearest(name, Names()); near != "" {
		return fmt.Sprintf("; did you mean %s?", near)
	}
	return label.There(Names())
}

// wrong returns an error with its column in the text, from 1.
func (p *parser) wrong(at int, format string, args ...any) error {
	column := utf8.RuneCountInString(p.text[:at]) + 1
	return fmt.Errorf("%s, column %d: "+format, append([]any{visible.Line(strconv.Quote(p.text)), column}, args...)...)
}
