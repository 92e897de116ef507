package lang

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestUnused: a name used only by unused ones is unused, and so are types that refer to each
// other.
func TestUnused(t *testing.T) {
	for _, c := range []struct {
		text  string
		codes []string
	}{
		{"t : type. a : t. p t : pred. q t : bwd. q X <- q X. p X -o ().", []string{"unused-constant", "unused-predicate"}},
		{"t : type. a : t. p t : pred. q t : bwd. r t : bwd. q X <- r X. r a. p X -o ().",
			[]string{"unused-predicate", "unused-predicate"}},
		{"t : type. a : t. p t : pred. q t : bwd. r t : bwd. q X <- r X. r a. p X * q X -o ().", nil},
		{"t : type. a : t. b : t. p : pred. p -o ().", []string{"unused-type"}},
		{"t : type. u : type. a : t. f t : u. p u : pred. p (f a) -o ().", nil},
		{"t : type. leaf : t. node t t : t. p : pred. p -o ().", []string{"unused-type"}},
		{"nat : type. #builtin NAT nat. p : pred. p * 2 > 1 -o ().", nil},
	} {
		prog, errs := Load("t.cep", []byte(c.text+" #trace _ main { }."))
		require.NotNil(t, prog, c.text)
		var codes []string
		for _, e := range errs {
			if e.Code != "never-fires" {
				codes = append(codes, string(e.Code))
			}
		}
		require.ElementsMatch(t, c.codes, codes, c.text)
	}
}
