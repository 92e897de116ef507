package game

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// told asks for something with the story from a point on, and returns its passages, a text for each.
func told(t *testing.T, h *Handler, r do, from int) (texts []string, of *tale) {
	t.Helper()
	r["told"] = from
	of = asked(t, h, r).Tale
	for _, p := range of.Passages {
		text := p.Choice + "|" + p.Title + "|" + string(p.Text) + p.Plain
		if p.Scene != nil {
			text = p.Scene.Title + ": " + text
		}
		texts = append(texts, text)
	}
	return texts, of
}

// A tale has the author's words for the beginning, scenes, steps, choices and the ending, and names where
// there are none. It goes on from the last point that the page has told.
func TestTale(t *testing.T) {
	s := sitting(t, `who : type. ann : who. ben : who. place : type. hall : place. attic : place.
at who place : pred. key : pred. rich : pred. time : pred.
stage day = {
go : at C A * A != attic * $time -o at C attic. find : $at C attic * $time -o key. sell : key * time -o rich. }
day/end : qui * stage day * $rich -o ().
#interactive day.
#trace _ day { at ann hall, at ben hall, time }.
`, do{"prose": `---
places: {attic: the attic}
---

Hello.

## go
{C} *climbs*.

### choice
Climb, {C}

## scene go
### Up from {L}

## scene go (later times)
### Again

## scene find with ben
### Luck of {C}

## fact key
a key lies there

## ending
### Done
Good night.
`})
	texts, of := told(t, s, do{"do": "view"}, -1)
	require.Equal(t, []string{"||<p>Hello.</p>\n"}, texts)
	require.Equal(t, []choice{{Number: 1, Text: "Climb, Ann", Rule: "Go"}, {Number: 2, Text: "Climb, Ben", Rule: "Go"}},
		of.Choices)

	texts, _ = told(t, s, do{"do": "make", "move": "go ann"}, 0)
	require.Equal(t, []string{"Up from hall: Climb, Ann||<p>Ann <em>climbs</em>.</p>\n"}, texts)
	texts, _ = told(t, s, do{"do": "make", "move": "go ben"}, 1)
	require.Equal(t, []string{"Again: Climb, Ben||<p>Ben <em>climbs</em>.</p>\n"}, texts)
	texts, _ = told(t, s, do{"do": "make", "move": "find ben"}, 2)
	require.Equal(t, []string{"Luck of Ben: ||Find: Ben. Now: a key lies there."}, texts)

	// Elsewhere in the tree, what came before is remembered: the scene is the first of its kind there.
	told(t, s, do{"do": "go", "point": 0}, 3)
	texts, of = told(t, s, do{"do": "make", "move": "go ben"}, 3)
	require.Equal(t, []string{"Up from hall: Climb, Ben||<p>Ben <em>climbs</em>.</p>\n"}, texts)
	require.Zero(t, of.From)

	told(t, s, do{"do": "go", "point": 3}, 4)
	texts, of = told(t, s, do{"do": "make", "move": "sell"}, 3)
	require.Equal(t, []string{"||Sell. Now: rich. No longer: a key lies there; time.", "||"}, texts,
		"the end of a stage says nothing")
	require.Equal(t, &passage{Title: "Done", Text: "<p>Good night.</p>\n"}, of.Ending)

	// To take back is to take back the choice, with all that followed.
	texts, of = told(t, s, do{"do": "undo"}, 6)
	require.Empty(t, texts)
	require.EqualValues(t, 3, of.From)
}

// A scene that is named by characters and place alone has its name once, and again after something else.
func TestScenesGoOn(t *testing.T) {
	s := sitting(t, `who : type. ann : who. ben : who. place : type. hall : place. attic : place.
at who place : pred. time : pred. way place place : pred.
stage day = {
talk : $at C L * $at C' L * C != C' * $time -o (). wait : $time -o (). look : $at C L * $time -o ().
go : at C L * $way L L' -o at C L'. }
#interactive day.
#trace _ day { at ann hall, at ben hall, time, way hall attic, way attic hall }.
`, do{"prose": `## scene with ann, ben in hall
### They meet

## scene with ann, ben in hall (later times)
### They meet again

## scene go
### On the stairs
`})
	var titles []string
	for i, move := range []string{"look ann hall", "talk ann hall ben", "wait", "talk ben hall ann", "look ben hall",
		"talk ann hall ben", "go ann hall attic", "go ann attic hall", "talk ben hall ann"} {
		_, of := told(t, s, do{"do": "make", "move": move}, i)
		title := ""
		if scene := of.Passages[0].Scene; scene != nil {
			title = scene.Title
		}
		titles = append(titles, title)
	}
	require.Equal(t, []string{"", "They meet", "", "", "", "They meet again", "On the stairs", "On the stairs",
		"They meet again"}, titles)
}
