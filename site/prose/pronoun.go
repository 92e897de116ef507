package prose

import (
	"fmt"
	"strings"
)

// Pronouns are those of a character. The zero value is they.
type Pronouns struct {
	They, Them, Their, Theirs, Themself string
	Plural                              bool // verbs are as after "they"
}

// knownPronouns returns the sets that have a name: the first of their words.
func knownPronouns() []Pronouns {
	return []Pronouns{
		{"they", "them", "their", "theirs", "themself", true},
		{"she", "her", "her", "hers", "herself", false},
		{"he", "him", "his", "his", "himself", false},
		{"it", "it", "its", "its", "itself", false},
	}
}

// parsePronouns reads the name of a set, or five words with slashes. The first words of
// a known set, such as `she/her`, name it, too.
func parsePronouns(s string) (Pronouns, error) {
	parts := strings.Split(s, "/")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	joined := strings.Join(parts, "/") + "/"
	for _, p := range knownPronouns() {
		if strings.HasPrefix(strings.Join([]string{p.They, p.Them, p.Their, p.Theirs, p.Themself}, "/")+"/", joined) {
			return p, nil
		}
	}
	own := Pronouns{Plural: parts[0] == "they"}
	targets := []*string{&own.They, &own.Them, &own.Their, &own.Theirs, &own.Themself}
	if len(parts) != len(targets) || strings.Contains(joined, "//") || parts[0] == "" {
		return Pronouns{}, fmt.Errorf("no pronouns %q; write she, he, they, it, or five words: "+
			"they/them/their/theirs/themself", s)
	}
	for i, word := range parts {
		*targets[i] = word
	}
	return own, nil
}

// say returns one of [forms] of a pronoun or of the verb behind it.
func (p Pronouns) say(form string) string {
	if p.They == "" {
		p = knownPronouns()[0]
	}
	switch form {
	case "they":
		return p.They
	case "them":
		return p.Them
	case "their":
		return p.Their
	case "theirs":
		return p.Theirs
	case "themself":
		return p.Themself
	}
	return p.verb(form)
}

// verb returns a verb, or the end of one, as it stands behind the pronoun.
func (p Pronouns) verb(singular string) string {
	if !p.Plural {
		return singular
	}
	switch singular {
	case "is":
		return "are"
	case "was":
		return "were"
	case "has":
		return "have"
	case "does":
		return "do"
	}
	return ""
}
