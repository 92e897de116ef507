package workload

// stops is the number of places on the rings of [Rules] and [Tokens].
const stops = 10

// Rules is n rules, each of which moves a token of its own on a ring. Each step changes the
// transitions of one of them; there are always n transitions.
func Rules(n int) string {
	t := new(text)
	t.ring()
	for i := range n {
		t.line("tok%d place : pred.", i)
	}
	for i := range n {
		t.line("move%d : tok%d I * $next I J -o tok%d J.", i, i, i)
	}
	for i := range n {
		t.fact("tok%d p%d", i, i%stops)
	}
	return t.from("main")
}

// Tokens is [Rules] with one predicate for all tokens, whose facts have another constant for each
// of the rules.
func Tokens(n int) string {
	t := new(text)
	t.ring()
	t.constants("token", "t", n)
	t.line("tok token place : pred.")
	for i := range n {
		t.line("move%d : tok t%d I * $next I J -o tok t%d J.", i, i, i)
	}
	for i := range n {
		t.fact("tok t%d p%d", i, i%stops)
	}
	return t.from("main")
}

// ring declares places, and the next one of each.
func (t *text) ring() {
	t.constants("place", "p", stops)
	t.line("next place place : pred.")
	for i := range stops {
		t.fact("next p%d p%d", i, (i+1)%stops)
	}
}
