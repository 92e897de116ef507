package workload

// Ring is k tokens on a ring of k places. Each step moves one; there are always k
// transitions.
func Ring(k int) string {
	t := ring(k)
	t.WriteString("\nmove : tok I * $next I J -o tok J.\n")
	return t.from("main")
}

// CountedRing is a [Ring] whose tokens share a counter, so that no two steps are
// independent of each other. It stops after so many turns.
func CountedRing(k, turns int) string {
	t := ring(k)
	t.numbers()
	t.WriteString("turns nat : pred.\n\nmove : tok I * $next I J * turns (N + 1) -o tok J * turns N.\n")
	t.fact("turns %d", turns)
	return t.from("main")
}

// ring writes the common part of both rings: k places, the ways from each to the next, and the
// tokens.
func ring(k int) *text {
	t := new(text)
	t.constants("place", "p", k)
	t.WriteString("tok place : pred.\nnext place place : pred.\n")
	for i := range k {
		t.fact("tok p%d", i)
	}
	for i := range k {
		t.fact("next p%d p%d", i, (i+1)%k)
	}
	return t
}
