package workload

// Village is n people, four or more, in max(3, n/10) places in a circle, who travel and have
// feelings for each other. A feeling is used up by its effect, so the number of facts is the same
// in every state: four for each person.
//
// Person i starts at place i and likes persons i+1, i+2, and i plus the number of places; the last
// is at the same place.
func Village(n int) string {
	return village(n, "", `
travel : at C L * path L L' -o at C L'.
compliment : $at C L * $at C' L * likes C C' -o likes C' C.
jealousy : $at A L * $at B L * $at C L * likes A B * $likes B C -o anger A C.
insult : anger C C' -o anger C' C.
forgive : anger C C' -o likes C C'.
`)
}

// GrowingVillage is a [Village] whose people keep their feelings, so that most steps add one; a
// person with four equal angers against another may use them up for a murder. Many resources are of
// few shapes, and each choice of them counts.
func GrowingVillage(n int) string {
	return village(n, "dead person : pred.\n", `
travel : at C L * path L L' -o at C L'.
compliment : $at C L * $at C' L * $likes C C' -o likes C' C.
jealousy : $at A L * $at B L * $at C L * $likes A B * $likes B C -o anger A C.
insult : $anger C C' -o anger C' C.
forgive : $anger C C' -o likes C C'.
murder : $at C L * at C' L * anger C C' * anger C C' * anger C C' * anger C C' -o dead C'.
`)
}

func village(n int, more, rules string) string {
	t, places := new(text), places(n)
	t.constants("person", "c", n)
	t.constants("place", "p", places)
	t.WriteString(
		"at person place : pred.\nlikes person person : pred.\nanger person person : pred.\npath place place : " +
			"bwd.\n" + more)
	for i := range places {
		next := (i + 1) % places
		t.line("path p%d p%d. path p%d p%d.", i, next, next, i)
	}
	t.WriteString(rules)
	for i := range n {
		t.fact("at c%d p%d", i, i%places)
	}
	for i := range n {
		for _, j := range liked(i, n) {
			t.fact("likes c%d c%d", i, j)
		}
	}
	return t.from("main")
}

// places is the number of places of a village of n people.
func places(n int) int { return max(3, n/10) }

// liked are the persons that person i of n likes at the start.
func liked(i, n int) [3]int { return [3]int{(i + 1) % n, (i + 2) % n, (i + places(n)) % n} }

// Crowd is n people in max(3, n/10) places. Any two who are at different places may
// change them, so the number of transitions is almost n².
func Crowd(n int) string {
	t, places := new(text), places(n)
	t.constants("person", "c", n)
	t.constants("place", "p", places)
	t.WriteString("at person place : pred.\n\nswap : at C L * at D M * L <> M -o at C M * at D L.\n")
	for i := range n {
		t.fact("at c%d p%d", i, i%places)
	}
	return t.from("main")
}
