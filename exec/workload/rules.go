package workload

import "fmt"

// Rules is n rules, each of which moves a token of its own on a ring of ten places. Each step
// changes what one of them can do; there are always n transitions.
func Rules(n int) string {
	const places = 10
	t := new(text)
	t.constants("place", "p", places)
	t.WriteString("next place place : pred.\n")
	for i := range n {
		fmt.Fprintf(t, "tok%d place : pred.\n", i)
	}
	for i := range n {
		fmt.Fprintf(t, "move%d : tok%d I * $next I J -o tok%d J.\n", i, i, i)
	}
	for i := range places {
		t.fact("next p%d p%d", i, (i+1)%places)
	}
	for i := range n {
		t.fact("tok%d p%d", i, i%places)
	}
	return t.from("main")
}
