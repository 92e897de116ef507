package webeditor

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/corpustest"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Programs become the files in the corpus, or are refused for the reasons there.
func TestWrite(t *testing.T) {
	corpustest.Check(t, "testdata/write.txtar", func(t *testing.T, in corpustest.Input) []txtar.File {
		p, errs := lang.Load(in.Name, in.Data)
		require.NotNil(t, p, errs)
		data, reasons := Write(p)
		require.Equal(t, data == nil, reasons.Failed())
		var out []txtar.File
		if data != nil {
			require.True(t, Is(data))
			out = append(out, in.Result("file", spread(data)))
		}
		if len(reasons) > 0 {
			out = append(out, in.Result("reasons", told(reasons)))
		}
		return out
	})
}

// told returns messages with their notes, a line each.
func told(list syntax.ErrorList) string {
	var b strings.Builder
	for _, e := range list {
		b.WriteString(e.Error() + "\n")
		for _, n := range e.Notes {
			b.WriteString("  note: " + n.Msg + "\n")
		}
	}
	return b.String()
}

// spread puts line ends between the parts of a file.
func spread(data []byte) string {
	return strings.NewReplacer("],[", "],\n[", `},{"id":"r`, "},\n"+` {"id":"r`, `},{"index"`, "},\n"+` {"index"`).
		Replace(string(data))
}

// drawn draws programs that the file can hold, in the layout and with the names that Read gives them.
type drawn struct{ *rapid.T }

func (d drawn) number(most int, what string) int { return rapid.IntRange(0, most).Draw(d.T, what) }

func (d drawn) of(what string, all ...string) string { return rapid.SampledFrom(all).Draw(d.T, what) }

// places are the predicates of random programs with the types of their arguments; n stands for numbers, t and u for
// types that have two constants each.
var places = map[string]string{"p": "t", "q": "tu", "do/it": "", "coins": "n", "owns": "tn"}

// ground are the constants of the types.
var ground = map[rune][]string{'t': {"a", "b'"}, 'u': {"c-1", "élan"}, 'n': {"0", "7", "12"}}

func (d drawn) program() string {
	var b strings.Builder
	b.WriteString("numbers : type.\n#builtin NAT numbers.\n\n" +
		"t : type.\na : t.  b' : t.\n\nu : type.\nc-1 : u.  élan : u.\n\n" +
		"p t : pred.\nq t u : pred.\ndo/it : pred.\ncoins numbers : pred.\nowns t numbers : pred.\n\nstage main = {\n")
	for i := range d.number(3, "rules") {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("  " + d.rule(i) + "\n")
	}
	b.WriteString("}\n\ncontext init = {\n")
	var facts []string
	for range d.number(5, "facts") {
		fact := d.of("predicate", "p", "q", "do/it", "coins", "owns")
		for _, s := range places[fact] {
			fact += " " + d.of("constant", ground[s]...)
		}
		facts = append(facts, fact)
	}
	if len(facts) > 0 {
		b.WriteString("  " + strings.Join(facts, ", ") + "\n")
	}
	b.WriteString("}.\n\n#trace _ main init.\n")
	return b.String()
}

func (d drawn) rule(number int) string {
	var left, right, counts []string
	bound := map[rune][]string{}
	for range d.number(3, "premises") {
		name := d.of("predicate", "p", "q", "do/it", "coins", "owns")
		text := d.of("mark", "", "", "$") + name
		for _, s := range places[name] {
			arg := d.of("argument", append([]string{"X", "Y", "Z'", "_"}, ground[s]...)...)
			if strings.Contains("XYZ'", arg) {
				arg += map[rune]string{'t': "", 'u': "u", 'n': "N"}[s]
				bound[s] = append(bound[s], arg)
			}
			text += " " + arg
		}
		left = append(left, text)
		counts = append(bound['n'], "5")
		if len(bound['n']) > 0 && d.number(2, "compare") == 0 {
			op := d.of("comparison", "<", ">", "==", "<=", ">=")
			left = append(left, d.of("side", counts...)+" "+op+" "+d.of("side", counts...))
		}
	}
	plain := bound['n']
	for i, v := range plain { // names of math.js, where they stand in expressions
		plain[i] = strings.ReplaceAll(v, "'", "_")
	}
	for i, l := range left {
		left[i] = strings.ReplaceAll(l, "Z'N", "Z_N")
	}
	if len(plain) > 0 && d.number(1, "difference") == 0 {
		v := d.of("variable", plain...)
		left = append(left, v+" >= 3")
		right = append(right, "coins ("+v+" - 3)")
	}
	for range d.number(2, "effects") {
		name := d.of("predicate", "p", "q", "do/it", "coins", "owns")
		text := name
		for _, s := range places[name] {
			arg := d.of("argument", append(ground[s], bound[s]...)...)
			if s == 'n' && len(plain) > 0 && d.number(1, "calculate") == 0 {
				v, w := d.of("variable", plain...), d.of("variable", plain...)
				arg = "(" + d.of("expression", v+" + 2", v+" + "+w, "2 * ("+v+" + 1)", v+" * "+w+" + "+v, v+" + "+w+" * 3") + ")"
			}
			text += " " + arg
		}
		right = append(right, text)
	}
	side := func(parts []string) string {
		if len(parts) == 0 {
			return "()"
		}
		return strings.Join(parts, " * ")
	}
	line := fmt.Sprintf("r/%d : %s -o %s.", number, side(left), side(right))
	if len(line)+2 > 90 {
		d.Skip() // how long lines are broken is shown by the corpus
	}
	return line
}

// A program that the file can hold comes back from it as it was, letter by letter.
func TestProgramsComeBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := drawn{rt}.program()
		p, errs := lang.Load("p.cep", []byte(text))
		require.NotNil(rt, p, "%s\n%s", errs, text)
		data, reasons := Write(p)
		require.Empty(rt, reasons, text)
		back, errs := Read("p.json", data)
		require.Empty(rt, errs)
		require.Equal(rt, text, string(back))
		again, _ := lang.Load("p.cep", back)
		same, _ := Write(again)
		require.Equal(rt, string(data), string(same))
	})
}
