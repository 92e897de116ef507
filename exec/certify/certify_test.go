package certify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
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

// load reads a program that may have warnings.
func load(t require.TestingT, text string) *lang.Program {
	prog, errs := lang.Load("test", []byte(text))
	require.NotNil(t, prog, "%v\n%s", errs, text)
	return prog
}

// firstTrace is where programs of tests start.
func firstTrace(prog *lang.Program) (*lang.Start, error) { return prog.Traces[0], nil }

// check checks a certificate of a program.
func check(c *Certificate, text string) error {
	return c.Check(context.Background(), "test", []byte(text), firstTrace, exec.Limits{})
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
	prog := load(t, court)
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

// TestCertificatesOfChangedPrograms: a certificate is refused for a program in which a rule breaks what it claims,
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
		prog := load(t, text)
		c.Facts = New(prog, prog.Traces[0]).Facts
		require.Error(t, check(c, text), change)
	}
}

// TestInductionIsSound: statements that keep each other and hold at the start hold in all states of random programs.
func TestInductionIsSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := verdicttest.Program(t)
		prog := load(t, text)
		var all []*lang.Statement
		c := &checker{context.Background(), prog, prog.Traces[0], exec.Limits{}}
		m, _ := exec.NewMachine(prog, c.start, c.limits)
		found := structure.Find(c.done, prog, c.start, structure.Options{}).Invariants
		for _, i := range found {
			all = append(all, i.Statement)
		}
		all = slices.DeleteFunc(append(all, prog.Statements...), func(s *lang.Statement) bool {
			v, err := c.violation(m, s)
			require.NoError(t, err)
			return v != nil
		})
		kept := greatest(c.done, prog, c.start, all)
		verdicttest.EachState(t, prog, 60, func(m *exec.Machine, _ []lang.Initial) {
			for _, s := range kept {
				v, err := c.violation(m, s)
				require.NoError(t, err)
				require.Nil(t, v, "%s\n%s", text, s)
			}
		})
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
		prog := load(t, world+statement+".")
		k, err := newInduction(context.Background(), prog, prog.Traces[0], prog.Statements)
		require.NoError(t, err)
		keeps := true
		for _, r := range prog.Rules() {
			keeps = keeps && k.keeps(prog.Statements[0], r) == nil
		}
		require.Equal(t, want, keeps, statement)
	}
}

// A rule with too many cases is not followed.
func TestTooManyCases(t *testing.T) {
	prog := load(t, `t : type. a : t. b : t. c : t. p t t : pred. stage s = { wide : p A B * p C D * p E F * p G H * p I J
		-o p A B * p C D * p E F * p G H * p I J. one : p a b * p b c -o p a b * p b c. }
		#trace _ s { p a b, p b c }. #invariant p X _ + p _ X <= 2.`)
	k, err := newInduction(context.Background(), prog, prog.Traces[0], prog.Statements)
	require.NoError(t, err)
	require.ErrorContains(t, k.keeps(prog.Statements[0], prog.Rules()[0]), "too many cases")
	require.NoError(t, k.keeps(prog.Statements[0], prog.Rules()[1]))
}
