package render

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/themes"
)

// Thirty characters have lines of their own in a theme of ten colours, at their
// start and on their way.
func TestThirtyCharacters(t *testing.T) {
	var names []string
	for i := range 30 {
		names = append(names, fmt.Sprintf("c%d", i))
	}
	everyone := strings.Join(names, " ")
	g := tell(t, "type character "+everyone+"\nmeet "+everyone+" : + met\npart "+everyone+" : - met")
	theme, err := themes.Find("")
	require.NoError(t, err)
	require.Len(t, theme.Picture.Threads, 10)
	d, err := draw(g, Options{View: Threads, Theme: theme})
	require.NoError(t, err)

	looks := make(map[string]bool)
	for _, n := range d.nodes[:30] {
		looks[n.value("color")+" "+n.value("style")] = true
	}
	require.Len(t, looks, 30)
	var ways []string
	for _, e := range d.edges {
		colours := strings.Split(e.value("color"), ":"+theme.Picture.Background+":")
		ways = append(ways, fmt.Sprintf("%s %s %s %d", e.from, e.to, e.value("style"), len(colours)))
	}
	require.Equal(t, "c1 t1 solid 1", ways[0])
	require.Equal(t, "c11 t1 dashed 1", ways[10])
	require.Equal(t, "c30 t1 dotted 1", ways[29])
	require.Equal(t, []string{"t1 t2 solid 10", "t1 t2 dashed 10", "t1 t2 dotted 10"}, ways[30:])
}

// value returns the value of an attribute, "" where there is none.
func (as attrs) value(name string) string {
	for _, a := range as {
		if a.name == name {
			return a.value
		}
	}
	return ""
}

// Where characters are predicates, their lines join in the events that touch
// facts of both, whether they were asked for or chosen.
func TestPredicatesAsCharacters(t *testing.T) {
	g := tell(t, "init tamara hall, luisa attic\n"+
		"walk attic hall : - luisa attic, + luisa hall\n"+
		"talk hall : $ tamara hall, $ luisa hall\n"+
		"walk hall attic : - tamara hall, + tamara attic\n")
	for by, want := range map[string][]string{
		"tamara":        {"c1 t2", "t2 t3"},
		"tamara, luisa": {"c2 t1", "c1 t2", "t1 t2", "t2 t3"},
		"":              {"c1 t1", "t1 t2", "c2 t2", "t2 t3"},
	} {
		d, err := draw(g, Options{View: Threads, By: by})
		require.NoError(t, err)
		var ways []string
		for _, e := range d.edges {
			ways = append(ways, e.from+" "+e.to)
		}
		require.Equal(t, want, ways, by)
	}
}
