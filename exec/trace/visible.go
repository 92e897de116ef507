package trace

import "github.com/ceptre-graph/ceptre/lang/visible"

// Visible returns a text as one line that shows what a terminal would obey ([visible.Line]).
func Visible(s string) string { return visible.Line(s) }
