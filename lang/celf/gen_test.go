package celf

import (
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"pgregory.net/rapid"
)

// The generators draw trees that the parser can give.

func genName() *rapid.Generator[*Name] {
	return rapid.Map(rapid.SampledFrom([]string{"a", "at", "X", "L'", "'alice", "-", "-x", "a-o", "o-x", "loc*", "--",
		"p/q", "#x", "<=", "é", "12a"}), func(text string) *Name { return &Name{Text: text} })
}

func genExpr(depth int) *rapid.Generator[Expr] {
	return rapid.Custom(func(t *rapid.T) Expr {
		kind := rapid.IntRange(0, 11).Draw(t, "kind")
		if depth == 0 {
			kind %= 4
		}
		sub := func(label string) Expr { return genExpr(depth-1).Draw(t, label) }
		switch kind {
		case 0:
			return &Name{Text: "_"}
		case 1:
			return &Kind{}
		case 2:
			return &Unit{}
		case 3:
			return genName().Draw(t, "name")
		case 4, 5:
			return &Apply{Fun: genName().Draw(t, "fun"), Args: rapid.SliceOfN(genExpr(depth-1), 1, 3).Draw(t, "args")}
		case 6:
			mode := rapid.SampledFrom([]Mode{Linear, Affine, Persistent}).Draw(t, "mode")
			return &Arrow{Mode: mode, From: sub("from"), To: sub("to"), Reversed: rapid.Bool().Draw(t, "reversed")}
		case 7, 8:
			j := &Join{}
			for _, x := range rapid.SliceOfN(genExpr(depth-1), 2, 4).Draw(t, "parts") {
				if inner, ok := x.(*Join); ok {
					j.Parts = append(j.Parts, inner.Parts...)
				} else {
					j.Parts = append(j.Parts, x)
				}
			}
			return j
		case 9:
			return &Marked{Mode: rapid.SampledFrom([]Mode{Affine, Persistent}).Draw(t, "mark"), X: sub("marked")}
		case 10:
			return &Braces{X: sub("made")}
		}
		if rapid.IntRange(0, 3).Draw(t, "choice") == 0 {
			return &Choice{X: sub("x"), Y: sub("y")}
		}
		word := rapid.SampledFrom([]string{"Pi", "PI", "Exists", "EXISTS", `\`}).Draw(t, "word")
		b := &Binder{Word: &Name{Text: word}, Name: genName().Draw(t, "bound"), Body: sub("body")}
		if rapid.Bool().Draw(t, "typed") {
			b.Type = sub("of")
		}
		return b
	})
}

func genDecl() *rapid.Generator[Decl] {
	return rapid.Custom(func(t *rapid.T) Decl {
		of := genExpr(rapid.IntRange(0, 5).Draw(t, "depth")).Draw(t, "of")
		switch rapid.IntRange(0, 3).Draw(t, "declaration") {
		case 0:
			return &Constant{Name: genName().Draw(t, "name"), Type: of}
		case 1:
			return &Abbreviation{Name: genName().Draw(t, "name"), Type: of, Value: genExpr(2).Draw(t, "value")}
		case 2:
			mode := &Apply{Fun: genName().Draw(t, "predicate"), Args: []Expr{&Name{Text: "+"}, &Name{Text: "*"}}}
			return &Directive{Word: &Name{Text: "#mode"}, Of: mode}
		}
		d := &Directive{Word: &Name{Text: rapid.SampledFrom([]string{"#query", "#trace", "#exec"}).Draw(t, "word")}, Of: of}
		n := 1
		if d.Word.Text == "#query" {
			n = 4
		}
		d.Args = rapid.SliceOfN(rapid.Map(rapid.IntRange(-1, 30), func(n int) *Arg {
			if n < 0 {
				return &Arg{Any: true}
			}
			return &Arg{Num: n}
		}), n, n).Draw(t, "args")
		return d
	})
}

// bare removes the places from a file.
func bare(f *File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *Constant:
			d.Span = syntax.Span{}
			bareExprs(d.Name, d.Type)
		case *Abbreviation:
			d.Span = syntax.Span{}
			bareExprs(d.Name, d.Type, d.Value)
		case *Directive:
			d.Span = syntax.Span{}
			bareExprs(d.Word, d.Of)
			for _, a := range d.Args {
				a.Span = syntax.Span{}
			}
		}
	}
}

func bareExprs(all ...Expr) {
	for _, x := range all {
		switch x := x.(type) {
		case *Kind:
			x.Span = syntax.Span{}
		case *Name:
			x.Span = syntax.Span{}
		case *Unit:
			x.Span = syntax.Span{}
		case *Apply:
			x.Span = syntax.Span{}
			bareExprs(x.Fun)
			bareExprs(x.Args...)
		case *Arrow:
			x.Span, x.Op = syntax.Span{}, syntax.Span{}
			bareExprs(x.From, x.To)
		case *Join:
			x.Span = syntax.Span{}
			bareExprs(x.Parts...)
		case *Marked:
			x.Span = syntax.Span{}
			bareExprs(x.X)
		case *Braces:
			x.Span = syntax.Span{}
			bareExprs(x.X)
		case *Binder:
			x.Span = syntax.Span{}
			bareExprs(x.Word, x.Name, x.Body)
			if x.Type != nil {
				bareExprs(x.Type)
			}
		case *Choice:
			x.Span = syntax.Span{}
			bareExprs(x.X, x.Y)
		}
	}
}
