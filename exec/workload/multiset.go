package workload

// candidates is the number of candidates in [Ballots].
const candidates = 10

// Ballots is an election by b papers, first past the post: they are counted, candidates with fewer
// votes drop out, and the one that is left is elected. Of each 55 papers 10 are for the last
// candidate, 9 for the one before, and so on; a paper is of few shapes, so most transitions differ
// only in which of many equal resources they take.
func Ballots(b int) string {
	t := new(text)
	t.numbers()
	t.constants("candidate", "c", candidates)
	t.WriteString(`paper candidate : pred.
votes candidate nat : pred.
elected candidate : pred.

stage count = { count : paper C * votes C N -o votes C (N + 1). }
stage compare = { drop : $votes C N * votes D M * M <= N -o (). }
stage result = { elect : votes C _ -o elected C. }
qui * stage count -o stage compare.
qui * stage compare -o stage result.
`)
	for c := range candidates {
		t.fact("votes c%d 0", c)
	}
	for i := range b {
		t.fact("paper c%d", choiceOf(i))
	}
	return t.from("count")
}

// choiceOf is the candidate on a paper.
func choiceOf(paper int) int {
	c := 0
	for left := paper % (candidates * (candidates + 1) / 2); left > c; c++ {
		left -= c + 1
	}
	return c
}

// Primes is a sieve: any of the numbers from 2 to n strikes out a multiple of itself, until only
// primes are left, whatever the choices are.
func Primes(n int) string {
	t := numbers("strike : $num N * num M * N < M * M mod N == 0 -o ().")
	for i := 2; i <= n; i++ {
		t.fact("num %d", i)
	}
	return t.from("main")
}

// Max leaves the largest of the numbers from 1 to n: a number is removed if there is a larger one.
// There are almost n²/2 transitions at the start.
func Max(n int) string {
	t := numbers("drop : num X * $num Y * X < Y -o ().")
	for i := range n {
		t.fact("num %d", i+1)
	}
	return t.from("main")
}

// numbers writes a program of one rule on numbers.
func numbers(rule string) *text {
	t := new(text)
	t.numbers()
	t.line("num nat : pred.\n\n%s", rule)
	return t
}
