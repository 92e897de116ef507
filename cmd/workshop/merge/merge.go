// Package merge combines two changes of one text, by lines.
//
// A line of the base is stable where both changes keep it. Between stable lines lie parts that one change or both
// have rewritten. A part that only one has rewritten, or both in the same way, is taken from there; any other part is
// a conflict. This is diff3, as Khanna, Kunal and Pierce define it (“A formal investigation of diff3”, FSTTCS 2007).
// The lines that a change keeps are a longest common subsequence, found by the greedy algorithm of Myers (“An O(ND)
// difference algorithm and its variations”, Algorithmica 1, 1986).
package merge

import (
	"slices"
	"strings"
)

// mostEdits is how many lines a change may remove and add. The time for a change grows with the product of this
// number and the lines of the text, and the memory with its square.
const mostEdits = 1000

// Lines returns a text with the changes that lead from a base to two others. It reports false where these contradict
// each other, and for changes of more than 1000 lines.
func Lines(base, ours, theirs string) (string, bool) {
	b, o, t := lines(base), lines(ours), lines(theirs)
	keptO, okO := kept(b, o)
	keptT, okT := kept(b, t)
	if !okO || !okT {
		return "", false
	}
	var out []string
	var b0, o0, t0 int // behind the last stable line
	for i := range len(b) + 1 {
		o1, t1 := len(o), len(t)
		if i < len(b) {
			if o1, t1 = keptO[i], keptT[i]; o1 < 0 || t1 < 0 {
				continue // this line is not stable
			}
		}
		part, ok := choose(b[b0:i], o[o0:o1], t[t0:t1])
		if !ok {
			return "", false
		}
		out = append(out, part...)
		if i < len(b) {
			out = append(out, b[i])
		}
		b0, o0, t0 = i+1, o1+1, t1+1
	}
	return strings.Join(out, ""), true
}

// lines cuts a text into its lines, with their ends.
func lines(text string) []string { return slices.Collect(strings.Lines(text)) }

// choose returns a part as it is after two changes, if they do not contradict each other.
func choose(base, ours, theirs []string) ([]string, bool) {
	switch {
	case slices.Equal(base, ours):
		return theirs, true
	case slices.Equal(base, theirs), slices.Equal(ours, theirs):
		return ours, true
	}
	return nil, false
}

// kept returns for each line of a text which line of another it is there, -1 for none: a longest common subsequence.
// It reports false where the texts differ in more than mostEdits lines.
func kept(a, b []string) ([]int, bool) {
	at := make([]int, len(a))
	for i := range at {
		at[i] = -1
	}
	head := 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		at[head] = head
		head++
	}
	tail := 0
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
		at[len(a)-tail] = len(b) - tail
	}
	same, ok := common(a[head:len(a)-tail], b[head:len(b)-tail])
	for _, p := range same {
		at[head+p[0]] = head + p[1]
	}
	return at, ok
}

// common returns the pairs of indices of a longest common subsequence, the last pair first.
//
// On diagonal k = x - y, reach[k] is the furthest x that some number of insertions and deletions leads to. The
// reaches before each such number are kept, to go back along them.
func common(a, b []string) (pairs [][2]int, ok bool) {
	most := min(len(a)+len(b), mostEdits)
	reach := make([]int, 2*most+3) // of diagonal k at k + most + 1
	var before [][]int             // the reaches of diagonals -d-1 to d+1, by d
	for d := range most + 1 {
		before = append(before, slices.Clone(reach[most-d:most+d+3]))
		for k := -d; k <= d; k += 2 {
			x := step(reach, most+1, d, k)
			for y := x - k; x < len(a) && y < len(b) && a[x] == b[y]; y++ {
				x++
			}
			reach[k+most+1] = x
			if x >= len(a) && x-k >= len(b) {
				return back(before, len(a), len(b)), true
			}
		}
	}
	return nil, false
}

// step returns where a path is after its last insertion or deletion, the d-th, on diagonal k. The reach of diagonal
// 0 stands at zero.
func step(reach []int, zero, d, k int) int {
	switch {
	case d == 0:
		return 0
	case k == -d, k != d && reach[zero+k-1] < reach[zero+k+1]:
		return reach[zero+k+1] // a line of b is inserted
	}
	return reach[zero+k-1] + 1 // a line of a is deleted
}

// back follows a shortest path from its end, and returns the pairs of equal lines on it.
func back(before [][]int, x, y int) (pairs [][2]int) {
	for d := len(before) - 1; d >= 0; d-- {
		k := x - y
		start := step(before[d], d+1, d, k)
		for x > start {
			x, y = x-1, y-1
			pairs = append(pairs, [2]int{x, y})
		}
		if k == -d || k != d && before[d][d+k] < before[d][d+k+2] {
			y--
		} else {
			x--
		}
	}
	return pairs
}
