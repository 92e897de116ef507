package workshop

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"

	"github.com/ceptre-graph/ceptre/lang/outline"
)

// A page that says in `seen` of which text it has seen the cards gets a packed reply. It has `packed`, the name of its
// text for the next `seen`, and other forms of `outline` and `colours`:
//
//   - Each element of a list of the outline, and of the rules and texts of a stage, is a card [path, from, body]. In
//     the body, places are relative to `from`, and paths that begin with a slash to the path of the card. A number in
//     the place of a body stands for the body of that card of the text that the page has seen. Cards are numbered in
//     the order of the reply, from 0.
//   - A stage has no `text` where that is the part of the program from `from` to `to`.
//   - Colours are {"first": n, "last": m, "runs": […]}: the first n and the last m colours are those of the text that
//     the page has seen, with other runs between them.
//
// After a change of one rule nearly all cards are numbers.

// packer packs the replies for one page.
type packer struct {
	seen   string         // names the text of the last reply that was packed
	bodies map[string]int // the numbers of its cards by their bodies
	out    []byte
	body   []byte         // room for a body
	next   map[string]int // of the present reply
	cards  int
	runs   []run // the colours of the last reply
	known  bool  // the page has seen the text of the last reply
}

// nameOf names a text.
func nameOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}

// pack returns a packed reply about a text, for a page that has seen the cards of one with a name. A reply without a
// text of its own is about that of the request.
func (p *packer) pack(a *changed, text, seen string) json.RawMessage {
	p.known = seen != "" && seen == p.seen
	p.seen = nameOf(text)
	p.out = make([]byte, 0, len(p.out)+len(p.out)/16) // the next reply is hardly longer
	p.next, p.cards = make(map[string]int, len(p.bodies)), 0
	rest := *a
	rest.view = nil
	p.value(rest)
	p.out = p.out[:len(p.out)-1]
	p.field("messages").value(a.Messages)
	p.field("packed").string(p.seen)
	p.field("outline").outline(a.Outline)
	p.field("colours").colours(a.Colours)
	p.bodies, p.next = p.next, nil
	return append(p.out, '}')
}

// field writes the name of a field, with a comma before it where one is needed.
func (p *packer) field(name string) *packer {
	p.comma()
	p.out = append(append(append(p.out, '"'), name...), '"', ':')
	return p
}

// comma writes a comma unless something opens just before.
func (p *packer) comma() {
	if last := p.out[len(p.out)-1]; last != '{' && last != '[' {
		p.out = append(p.out, ',')
	}
}

func (p *packer) string(s string) { p.out = appendString(p.out, s) }

// appendString appends a text in JSON.
func appendString(out []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			data, _ := json.Marshal(s) // of any text
			return append(out, data...)
		}
	}
	return append(append(append(out, '"'), s...), '"')
}

// value writes anything that has no form of its own.
func (p *packer) value(v any) {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // there is nothing that JSON cannot hold
	}
	p.out = append(p.out, data...)
}

// array writes a list of cards.
func array[T any](p *packer, name string, list []T, card func(*body, *T), part func(*T) *outline.Part) {
	p.field(name).out = append(p.out, '[')
	for i := range list {
		p.comma()
		at := part(&list[i])
		b := body{out: p.body[:0], path: at.Path, from: at.From}
		b.open(at)
		card(&b, &list[i])
		p.body = append(b.out, '}')
		p.card(at, p.body)
	}
	p.out = append(p.out, ']')
}

// card writes a card with a body.
func (p *packer) card(at *outline.Part, body []byte) {
	p.out = append(p.out, '[')
	p.string(at.Path)
	p.out = strconv.AppendInt(append(p.out, ','), int64(at.From), 10)
	p.out = append(p.out, ',')
	if n, there := p.bodies[string(body)]; there && p.known {
		p.out = strconv.AppendInt(p.out, int64(n), 10)
	} else {
		p.out = append(p.out, body...)
	}
	p.out = append(p.out, ']')
	p.next[string(body)] = p.cards
	p.cards++
}

func (p *packer) outline(o *outline.Outline) {
	p.out = append(p.out, '{')
	array(p, "types", o.Types, (*body).typ, func(x *outline.Type) *outline.Part { return &x.Part })
	array(p, "predicates", o.Predicates, (*body).predicate, func(x *outline.Predicate) *outline.Part { return &x.Part })
	p.field("stages").out = append(p.out, '[')
	for i := range o.Stages {
		p.comma()
		p.stage(&o.Stages[i])
	}
	p.out = append(p.out, ']')
	array(p, "links", o.Links, (*body).rule, rulePart)
	array(p, "contexts", o.Contexts, (*body).context, func(x *outline.Context) *outline.Part { return &x.Part })
	array(p, "runs", o.Runs, (*body).run, func(x *outline.Run) *outline.Part { return &x.Part })
	array(p, "statements", o.Statements, (*body).statement, func(x *outline.Statement) *outline.Part { return &x.Part })
	array(p, "texts", o.Texts, (*body).text, textPart)
	p.field("order").value(o.Order)
	p.out = append(p.out, '}')
}

func rulePart(x *outline.Rule) *outline.Part { return &x.Part }
func textPart(x *outline.Text) *outline.Part { return &x.Part }

// stage writes a stage, which is no card: its rules are.
func (p *packer) stage(s *outline.Stage) {
	bare := *s
	bare.Rules, bare.Texts = nil, nil
	data, err := json.Marshal(struct {
		outline.Stage
		Rules int    `json:"rules,omitempty"` // hides that of the stage
		Texts int    `json:"texts,omitempty"`
		Text  string `json:"text,omitempty"`
	}{Stage: bare})
	if err != nil {
		panic(err) // there is nothing that JSON cannot hold
	}
	p.out = append(p.out, data[:len(data)-1]...)
	array(p, "rules", s.Rules, (*body).rule, rulePart)
	array(p, "texts", s.Texts, (*body).text, textPart)
	p.out = append(p.out, '}')
}

func (p *packer) colours(runs []run) {
	first, last := 0, 0
	if p.known {
		most := min(len(runs), len(p.runs))
		for first < most && runs[first] == p.runs[first] {
			first++
		}
		for last < most-first && runs[len(runs)-1-last] == p.runs[len(p.runs)-1-last] {
			last++
		}
	}
	p.runs = runs
	p.out = append(p.out, '{')
	p.field("first").value(first)
	p.field("last").value(last)
	p.field("runs").value(runs[first : len(runs)-last])
	p.out = append(p.out, '}')
}
