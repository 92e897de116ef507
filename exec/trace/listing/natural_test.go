package listing

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNaturalOrder(t *testing.T) {
	want := []string{"", "!a 2", "at a", "cell 0", "cell 1", "cell 01", "cell 2 10", "cell 10 2",
		"cell 99999999999999999998", "cell 99999999999999999999", "cell x", "cells"}
	got := slices.Clone(want)
	shuffle := rand.New(rand.NewPCG(1, 2)).Shuffle
	for range 100 {
		shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
		slices.SortFunc(got, natural)
		require.Equal(t, want, got)
	}
}
