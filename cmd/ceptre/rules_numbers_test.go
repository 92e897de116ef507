package main

import (
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// What one pays another gets: numbers of which each by itself may change by anything change
// together by what the rule says.
func TestNumbersChangeTogether(t *testing.T) {
	const head = "nat : type. #builtin NAT nat. who : type. ann : who. purse who nat : pred. price nat : pred. spot nat nat : pred. "
	for rule, want := range map[string]string{
		"$price P * purse B M * purse S Q * B <> S -o purse B (M - P) * purse S (Q + P).":           "",
		"$price P * purse B M * purse S Q * B <> S -o purse B (M - P) * purse S (Q + P - 1).":       "; numbers in facts: purse 1 less",
		"$price P * purse B (M + 2) * purse S Q * B <> S -o purse B (M + 5 - P) * purse S (P + Q).": "; numbers in facts: purse 3 more",
		"$price P * purse B M * purse S Q * B <> S -o purse B (M - P) * purse S (Q + 2 * P).":       "; numbers in facts: purse varies",
		"$price P * purse B M -o purse B (M - P).":                                                  "; numbers in facts: purse varies",
		"purse B M -o purse B (M * 1).":                                                             "; numbers in facts: purse varies",
		"$price P * spot X Y -o spot (X + P) (Y - P).":                                              "; numbers in facts: spot varies",
		"$price P * price M * purse S Q * Q > P -o price (M + P) * purse S (Q - P).":                "; numbers in facts: price varies, purse varies",
	} {
		program, errs := lang.Load("p.cep", []byte(head+"stage s = { r : "+rule+" } #trace _ s { purse ann 3, price 2, spot 1 1 }."))
		require.Empty(t, errs, rule)
		require.Equal(t, want, newNumberChanges(program.Stages[0].Rules[0]).suffix(), rule)
	}
}
