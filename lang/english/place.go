package english

import "strings"

// located are the prepositions of places that one is not in.
var located = map[string]string{
	"balcony": "on", "beach": "on", "bridge": "on", "cliff": "on", "coast": "on", "deck": "on", "heath": "on",
	"hill": "on", "island": "on", "jetty": "on", "lawn": "on", "moor": "on", "mountain": "on", "pier": "on",
	"platform": "on", "porch": "on", "quay": "on", "road": "on", "roof": "on", "shore": "on", "stage": "on",
	"staircase": "on", "stairs": "on", "terrace": "on", "veranda": "on",
	"bar": "at", "bench": "at", "corner": "at", "counter": "at", "crossroads": "at", "door": "at", "fair": "at",
	"fountain": "at", "gate": "at", "harbour": "at", "market": "at", "station": "at", "table": "at", "well": "at",
	"window": "at",
}

// Locative returns the preposition before a place where one stays, by its last word: "on" for the
// terrace, "at" for the gate, and "in" for rooms and other places.
func Locative(place string) string {
	words := strings.Fields(place)
	if len(words) > 0 {
		if preposition := located[strings.ToLower(words[len(words)-1])]; preposition != "" {
			return preposition
		}
	}
	return "in"
}
