package workshop

import (
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/outline"
)

// body writes the body of a card, in the fields of package outline. It is written by hand: equal cards have equal
// bytes, and package encoding/json takes most of the time of a reply.
type body struct {
	out  []byte
	path string // of the card
	from int    // where that starts
}

// open begins a part; its fields may follow.
func (b *body) open(p *outline.Part) {
	path := p.Path
	if rest, within := strings.CutPrefix(path, b.path); within && (rest == "" || rest[0] == '/') {
		path = rest
	}
	b.out = append(b.out, `{"path":`...)
	b.out = appendString(b.out, path)
	b.int("from", p.From-b.from)
	b.int("to", p.To-b.from)
	b.string("text", p.Text)
	b.some("comment", p.Comment)
	b.flag("broken", p.Broken)
}

func (b *body) field(name string) { b.out = append(append(append(b.out, `,"`...), name...), '"', ':') }

func (b *body) string(name, value string) {
	b.field(name)
	b.out = appendString(b.out, value)
}

// some writes a text unless it is empty.
func (b *body) some(name, value string) {
	if value != "" {
		b.string(name, value)
	}
}

func (b *body) int(name string, value int) {
	b.field(name)
	b.out = strconv.AppendInt(b.out, int64(value), 10)
}

// flag writes a boolean if it is true.
func (b *body) flag(name string, value bool) {
	if value {
		b.bool(name, value)
	}
}

func (b *body) bool(name string, value bool) {
	b.field(name)
	b.out = strconv.AppendBool(b.out, value)
}

func (b *body) strings(name string, list []string) {
	each(b, name, list, func(s *string) { b.out = appendString(b.out, *s) })
}

// each writes a list.
func each[T any](b *body, name string, list []T, element func(*T)) {
	b.field(name)
	b.out = append(b.out, '[')
	for i := range list {
		if i > 0 {
			b.out = append(b.out, ',')
		}
		element(&list[i])
	}
	b.out = append(b.out, ']')
}

// parts writes a list of parts.
func parts[T any](b *body, name string, list []T, part func(*T) *outline.Part, fields func(*body, *T)) {
	each(b, name, list, func(x *T) {
		b.open(part(x))
		fields(b, x)
		b.out = append(b.out, '}')
	})
}

func (b *body) text(x *outline.Text) { b.string("kind", x.Kind) }

func (b *body) typ(x *outline.Type) {
	b.string("name", x.Name)
	b.flag("numbers", x.Numbers)
	b.flag("strings", x.Strings)
	parts(b, "members", x.Members, func(c *outline.Constant) *outline.Part { return &c.Part }, (*body).constant)
}

func (b *body) constant(x *outline.Constant) {
	b.string("name", x.Name)
	b.strings("args", x.Args)
	b.int("uses", x.Uses)
}

func (b *body) predicate(x *outline.Predicate) {
	b.string("name", x.Name)
	b.strings("args", x.Args)
	b.string("kind", x.Kind)
	if len(x.Clauses) > 0 {
		parts(b, "clauses", x.Clauses, func(c *outline.Clause) *outline.Part { return &c.Part }, (*body).clause)
	}
	b.int("uses", x.Uses)
}

func (b *body) clause(x *outline.Clause) {
	b.some("name", x.Name)
	b.field("head")
	b.open(&x.Head.Part)
	b.premise(&x.Head)
	b.out = append(b.out, '}')
	b.premises("premises", x.Premises)
	b.vars(x.Vars)
	b.bool("whole", x.Whole)
}

func (b *body) rule(x *outline.Rule) {
	b.some("name", x.Name)
	b.string("key", x.Key)
	b.premises("left", x.Left)
	b.premises("right", x.Right)
	b.vars(x.Vars)
	b.some("fromStage", x.FromStage)
	b.some("toStage", x.ToStage)
	b.bool("whole", x.Whole)
}

func (b *body) vars(list []outline.Var) {
	each(b, "vars", list, func(v *outline.Var) {
		b.out = append(b.out, `{"name":`...)
		b.out = appendString(b.out, v.Name)
		b.string("type", v.Type)
		b.out = append(b.out, '}')
	})
}

func (b *body) premises(name string, list []outline.Premise) {
	parts(b, name, list, func(p *outline.Premise) *outline.Part { return &p.Part }, (*body).premise)
}

func (b *body) premise(x *outline.Premise) {
	b.string("kind", x.Kind)
	b.some("mode", x.Mode)
	b.some("pred", x.Pred)
	b.some("op", x.Op)
	b.terms(x.Args)
}

func (b *body) terms(list []outline.Term) {
	parts(b, "args", list, func(t *outline.Term) *outline.Part { return &t.Part }, (*body).term)
}

func (b *body) term(x *outline.Term) {
	b.string("kind", x.Kind)
	b.some("name", x.Name)
	b.some("type", x.Type)
	if len(x.Args) > 0 {
		b.terms(x.Args)
	}
}

func (b *body) context(x *outline.Context) {
	b.string("name", x.Name)
	b.premises("facts", x.Facts)
	b.bool("whole", x.Whole)
}

func (b *body) run(x *outline.Run) {
	b.string("bound", x.Bound)
	b.string("stage", x.Stage)
	b.some("context", x.Context)
	if len(x.Facts) > 0 {
		b.premises("facts", x.Facts)
	}
	b.bool("whole", x.Whole)
}

func (b *body) statement(x *outline.Statement) {
	b.string("kind", x.Kind)
	b.some("name", x.Name)
	b.some("stage", x.Stage)
	b.some("says", x.Says)
	if len(x.Premises) > 0 {
		b.premises("premises", x.Premises)
	}
	b.some("op", x.Op)
	if len(x.Counts) > 0 {
		parts(b, "counts", x.Counts, func(c *outline.Count) *outline.Part { return &c.Part }, (*body).count)
	}
	if len(x.Vars) > 0 {
		b.vars(x.Vars)
	}
	b.bool("whole", x.Whole)
}

func (b *body) count(x *outline.Count) {
	b.flag("right", x.Right)
	b.flag("minus", x.Minus)
	b.some("times", x.Times)
	b.some("sum", x.Sum)
	b.premise(&x.Premise)
}
