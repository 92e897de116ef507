package induction

import (
	"context"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// verdicts returns for each statement of a program whether it is proved by itself, or how it is not.
func verdicts(prog *lang.Program) []string {
	var out []string
	for _, p := range ProveAll(context.Background(), prog, prog.Traces[0], prog.Statements, nil) {
		out = append(out, p.Statement.Label+": "+verdictOf(p))
	}
	return out
}

func verdictOf(p *Proof) string {
	switch {
	case p.Holds:
		var uses []string
		for _, s := range p.Steps {
			for _, u := range s.Uses {
				uses = append(uses, s.Rule.Name+" by "+u.Label)
			}
			for _, q := range s.Quiet {
				uses = append(uses, s.Rule.Name+" as not "+q.Name)
			}
		}
		return strings.Join(append([]string{"proved"}, uses...), ", ")
	case p.Start != nil:
		return "wrong at the start"
	case p.Failure != nil:
		out := "open at " + p.Failure.Rule.Name
		if e := p.Failure.Example; e != nil {
			out += ": " + shown(e.Before) + " -> " + shown(e.After)
		}
		return out
	}
	return p.Unable
}

func shown(facts []lang.Initial) string {
	var texts []string
	for _, f := range facts {
		texts = append(texts, f.String())
	}
	return strings.Join(texts, ", ")
}

// world is a world of people, places, grudges and coins.
const world = `
nat : type. #builtin NAT nat.
character : type. romeo : character. juliet : character. tybalt : character. nurse : character.
place : type. garden : place. tower : place. market : place.
at character place : pred. dead character : pred. anger character character : pred. purse character nat : pred.
coin : pred. blade character : pred. crown character : pred. price nat : pred. till nat : pred. stock nat : pred.
path place place : bwd. path garden tower. path tower market. path market garden.
stage play = {
  travel : at C L * path L M -o at C M.
  insult : $at C L * $at D L * C <> D -o anger D C.
  slay : $at C L * at D L * anger C D * blade C -o dead D.
  duel : at C L * at D L * anger C D * anger D C -o at C L * dead D.
  pay : purse C (N + 2) * purse D M -o purse C N * purse D (M + 2).
  give : purse C N * purse D M * N >= 3 -o purse C (N - 3) * purse D (M + 3).
  buy : purse C N * $price P * N >= P * till T * stock (S + 1) -o purse C (N - P) * till (T + P) * stock S.
  sell : purse C N * $price P * till T * stock S -o purse C (N + P) * till (T - P) * stock (S + 1).
  crown : crown C * $dead C * $at D _ -o crown D.
  EXTRA
}
#trace _ play { at romeo garden, at juliet tower, at tybalt garden, at nurse market, blade romeo, purse romeo 5,
  purse juliet 7, purse tybalt 0, purse nurse 10, price 3, till 20, stock 4, crown romeo }.
#invariant one_place : at C _ + dead C = 1.
#never both : at C L * dead C.
#never twice : at C L * at C M.
#never dead_twice : dead C * dead C.
#invariant money : sum N in purse _ N + sum T in till T = 42.
#invariant purses : purse C _ = 1.
#invariant crowns : crown _ = 1.
#never two_crowns : crown _ * crown _.
#invariant never_more : sum N in purse _ N <= 42.
#invariant goods : stock _ = 1.
#invariant tills : till _ <= 1.
`

// The statements of the world are proved, but for the ones that a further rule breaks.
func TestWorld(t *testing.T) {
	all := strings.Fields("one_place both twice dead_twice money purses crowns two_crowns never_more goods tills")
	for extra, open := range map[string][]string{
		"":                                      nil,
		"clone : $at C L * path L M -o at C M.": {"one_place", "both", "twice", "dead_twice"},
		"rise : dead C * $at _ L -o at C L.":    nil,
		"rise : $dead C * $at _ L -o at C L.":   {"one_place", "both", "twice", "dead_twice"},
		"rise : !dead C * at C L -o at C L * !dead C.":                            nil, // never fires
		"bless : $dead C -o !dead C.":                                             {"one_place", "dead_twice"},
		"rob : purse C N * $crown C -o purse C (N * 2).":                          {"money", "never_more"},
		"earn : purse C N * $crown C -o purse C (N + 1).":                         {"money", "never_more"},
		"lose : purse C (N + 1) * $crown C -o purse C N.":                         {"money", "never_more"},
		"round : purse C N * till T -o purse C (N / 2 * 2) * till (T + N mod 2).": nil,
		"spill : purse C N -o ().":                                                {"money", "purses", "never_more"},
		"coronation : $at C _ -o crown C.":                                        {"crowns", "two_crowns"},
		"swap : crown C * $at C _ * $at D _ -o crown D.":                          nil,
		"merge : crown C * crown D -o crown C.":                                   nil, // there is one crown
		"second_till : stock 0 -o till 0.":                                        {"goods", "tills"},
		"haunt : dead C * dead C -o dead C * at C tower.":                         nil, // they are dead once
	} {
		prog := replaytest.Load(t, strings.Replace(world, "EXTRA", extra, 1))
		var got []string
		for _, p := range ProveAll(context.Background(), prog, prog.Traces[0], prog.Statements, nil) {
			if !p.Holds {
				got = append(got, p.Statement.Label)
			}
		}
		require.Subset(t, all, got, extra)
		require.Equal(t, open, got, extra)
	}
}

// small is the head of small programs.
const small = `
nat : type. #builtin NAT nat. t : type. a : t. b : t. box : type. empty : box. full t : box.
p t : pred. q t t : pred. n nat : pred. k box : pred. x : pred. y : pred. z : pred.
e t t : bwd. e a b. near t t : bwd. near A B <- e A B. near A B <- e B A. seen t : bwd. seen A <- p A.
far t t : bwd. far A B <- e A B. far A C <- far A B <- e B C.
`

// Statements of small programs are proved, or must not be proved, each for a reason of its own.
func TestSmallPrograms(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// A permanent fact that is made may be there already, and two that are made may be the same.
		{"m : x -o !y. #trace _ main { x, x }. #invariant s : x + y >= 2.", "s: open at m: x, !y -> !y"},
		{"m : x -o !y. #trace _ main { x, x }. #invariant s : x + y <= 2.", "s: proved"},
		{"m : x -o !y. #trace _ main { x, x }. #invariant s : !y <= 1.", "s: proved"},
		{"m : q A B -o !p A * !p B. #trace _ main { q a b }. #invariant s : 2 * q _ _ + p _ = 2.",
			"s: open at m: q a a -> !p a"},
		{"m : q A B -o !p A * !p B. #trace _ main { q a b }. #invariant s : !p A <= 1.", "s: proved"},
		// A premise may be met by a permanent fact, which stays.
		{"m : x -o y. #trace _ main { x, x }. #invariant s : x + y = 2.", "s: proved"},
		{"m : x -o y. #trace _ main { x, !x }. #invariant s : x + y = 2.", "s: open at m: !x, x -> !x, x, y"},
		{"m : x * x -o y. #trace _ main { !x }. #never s : y.", "s: open at m: !x -> !x, y"},
		{"m : x * x -o y. #trace _ main { x }. #never s : y. #invariant u : x + 2 * y = 1.",
			"s: proved, m by u; u: proved"},
		// No two premises are met by the same linear fact.
		{"m : $x * $x -o y. #trace _ main { x }. #invariant s : x <= 1. #never u : y.",
			"s: proved; u: proved, m by s"},
		{"m : $x -o y. #trace _ main { x }. #never s : y * y.", "s: open at m: y, x -> y, x, y"},
		// Values are equal or not.
		{"m : p A * p B -o q A B. #trace _ main { p a, p b }. #never s : q A A.",
			"s: open at m: p a, p a -> q a a"},
		{"m : p A * p B * A <> B -o q A B. #trace _ main { p a, p b }. #never s : q A A.", "s: proved"},
		{"m : p A * e A B -o q A B. #trace _ main { p a, p b }. #never s : q A A.", "s: proved"},
		{"m : p A * near A B -o q A B. #trace _ main { p a, p b }. #never s : q A A.", "s: proved"},
		{"m : p A * near A B -o q A B. #trace _ main { p a, p b }. #never s : q b a.",
			"s: open at m: p b -> q b a"},
		{"m : p A * far A B -o q A B. #trace _ main { p a, p b }. #never s : q A A.", "s: proved"}, // by all that is far
		{"m : p A * far A B -o q A B. #trace _ main { p a, p b }. #never s : q a b.", "s: open at m: p a -> q a b"},
		{"m : k B -o k (full a). #trace _ main { k empty, k (full b) }. #invariant s : k empty + k (full _) = 2.",
			"s: proved"},
		{"m : k B * B <> empty -o k empty. #trace _ main { k empty, k (full b) }. " +
			"#invariant s : k (full _) <= 1.",
			"s: proved"},
		{"m : k B * B <> full a -o x. #trace _ main { k empty, k (full b) }. #invariant s : k (full _) + x <= 1.",
			"s: open at m: k empty, k (full a) -> k (full a), x"},
		// Numbers.
		{"m : n N * N < 3 -o n (N + 1). #trace _ main { n 0 }. #invariant u : n _ = 1. #invariant s : sum N in n N <= 3.",
			"u: proved; s: proved, m by u"},
		{"m : n N * N <= 3 -o n (N + 1). #trace _ main { n 0 }. #invariant s : sum N in n N <= 3.",
			"s: open at m: n 3 -> n 4"},
		{"m : n N * N > 1 -o n (N - 2) * x * x. #trace _ main { n 5 }. #invariant s : sum N in n N + x = 5.",
			"s: proved"},
		{"m : n N -o n (N - 2) * x * x. #trace _ main { n 5 }. #invariant s : sum N in n N + x = 5.",
			"s: proved"},
		{"m : n N * n M -o n (N * M). #trace _ main { n 2, n 3 }. #invariant s : sum N in n N <= 6.",
			"s: open at m"},
		{"m : n N * n M -o n (N mod 2 + M). #trace _ main { n 2, n 3 }. #invariant s : sum N in n N <= 5.",
			"s: proved"},
		{"m : n N * N <> 1 -o n 1. #trace _ main { n 2 }. #never s : n N * N < 1.", "s: proved"},
		{"m : y -o (). #trace _ main { n 2, y }. #invariant s : x + n _ = 1. #invariant u : sum N in n N - y <= 1.",
			"s: proved; u: open at m: y, n 2 -> n 2"},
		// Stages: what holds in one need not hold in another, and links fire at quiescence.
		{"stage one = { m : x -o y. } stage two = { o : y -o x. } l : stage one -o stage two. #trace _ one { x }. " +
			"#invariant s in two : x + y = 1.", "s: open at l: y, y -> y, y"},
		{"stage one = { m : x -o y. } stage two = { o : z -o x. } l : stage one -o stage two. #trace _ one { x }. " +
			"#never s in two : x.", "s: proved, l as not m"},
		{"stage one = { m : n N -o n (N - 1). } stage two = { o : z -o x. } l : stage one -o stage two. " +
			"#trace _ one { n 1 }. #never s in two : n _.", "s: open at l: n 0 -> n 0"},
		{"stage one = { m : $x -o z. o : $x -o y. } #ordered one. #trace _ one { x }. #never s : y.",
			"s: proved, o as not m"},
		{"stage one = { m : $x -o z. o : $x -o y. } #trace _ one { x }. #never s : y.",
			"s: open at o: x -> x, y"},
		// Proofs that read the state change with it.
		{"m : x -o p a. #trace _ main { x }. #never s : seen a * z.", "s: proved"},
		{"m : x -o p a. #trace _ main { x, z }. #never s : seen a * z.", "s: open at m: z, x -> z, p a"},
		// Statements may need each other, but not themselves after the rule.
		{"m : x -o y. o : y * y -o z. #trace _ main { x }. #invariant s : x + y + z = 1. #never u : z.",
			"s: proved; u: proved, o by s"},
		{"m : x -o x * y. #trace _ main { x }. #never s : y * y. #invariant u : y <= 1.",
			"s: open at m: y, x -> y, x, y; u: open at m: x, y -> y, x, y"},
		{"m : x -o y. #trace _ main { x }. #invariant s : x >= 2.", "s: wrong at the start"},
		{"m : n N -o x. #trace _ main { n 1, x }. #invariant s : n N - x <= 0.",
			"s: the values of N have no end, and a count does not depend on it"},
	} {
		prog := replaytest.Load(t, small+c.text)
		require.Equal(t, c.want, strings.Join(verdicts(prog), "; "), c.text)
	}
}
