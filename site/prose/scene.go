package prose

import (
	"errors"
	"slices"
	"strings"
)

// A SceneTopic is the topic of sections that name scenes, with what a scene must have for them. All
// of it may be empty: then the sections are about any scene.
type SceneTopic struct {
	Topic
	rule  part
	with  []part
	place part
	rules []string // the labels of the rules that the rule selects
}

// Selects reports whether the heading selects the rule with a label.
func (t *SceneTopic) Selects(label string) bool { return slices.Contains(t.rules, label) }

// Rule returns the rule that fires in the scene, or a selector of rules as in other headings.
func (t *SceneTopic) Rule() string { return t.rule.text }

// Place returns where the scene is.
func (t *SceneTopic) Place() string { return t.place.text }

// With returns the characters who are there.
func (t *SceneTopic) With() []string {
	names := make([]string, len(t.with))
	for i, name := range t.with {
		names[i] = name.text
	}
	return names
}

// parseScene reads what stands behind the word scene: `RULE with NAME, NAME in PLACE`, each part of
// which may be missing. The parts have offsets in that text.
func parseScene(text string) (t SceneTopic, err error) {
	t.Topic = Topic{Scene, text}
	err = errors.New("a scene is named by what is in it, as in ## scene RULE with NAME, NAME in PLACE")
	words := cutScene(text)
	next := func() part {
		w := part{at: len(text)}
		if len(words) > 0 && words[0].text != "," {
			w, words = words[0], words[1:]
		}
		return w
	}
	follows := func(word string) bool {
		if len(words) == 0 || words[0].text != word {
			return false
		}
		words = words[1:]
		return true
	}
	if len(words) > 0 && words[0].text != "with" && words[0].text != "in" {
		t.rule = next()
	}
	if follows("with") {
		t.with = append(t.with, next())
		for follows(",") {
			t.with = append(t.with, next())
		}
	}
	placed := follows("in")
	if placed {
		t.place = next()
	}
	missing := func(p part) bool { return p.text == "" }
	if len(words) > 0 || placed && missing(t.place) || slices.ContainsFunc(t.with, missing) {
		return t, err
	}
	return t, nil
}

// cutScene returns the words of a heading, and the commas.
func cutScene(text string) []part {
	var words []part
	for at := 0; at < len(text); {
		n := strings.IndexAny(text[at:], " ,")
		switch {
		case n == 0 && text[at] == ' ':
			at++
			continue
		case n == 0:
			n = 1
		case n < 0:
			n = len(text) - at
		}
		words = append(words, part{text[at : at+n], at})
		at += n
	}
	return words
}

// narrowness orders scene topics: one with a rule says the most, then one with more characters, then
// one with a place.
func (t *SceneTopic) narrowness() int {
	n := 2 * len(t.with)
	if t.Rule() != "" {
		n += 1000
	}
	if t.Place() != "" {
		n++
	}
	return n
}

// Scenes returns the topics of the sections that name scenes, the narrowest first, and equally narrow
// ones in the order of the text.
func (n *Narrator) Scenes() []SceneTopic { return n.scenes }
