package edit

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
)

// large returns a program of many rules, each of a predicate of its own.
func large(rules int) string {
	var text strings.Builder
	text.WriteString("person : type.\nann : person.\nbob : person.\n\nnear person person : pred.\n")
	for i := range rules {
		fmt.Fprintf(&text, "p%d person : pred.\n", i)
	}
	text.WriteString("\nstage main = {\n")
	for i := range rules {
		const rule = "  %-4s : p%d X * $near X Y * X <> Y -o p%d Y * near Y X.\n"
		fmt.Fprintf(&text, rule, fmt.Sprint("r", i), i, (i+1)%rules)
	}
	text.WriteString("}\n\ncontext init = {\n  p0 ann, near ann bob\n}.\n\n#trace 100 main init.\n")
	return text.String()
}

// BenchmarkApply measures edits of a program of 500 rules that has been analysed, as it has been after the edit before.
// Editors have 50 ms to show what a change does.
func BenchmarkApply(b *testing.B) {
	before := lang.Analyse("t.cep", []byte(large(500)))
	if !before.File.Formatted() {
		b.Fatal("the program is not laid out")
	}
	proposed := map[string]string{}
	for name, e := range map[string]Edit{
		"premise":  {Do: "premise", At: "504/250", Side: "l", Pred: "p7"},
		"term":     {Do: "term", At: "504/250/r0/0", Term: "X"},
		"rule":     {Do: "rule", At: "504", Name: "new"},
		"move":     {Do: "move", At: "504/499", To: "504/0"},
		"type":     {Do: "type", Name: "new"},
		"rename":   {Do: "rename", At: "3", Name: "close"},
		"delete":   {Do: "delete", At: "504/250/l2"},
		"ask":      {Do: "argument", At: "3", Change: "add", Type: "person"},
		"argument": {Do: "argument", At: "3", Change: "add", Type: "person", Answers: proposed},
		"askUses":  {Do: "delete", At: "3"},
		"uses":     {Do: "delete", At: "3", Answers: proposed},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Apply(before, e); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
