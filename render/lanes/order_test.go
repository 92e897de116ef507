package lanes

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// meetings makes companies of some characters.
func meetings(n int) *rapid.Generator[[]company] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) company {
		who := rapid.SliceOfNDistinct(rapid.IntRange(0, n-1), 2, min(n, 4), rapid.ID).Draw(t, "who")
		slices.Sort(who)
		return company{who: who, weight: rapid.IntRange(1, 5).Draw(t, "weight")}
	}), 0, 12)
}

// spanned is the sum of what meetings span.
func spanned(order []int, companies []company) (sum int) {
	for _, c := range companies {
		low, high := len(order), 0
		for _, i := range c.who {
			low, high = min(low, slices.Index(order, i)), max(high, slices.Index(order, i))
		}
		sum += (high - low) * c.weight
	}
	return sum
}

// orders calls a function for all orders of what stands from a place on.
func orders(order []int, from int, do func([]int)) {
	if from == len(order) {
		do(order)
		return
	}
	for i := from; i < len(order); i++ {
		order[from], order[i] = order[i], order[from]
		orders(order, from+1, do)
		order[from], order[i] = order[i], order[from]
	}
}

func isOrder(t *rapid.T, n int, order []int) {
	require.Equal(t, given(n), slices.Sorted(slices.Values(order)))
}

func TestFewLanesAreInTheBestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 7).Draw(t, "lanes")
		companies := meetings(n).Draw(t, "companies")
		order := arrange(n, companies)
		isOrder(t, n, order)
		least := spanned(order, companies)
		orders(given(n), 0, func(o []int) { require.LessOrEqual(t, least, spanned(o, companies)) })
	})
}

func TestManyLanesAreInNoWorseAnOrderThanGiven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(exactly+1, 20).Draw(t, "lanes")
		companies := meetings(n).Draw(t, "companies")
		order := arrange(n, companies)
		isOrder(t, n, order)
		require.LessOrEqual(t, spanned(order, companies), spanned(given(n), companies))
	})
}

func TestSiftingKnowsItsCost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 20).Draw(t, "lanes")
		companies := meetings(n).Draw(t, "companies")
		s := newSifter(given(n), companies)
		for range rapid.IntRange(1, 10).Draw(t, "moves") {
			before := s.cost()
			lane := rapid.IntRange(0, n-2).Draw(t, "lane")
			by := s.move(s.order[lane], lane+1)
			require.Equal(t, before+by, s.cost())
			require.Equal(t, spanned(s.order, companies), s.cost())
		}
	})
}

func TestWithoutMeetingsTheOrderStays(t *testing.T) {
	for _, n := range []int{0, 1, 5, exactly + 5} {
		require.Equal(t, given(n), arrange(n, nil))
	}
}
