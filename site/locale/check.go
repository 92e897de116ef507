package locale

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Plural reports whether the message of a key has plural forms.
func Plural(key string) bool { return len(catalogues()[Default][key].texts) > 1 }

// Placeholders returns the names of the placeholders that the texts of a key may have, sorted.
func Placeholders(key string) []string { return placeholders(catalogues()[Default][key]) }

func placeholders(m message) []string {
	names := make(map[string]bool)
	for _, text := range m.texts {
		for _, p := range pieces(text) {
			names[p.Name] = true
		}
	}
	if len(m.texts) > 1 {
		names["n"] = true // of the number that chooses the form
	}
	delete(names, "")
	return slices.Sorted(maps.Keys(names))
}

// FormNames returns the names of the plural forms that texts may be given for.
func FormNames() []string { return []string{"zero", "one", "two", "few", "many", "other"} }

// CheckText returns an error where a text has a placeholder that the key has no value for.
func CheckText(key, text string) error {
	known := Placeholders(key)
	for _, p := range pieces(text) {
		if p.Name == "" || slices.Contains(known, p.Name) {
			continue
		}
		if len(known) == 0 {
			return fmt.Errorf("%s has no placeholders, and so no {%s}", key, p.Name)
		}
		return fmt.Errorf("%s has no placeholder {%s}; it has {%s}", key, p.Name, strings.Join(known, "}, {"))
	}
	return nil
}
