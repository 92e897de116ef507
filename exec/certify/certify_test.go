package certify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/exec/structure"
	"github.com/ceptre-graph/ceptre/exec/verdict/verdicttest"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// court is a program with statements of all kinds.
const court = `nat : type. #builtin NAT nat.
character : type. ann : character. bob : character.
place : type. inn : place. mill : place.
at character place : pred. dead character : pred. grudge character character : pred.
coin character nat : pred. crown character : pred. wish character : pred. tired : pred.
stage play = {
  go : at C L * $at D M * L <> M -o at C M.
  slay : grudge C D * $at C L * at D L -o !dead D.
  pay : coin C (N + 1) * coin D M -o coin C N * coin D (M + 1).
  usurp : wish C * $at C _ * $crown D * C <> D -o crown C.
  rest : tired * tired -o tired.
}
#trace _ play { at ann inn, at bob mill, coin ann 2, coin bob 1, crown ann, grudge ann bob, wish bob, tired, tired }.
#invariant one_place : at C _ + dead C = 1.
#invariant one_king : crown _ = 1.
#invariant money : sum N in coin _ N = 3.
#never both : at C L * dead C.
#never apart : at C L * at C M * L <> M.
#never three : tired * tired * tired.
#invariant rest : tired >= 1.
`

// firstTrace is where programs of tests start.
func firstTrace(prog *lang.Program) (*lang.Start, error) { return prog.Traces[0], nil }

// check checks a certificate of a program.
func check(c *Certificate, text string) error {
	prog, _ := lang.Load("test", []byte(text))
	return c.Check(context.Background(), prog, firstTrace, exec.Limits{})
}

// claims returns claims that the statements of a program of some names are proved by rules.
func claims(prog *lang.Program, names ...string) (out []Claim) {
	for _, s := range prog.Statements {
		if slices.Contains(names, s.Name) {
			out = append(out, Claim{Statement: s.String(), Verdict: "proved", By: "rules"})
		}
	}
	return out
}

// certificate returns a certificate of court that is right.
func certificate(t require.TestingT) *Certificate {
	prog := replaytest.Load(t, court)
	c := New(prog, prog.Traces[0])
	c.Claims = append(claims(prog, "one_place", "money", "both", "apart"),
		Claim{Statement: "#invariant one_king : crown _ = 1", Verdict: "refuted", By: "run", Choices: []int{5}},
		Claim{Statement: "#invariant rest : tired >= 1", Verdict: "proved", By: "states", States: 80})
	return c
}

func TestRightCertificate(t *testing.T) {
	require.NoError(t, check(certificate(t), court))
}

// TestMutatedCertificates: a certificate with any one change is refused.
func TestMutatedCertificates(t *testing.T) {
	claim := func(name string, change func(*Claim)) func(*Certificate) {
		return func(c *Certificate) {
			i := slices.IndexFunc(c.Claims, func(c Claim) bool { return strings.Contains(c.Statement, name+" :") })
			change(&c.Claims[i])
		}
	}
	for name, change := range map[string]func(*Certificate){
		"form":                       func(c *Certificate) { c.Form = "ceptre certificate 2" },
		"program":                    func(c *Certificate) { c.Program = strings.Repeat("0", 64) },
		"stage":                      func(c *Certificate) { c.Stage = "night" },
		"a fact less":                func(c *Certificate) { c.Facts = c.Facts[1:] },
		"another fact":               func(c *Certificate) { c.Facts[0] = "at ann mill" },
		"a lemma too strong":         func(c *Certificate) { c.Lemmas = append(c.Lemmas, "#invariant crown _ = 1") },
		"a lemma false at the start": func(c *Certificate) { c.Lemmas = append(c.Lemmas, "#invariant wish _ = 2") },
		"a lemma that is a rule": func(c *Certificate) {
			c.Lemmas = append(c.Lemmas, "#never dead ann. x : tired -o ()")
		},
		"a lemma that is a clause": func(c *Certificate) { c.Lemmas = append(c.Lemmas, "at bob inn") },
		"a lemma of other names":   func(c *Certificate) { c.Lemmas = append(c.Lemmas, "#never asleep ann") },
		"another bound": claim("one_place", func(c *Claim) {
			c.Statement = strings.Replace(c.Statement, "1", "2", 1)
		}),
		"refuted is proved": claim("one_king", func(c *Claim) { c.Verdict, c.By = "proved", "rules" }),
		"refuted by states": claim("one_king", func(c *Claim) { c.Verdict, c.By, c.States = "proved", "states", 80 }),
		"proved is refuted": claim("rest", func(c *Claim) { c.Verdict, c.By, c.Choices = "refuted", "run", []int{5} }),
		"states by rules":   claim("rest", func(c *Claim) { c.Verdict, c.By = "proved", "rules" }),
		"a state less":      claim("rest", func(c *Claim) { c.States-- }),
		"a state more":      claim("rest", func(c *Claim) { c.States++ }),
		"no run":            claim("one_king", func(c *Claim) { c.Choices = nil }),
		"another run":       claim("one_king", func(c *Claim) { c.Choices = []int{1} }),
		"an impossible run": claim("one_king", func(c *Claim) { c.Choices = []int{99} }),
		"no move":           claim("one_king", func(c *Claim) { c.Choices = []int{0} }),
		"a verdict":         claim("money", func(c *Claim) { c.Verdict = "open" }),
		"a way":             claim("money", func(c *Claim) { c.By = "magic" }),
		"without a premise": func(c *Certificate) { c.Claims = c.Claims[2:3] },
	} {
		t.Run(name, func(t *testing.T) {
			c := certificate(t)
			change(c)
			require.Error(t, check(c, court))
		})
	}
}

// TestCertificatesOfChangedPrograms: a certificate is refused for a program in which a rule breaks its claim,
// even if it names this program.
func TestCertificatesOfChangedPrograms(t *testing.T) {
	for _, change := range [][2]string{
		{"go : at C L", "go : $at C L"}, {"-o at C M.", "-o at C M * at C L."}, {"* at D L -o", "* $at D L -o"},
		{"-o !dead D.", "-o !dead C."}, {"-o !dead D.", "-o ()."}, {"coin D (M + 1).", "coin D (M + 2)."},
		{"coin C (N + 1) *", "coin C N *"}, {"-o crown C.", "-o ()."},
		{"wish C * $at C _ * $crown D", "wish C * $at C _ * crown D"},
		{"tired * tired -o tired", "tired * tired -o ()"},
		{"tired * tired -o tired", "tired * tired -o tired * tired * tired"},
		{"at bob mill, coin ann 2", "at bob mill, coin ann 3"}, {"at ann inn,", "at ann inn, at ann mill,"},
		{"slay : grudge C D * $at C L", "slay : at C L"},
	} {
		text := strings.Replace(court, change[0], change[1], 1)
		require.NotEqual(t, court, text, change[0])
		c := certificate(t)
		sum := sha256.Sum256([]byte(text))
		c.Program = hex.EncodeToString(sum[:])
		prog := replaytest.Load(t, text)
		c.Facts = New(prog, prog.Traces[0]).Facts
		require.Error(t, check(c, text), change)
	}
}

// TestInductionIsSound: statements that keep each other and hold at the start hold in all states of random programs.
func TestInductionIsSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { requireSound(t, verdicttest.Program(t)) })
}

// TestNumbersAreSound is TestInductionIsSound for rules and statements that calculate and compare.
func TestNumbersAreSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		some := func(most int, sep string, of ...string) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(of), 1, most).Draw(t, "parts"), sep)
		}
		text := "nat : type. #builtin NAT nat. p nat : pred. q nat nat : pred. r : pred. g nat : pred. " +
			"box : type. lid : box. of nat : box. b box : pred. stage s = {\n"
		for range rapid.IntRange(1, 3).Draw(t, "rules") {
			text += some(1, "", "p N * p M", "q N M", "p N * q M N", "p N * p (M + 1)", "q (N + 2) M", "$p N * q M _",
				"p N * q M K", "p N * b (of M)", "b X * q N M", "p N * b (of (M + 1))")
			text += some(2, "", "", "", " * r", " * $r", " * p N", " * N > M", " * N <= 2", " * N + 1 < M", " * N == M",
				" * M <> 1", " * M == N + 1", " * N + M > 3", " * !g N") + " -o "
			text += some(3, " * ", "p N", "p M", "p (N + M)", "p (N - M)", "p (N - 1)", "p (M + 1)", "q N (M + 1)",
				"q (M - N) M", "q M N", "q (M - 1) (N + 1)", "r", "b (of N)", "b (of (M + 1))", "b lid",
				"!g N", "!g (M + 1)", "()") + ".\n"
		}
		text += "}\n#trace _ s { " + some(5, ", ", "p 0", "p 1", "p 2", "p 4", "q 0 1", "q 2 1", "q 3 3", "r", "!g 1",
			"p 7", "b (of 1)", "b (of 3)", "b lid") + " }.\n"
		for range rapid.IntRange(1, 6).Draw(t, "statements") {
			sum := some(2, " + ", "sum N in p N", "sum N in q N _", "sum N in q _ N", "p _", "q N _", "q _ _", "r",
				"p 0", "p 1", "2 * r", "g 2", "q _ 1", "sum N in p (N + 1)",
				"b _", "b (of _)", "b (of 1)", "sum N in b (of N)")
			s := some(1, "", "#never p 0", "#never p 1", "#never q N N", "#never p N * q N _", "#never q 0 _",
				"#never p N * N > 4", "#never q N M * N < M", "#never p 2 * r", "#never p N * p (N + 1)",
				"#never g N * p N", "#never q N M * N == M + 1",
				"#never b (of 0)", "#never b (of N) * p N", "#invariant "+sum+some(1, "", " = ", " <= ", " >= ")+
					some(1, "", "0", "1", "2", "3", "5", "9")) + ".\n"
			if prog, _ := lang.Load("test", []byte(text+s)); prog != nil { // else no state meets it
				text += s
			}
		}
		requireSound(t, text)
	})
}

// requireSound requires that what an induction proves about a program holds in its states.
func requireSound(t *rapid.T, text string) {
	prog := replaytest.Load(t, text)
	var all []*lang.Statement
	ctx, start := context.Background(), prog.Traces[0]
	found := structure.Find(ctx, prog, start, structure.Options{}).Invariants
	for _, i := range found[:min(len(found), 6)] {
		all = append(all, i.Statement)
	}
	all = slices.DeleteFunc(append(all, prog.Statements...), func(s *lang.Statement) bool {
		v, err := statement.Check(ctx, s, start.Stage, start.Context.Facts, prove.Limits{})
		return err != nil || v != nil
	})
	kept := greatest(ctx, prog, start, all)
	verdicttest.EachState(t, prog, 60, func(m *exec.Machine, facts []lang.Initial) {
		for _, s := range kept {
			v, err := statement.Check(ctx, s, m.Stage(), facts, prove.Limits{})
			require.NoError(t, err)
			require.Nil(t, v, "%s\n%s", text, s)
		}
	})
}

// Rules are followed with terms of constructors and with comparisons of numbers.
func TestInductionByHand(t *testing.T) {
	const world = `nat : type. #builtin NAT nat. shape : type. hook : shape. item : type. ore : item. forged shape : item.
		have item : pred.
		health nat : pred. vein : pred. stage s = { dig : vein -o have ore. forge : have ore -o have (forged hook).
		use : have I -o (). hurt : health H * H > 2 -o health (H - 2). heal : health H -o health (H + 1). }
		#trace _ s { vein, have ore, health 3 }. `
	for statement, want := range map[string]bool{
		"#invariant vein + have ore + have (forged _) <= 2": true,
		"#invariant vein + have ore <= 2":                   true,
		"#invariant have _ <= 2":                            false,
		"#invariant have (forged _) <= 0":                   false,
		"#never health 0":                                   true,
		"#never health 1":                                   false,
		"#invariant health _ = 1":                           true,
	} {
		prog := replaytest.Load(t, world+statement+".")
		k := newInduction(context.Background(), prog, prog.Traces[0], prog.Statements)
		keeps := true
		for _, r := range prog.Rules() {
			keeps = keeps && k.keeps(prog.Statements[0], r)
		}
		require.Equal(t, want, keeps, statement)
	}
}

// A rule is followed in each case that matters: facts that stay, numbers near and far, terms that are named.
func TestKeptByHand(t *testing.T) {
	const world = `nat : type. #builtin NAT nat. t : type. a : t. b : t. c : t. item : type. ore : item. box nat : item.
		d t : pred. p nat : pred. q nat : pred. have item : pred. e : pred. f : pred. g : pred. x : pred.
		#trace _ s { e, e, f, g, d c, p 9, have ore }. `
	for _, c := range []struct {
		rule, statements string // of which it keeps the first, if it does
		want             bool
	}{
		{"p N * e -o p N * p N", "#invariant sum N in p N + 5 * e <= 9.", false}, // for small numbers only
		{"p (N + 1) -o p N", "#never p 5.", false},
		{"p N * N > 2 -o p (N - 2)", "#never p 0.", true},
		{"p N * N >= 2 -o p (N - 2)", "#never p 0.", false},
		{"e -o !d a", "#invariant e + f + d a >= 2.", false}, // d a may be there
		{"e -o !d a", "#invariant e + d a <= 1.", true},
		{"d X -o g. r2 : e -o !d a", "#invariant d _ + g + e <= 5.", false}, // d X may stay
		{"e -o !d a * !d b", "#invariant e + d _ <= 1.", false},
		{"f -o !d c. r2 : d X -o g", "#invariant d _ + g + f <= 9.", false},
		{"e -o f", "#never f * f. #invariant e + f = 1.", true},
		{"e -o f", "#never f * f.", false},
		{"$f -o f", "#never f * f * f. #invariant f <= 1.", true},
		{"$f -o f", "#never f * f * f.", false},
		{"p N * e -o p N * q N", "#invariant sum N in q N + e <= 9. #invariant sum N in p N <= 3.", false},
		{"f * f -o x", "#never x. #invariant f - g <= 1.", false},
		{"f * f -o x", "#never x. #invariant f + g <= 1.", true},
		{"f * f -o x", "#never x. #invariant f + g >= 1.", false},
		{"have I -o ()", "#invariant have ore >= 1.", false},
		{"have I -o ()", "#invariant have (box 3) >= 1.", false},
		{"p N * p M -o p (N * M)", "#invariant p _ <= 1.", true}, // whatever number it is
		{"p N * p M -o p (N * M)", "#never p 0 * p 0.", false},   // products are not followed
	} {
		text := world + "stage s = { r1 : " + c.rule + ". } " + c.statements
		if strings.HasPrefix(c.rule, "f -o !d") || strings.HasPrefix(c.rule, "e -o !d") {
			text = strings.Replace(text, "d c, ", "", 1) // all facts of d are permanent
		}
		prog := replaytest.Load(t, text)
		k := newInduction(context.Background(), prog, prog.Traces[0], prog.Statements)
		keeps := true
		for _, r := range prog.Rules() {
			keeps = keeps && k.keeps(prog.Statements[0], r)
		}
		require.Equal(t, c.want, keeps, "%s: %s", c.rule, c.statements)
	}
}

// A rule with too many cases is not followed.
func TestTooManyCases(t *testing.T) {
	prog := replaytest.Load(t, `t : type. a : t. b : t. c : t. p t t : pred.
		stage s = { wide : p A B * p C D * p E F * p G H * p I J
		-o p A B * p C D * p E F * p G H * p I J. one : p a b * p b c -o p a b * p b c. }
		#trace _ s { p a b, p b c }. #invariant p X _ + p _ X <= 2.`)
	k := newInduction(context.Background(), prog, prog.Traces[0], prog.Statements)
	require.False(t, k.keeps(prog.Statements[0], prog.Rules()[0]))
	require.True(t, k.keeps(prog.Statements[0], prog.Rules()[1]))
}

// TestSmall: the code that decides what is accepted is small: all but the form of certificates and their producer.
// Blank lines and lines of comments alone do not count.
func TestSmall(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	lines := 0
	for _, file := range files {
		if file == "certify.go" || file == "builder.go" || strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				lines++
			}
		}
	}
	require.NotZero(t, lines)
	require.Less(t, lines, 300)
}
