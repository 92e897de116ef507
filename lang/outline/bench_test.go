package outline

import (
	"fmt"
	"strings"
	"testing"
)

// large returns a program of 500 rules, 50 predicates and 50 constants.
func large() string {
	var b strings.Builder
	b.WriteString("nat : type.  #builtin NAT nat.\nthing : type.\n")
	for i := range 50 {
		fmt.Fprintf(&b, "c%d : thing.\np%d thing nat : pred.  %% é how many\n", i, i)
	}
	b.WriteString("stage play = {\n")
	for i := range 500 {
		fmt.Fprintf(&b, "  r%d : p%d X N * $p%d Y M * p%d c%d (K + 1) * N < M * X <> Y -o ", i, i%50, (i+1)%50,
			(i+2)%50, i%50)
		fmt.Fprintf(&b, "p%d Y (N + M) * p%d X K.\n", (i+3)%50, (i+4)%50)
	}
	b.WriteString("}\ncontext start = {\n")
	for i := range 500 {
		fmt.Fprintf(&b, "  p%d c%d %d,\n", i%50, i*7%50, i)
	}
	b.WriteString("  p0 c0 0\n}\n#trace _ play start.\n")
	return b.String()
}

func BenchmarkAnalyse(b *testing.B) {
	text := large()
	for b.Loop() {
		analyse(text)
	}
}

func BenchmarkOf(b *testing.B) {
	a := analyse(large())
	for b.Loop() {
		Of(a)
	}
}

// The places are the one of a rule with most options, and a side of a rule.
func BenchmarkOptions(b *testing.B) {
	a := analyse(large())
	n := 0
	for b.Loop() {
		n += len(Options(a, "103/7/l2/0", ""))
		n += len(Options(a, "103/7", "r"))
	}
	if n == 0 {
		b.Fatal("there are no options")
	}
}
