package induction

import (
	"context"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// load reads a program that has no faults.
func load(t require.TestingT, text string) *lang.Program {
	prog, errs := lang.Load("world", []byte(text))
	require.NotNil(t, prog, "%v\n%s", errs, text)
	return prog
}

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

// What is proved of the world, with and without a rule that breaks some of it.
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
		prog := load(t, strings.Replace(world, "EXTRA", extra, 1))
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
