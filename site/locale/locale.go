// Package locale holds the fixed words of pages, such as “Exits” and “2 scenes”, by key and language.
//
// The words of a language are a file of languages, with a line `key: text` for each message. A text has
// placeholders: `A play in {scenes} and {hours}`. A message about a number has a text for each plural form
// that the language has by the Unicode CLDR: `scene/one: {n} scene`. [For] chooses the language, and puts
// the words of an author in the place of ours.
package locale

import (
	"cmp"
	"embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Pictures begins the keys of the words of pictures, and Workbench those of the page to try a program on. Pages
// can be in a language without them.
const (
	Pictures  = "picture-"
	Workbench = "bench-"
)

// Default is the language of pages for which there is no other.
const Default = "en"

//go:embed languages/*.txt
var files embed.FS

// A message is the texts of one key by plural form; a message without plural forms has other alone.
type message struct {
	texts map[plural.Form]string
	tag   language.Tag // the language whose plural rules choose the form
}

// catalogues holds our messages by language and key.
var catalogues = sync.OnceValue(func() map[string]map[string]message {
	all := make(map[string]map[string]message)
	entries, err := files.ReadDir("languages")
	if err != nil {
		panic(err) // embedded: cannot fail
	}
	for _, e := range entries {
		data, err := files.ReadFile("languages/" + e.Name())
		if err != nil {
			panic(err) // embedded: cannot fail
		}
		name := strings.TrimSuffix(e.Name(), ".txt")
		all[name] = parse(string(data), language.MustParse(name))
	}
	return all
})

// parse reads a file of languages. A line that begins with a space continues the line before it, and a
// line that begins with # is a comment.
func parse(text string, tag language.Tag) map[string]message {
	messages := make(map[string]message)
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\n ", " "), "\n") {
		name, said, ok := strings.Cut(line, ": ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		key, form, _ := strings.Cut(name, "/")
		if messages[key].texts == nil {
			messages[key] = message{make(map[plural.Form]string), tag}
		}
		messages[key].texts[forms[cmp.Or(form, "other")]] = said
	}
	return messages
}

// forms are the plural forms of the CLDR by name.
var forms = map[string]plural.Form{
	"zero": plural.Zero, "one": plural.One, "two": plural.Two, "few": plural.Few, "many": plural.Many,
	"other": plural.Other,
}

// Languages returns the languages with words of ours, sorted.
func Languages() []string { return slices.Sorted(maps.Keys(catalogues())) }

// Keys returns the keys of all messages, sorted.
func Keys() []string { return slices.Sorted(maps.Keys(catalogues()[Default])) }

// Words are the fixed words of the pages of one text.
type Words struct {
	// Language is the tag of the language that the words are in.
	Language string
	messages map[string]message
}

// Own are words of an author: texts by key and name of a plural form, "other" for a text without plural
// forms.
type Own map[string]map[string]string

// For returns the words for a text in a language, a tag as in BCP 47 or "" for English. The words of the
// author, which have passed [CheckText], stand in the place of ours. Where we have no
// words in a language, the others are English, and so is the page unless the author has all but those of pictures and
// of the workbench.
func For(tag string, own Own) *Words {
	tag = cmp.Or(tag, Default)
	base := baseOf(tag)
	ours, known := catalogues()[base]
	if !known {
		ours = catalogues()[Default]
	}
	w := &Words{Language: tag, messages: ours}
	if !known && slices.ContainsFunc(Keys(), func(key string) bool {
		return own[key] == nil && !strings.HasPrefix(key, Pictures) && !strings.HasPrefix(key, Workbench)
	}) {
		w.Language = Default
	}
	if len(own) == 0 {
		return w
	}
	w.messages = maps.Clone(ours)
	for key, texts := range own {
		m := message{make(map[plural.Form]string, len(texts)), language.Make(tag)}
		for form, text := range texts {
			m.texts[forms[form]] = text
		}
		w.messages[key] = m
	}
	return w
}

// baseOf returns the language of a tag without its region and script: "pt" for "pt-BR".
func baseOf(tag string) string {
	base, _ := language.Make(tag).Base()
	return base.String()
}

// Same reports whether a text in a language is in the language of the words.
func (w *Words) Same(tag string) bool { return w.Language == tag || baseOf(w.Language) == baseOf(tag) }

// rightToLeft are the scripts that are written from right to left, by their codes as in ISO 15924.
var rightToLeft = strings.Fields("Adlm Arab Hebr Mand Mend Nkoo Rohg Samr Syrc Thaa Yezi")

// Direction returns "rtl" where the words are in a script that is written from right to left, and "" elsewhere,
// as the attribute dir of a page takes it.
func (w *Words) Direction() string {
	if script, _ := language.Make(w.Language).Script(); slices.Contains(rightToLeft, script.String()) {
		return "rtl"
	}
	return ""
}
