package play

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A run that can only go round is known to; one that makes more and more, that may go another
// way, or that asks, is not.
func TestRound(t *testing.T) {
	for text, want := range map[string]int{
		"a : pred. stage s = { spin : a -o a. } #trace _ s { a }.":                                                                        1,
		"a : pred. b : pred. stage s = { go : a -o b. back : b -o a. } #trace _ s { a }.":                                                 2,
		"a : pred. stage s = {} stage r = {} qui * stage s -o stage r. qui * stage r -o stage s. #trace _ s { a }.":                       2,
		"a : pred. b : pred. stage s = { spin : a -o a * b. } #trace _ s { a }.":                                                          0,
		"a : pred. stage s = { spin : a -o a. turn : a -o a. } #trace _ s { a }.":                                                         0,
		"w : type. x : w. hear w : sense. #sensor hear WORD. a : pred. stage s = { spin : a * hear W -o a. } #trace _ s { a }.":           0,
		"a : pred. b : pred. c : pred. stage s = { in : c -o a. go : a -o b. back : b -o a. } #trace _ s { c }.":                          2,
		"n : type. z : n. s n : n. a n : pred. b n : pred. stage t = { up : a N -o b (s N). down : b (s N) -o a N. } #trace _ t { a z }.": 2,
		"n : type. z : n. s n : n. a n : pred. stage t = { up : a N -o a (s N). } #trace _ t { a z }.":                                    0,
		"a : pred. stage s = { spin : a -o a. } stage r = {} qui * stage s -o stage r. #trace _ s { }.":                                   0,
	} {
		p := begin(t, load(t, "round", text), 1, 99)
		_, err := p.Run(ctx, Until{Steps: 9})
		require.NoError(t, err)
		require.Equal(t, want, p.Round(), text)
	}
}
