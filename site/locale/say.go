package locale

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
)

// Say returns the message of a key. Behind the key stand the names of its placeholders, each with its
// value.
func (w *Words) Say(key string, values ...any) string {
	return fill(w.text(key, plural.Other), values)
}

// Count returns the message of a key for a number, which is also the value of {n}.
func (w *Words) Count(key string, n int, values ...any) string {
	form := plural.Cardinal.MatchPlural(w.messages[key].tag, n, 0, 0, 0, 0)
	return fill(w.text(key, form), append([]any{"n", n}, values...))
}

// Text returns the message of a key as it is written, with its placeholders.
func (w *Words) Text(key string) string { return w.text(key, plural.Other) }

// Forms returns the texts of a key as they are written, by the names of plural forms; a message without
// plural forms has "other" alone.
func (w *Words) Forms(key string) map[string]string {
	all := make(map[string]string)
	for name, form := range forms {
		if text, ok := w.messages[key].texts[form]; ok {
			all[name] = text
		}
	}
	return all
}

// text returns the text of a key for a plural form, or for all other numbers where it has none.
func (w *Words) text(key string, form plural.Form) string {
	m, ok := w.messages[key]
	if !ok {
		panic("locale: no message " + key)
	}
	if text, ok := m.texts[form]; ok {
		return text
	}
	return m.texts[plural.Other]
}

// fill puts values in the place of placeholders. Values may hold braces: no text is looked at twice.
func fill(text string, values []any) string {
	var pairs []string
	for i := 0; i+1 < len(values); i += 2 {
		pairs = append(pairs, fmt.Sprintf("{%v}", values[i]), fmt.Sprint(values[i+1]))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// A Piece is a part of a message: text, or the name of a placeholder.
type Piece struct{ Text, Name string }

// Pieces returns the parts of a message, for a page that marks its values up.
func (w *Words) Pieces(key string) []Piece { return pieces(w.text(key, plural.Other)) }

func pieces(text string) []Piece {
	var all []Piece
	for text != "" {
		before, behind, _ := strings.Cut(text, "{")
		if before != "" {
			all = append(all, Piece{Text: before})
		}
		var name string
		if name, text, _ = strings.Cut(behind, "}"); name != "" {
			all = append(all, Piece{Name: name})
		}
	}
	return all
}

// List returns a list of texts: "a, b and c".
func (w *Words) List(items []string) string { return w.join(items, "list", "list-last") }

// Either returns a list of texts: "a, b or c".
func (w *Words) Either(items []string) string { return w.join(items, "list", "list-or") }

// Clauses returns a list of clauses: "a; b; c".
func (w *Words) Clauses(items []string) string { return w.join(items, "list-clauses", "list-clauses") }

func (w *Words) join(items []string, key, last string) string {
	if len(items) == 0 {
		return ""
	}
	text := items[0]
	for i, item := range items[1:] {
		if i == len(items)-2 {
			key = last
		}
		text = w.Say(key, "first", text, "second", item)
	}
	return text
}

// Ordinal returns "first", "second", …, and in digits what the language has no word of ours for.
func (w *Words) Ordinal(n int) string {
	if spelled := strings.Fields(w.text("ordinals", plural.Other)); 0 < n && n <= len(spelled) {
		return spelled[n-1]
	}
	form := plural.Ordinal.MatchPlural(w.messages["ordinal"].tag, n, 0, 0, 0, 0)
	return fill(w.text("ordinal", form), []any{"n", strconv.Itoa(n)})
}

// Hours says when something happens that takes some hours: "in the first hour", "from the first hour to
// the third".
func (w *Words) Hours(first, last int) string {
	if first == last {
		return w.Say("in-hour", "nth", w.Ordinal(first))
	}
	return w.Say("from-hour", "first", w.Ordinal(first), "last", w.Ordinal(last))
}
