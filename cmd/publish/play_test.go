package publish

import (
	"testing"

	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

// A world in Celf is played in Ceptre, with the order of the variables that it binds.
func TestWorldInCelfIsTranslated(t *testing.T) {
	o, err := inCeptre(&syntax.Source{Name: "worlds/inn.clf", Text: []byte(`
guest : type.  room : type.  ann : guest.  hall : room.  at : guest -> room -> type.
go : Pi R. Pi G. at G R -o {at G hall}.  stay : Pi G. at G R -o {at G R}.
#trace 5 {at ann hall}.
`)})
	require.NoError(t, err)
	require.Equal(t, "worlds/inn.cep", o.Name)
	require.Contains(t, o.Text, "go : at G R -o at G hall.")
	require.Equal(t, map[string][]string{"go": {"R", "G"}}, o.Listed)

	o, err = inCeptre(&syntax.Source{Name: "inn.cep", Text: []byte("lamp : pred.")})
	require.NoError(t, err)
	require.Equal(t, "lamp : pred.", o.Text)
	_, err = inCeptre(&syntax.Source{Name: "inn.clf", Text: []byte("lamp : pred.")})
	require.ErrorContains(t, err, "inn.clf:1:8")
}
