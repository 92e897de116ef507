package induction

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// column is a quantity of a linear expression: a number that a rule's variable stands for, or a number of facts. None
// is below 0.
type column int

// part is a quantity with its factor, which is not 0.
type part struct {
	of column
	n  int64
}

// linear is a linear expression: parts by ascending column, and a constant.
type linear struct {
	parts []part
	c     int64
}

// outOfRange is the panic of arithmetic that leaves the range of machine integers, and of a rule with too many cases.
// The rule then stays open.
type outOfRange struct{}

// maxNumber bounds the absolute values of factors and constants.
const maxNumber = 1 << 40

// checked returns a number in range.
func checked(n int64) int64 {
	if n > maxNumber || n < -maxNumber {
		panic(outOfRange{})
	}
	return n
}

// times returns a product, in range.
func times(a, b int64) int64 {
	p := a * b
	if a != 0 && p/a != b {
		panic(outOfRange{})
	}
	return checked(p)
}

func constant(c int64) linear { return linear{c: checked(c)} }

func single(of column) linear { return linear{parts: []part{{of, 1}}} }

// isConstant reports whether the expression has no parts.
func (e linear) isConstant() bool { return len(e.parts) == 0 }

// plus returns e + by·f.
func (e linear) plus(f linear, by int64) linear {
	out := linear{c: checked(e.c + times(f.c, by)), parts: make([]part, 0, len(e.parts)+len(f.parts))}
	a, b := e.parts, f.parts
	for len(a) > 0 || len(b) > 0 {
		var p part
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].of < b[0].of:
			p, a = a[0], a[1:]
		case len(a) == 0 || b[0].of < a[0].of:
			p, b = part{b[0].of, times(b[0].n, by)}, b[1:]
		default:
			p, a, b = part{a[0].of, checked(a[0].n + times(b[0].n, by))}, a[1:], b[1:]
		}
		if p.n != 0 {
			out.parts = append(out.parts, p)
		}
	}
	return out
}

// minus returns e - f.
func (e linear) minus(f linear) linear { return e.plus(f, -1) }

// scaled returns by·e.
func (e linear) scaled(by int64) linear { return linear{}.plus(e, by) }

// offset returns e + c.
func (e linear) offset(c int64) linear { return linear{parts: e.parts, c: checked(e.c + c)} }

// ordering returns the expression that is not below 0 if and only if x compares with y by an operator of order.
func ordering(op lang.Op, x, y linear) linear {
	less := y.minus(x)
	switch op {
	case lang.Less:
		return less.offset(-1)
	case lang.More:
		return less.scaled(-1).offset(-1)
	case lang.MoreEq:
		return less.scaled(-1)
	}
	return less
}

// divisor returns the greatest common divisor of the factors, 0 of a constant.
func (e linear) divisor() int64 {
	var d int64
	for _, p := range e.parts {
		a, b := d, p.n
		for b != 0 {
			a, b = b, a%b
		}
		d = max(a, -a)
	}
	return d
}

// primitive returns the divisor of the factors, 1 of a constant, and the parts divided by it.
func (e linear) primitive() (int64, []part) {
	d := max(e.divisor(), 1)
	if d == 1 {
		return 1, e.parts
	}
	parts := slices.Clone(e.parts)
	for i := range parts {
		parts[i].n /= d
	}
	return d, parts
}

// atLeast returns the constant if no part can take the expression below it.
func (e linear) atLeast() (int64, bool) {
	return e.c, !slices.ContainsFunc(e.parts, func(p part) bool { return p.n < 0 })
}

// key returns a text that differs for different expressions.
func (e linear) key() string {
	var b strings.Builder
	for _, p := range e.parts {
		b.WriteString(strconv.FormatInt(p.n, 10) + "n" + strconv.Itoa(int(p.of)) + "+")
	}
	return b.String() + strconv.FormatInt(e.c, 10)
}
