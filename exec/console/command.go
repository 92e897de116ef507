package console

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/lang"
)

// A command is a line that a player of interactive fiction types. The constructors of a type are
// the grammar: the parts of a constructor's name are words, and its arguments stand between them.
//
//	look : command.                         look
//	take thing : command.                   take the brass lamp
//	pick_up thing : command.                pick up the lamp
//	put_on thing thing : command.           put the lamp on the table
//	say_to string person : command.         say good morning to ann
//
// A thing is called by the words of its name, or by the last of them if that is
// enough. Articles, capitals and full stops do not matter.

// articles are words that commands may hold and that say nothing.
var articles = []string{"a", "an", "the", "some"}

func (c *Console) command(text string, want *lang.Type) (lang.Value, error) {
	words := wordsOf(text)
	switch {
	case len(words) == 0:
		return lang.Value{}, errors.New("say something: " + examples(want, asCommand))
	case len(words) > mostWords:
		return lang.Value{}, fmt.Errorf("say it in %d words", mostWords)
	}
	var whole, short []lang.Value
	for _, r := range read(words, want) {
		list := &whole
		if r.short {
			list = &short
		}
		if !slices.ContainsFunc(*list, r.value.Equal) {
			*list = append(*list, r.value)
		}
	}
	found := whole
	if len(found) == 0 {
		found = short
	}
	switch len(found) {
	case 0:
		return lang.Value{}, fmt.Errorf("that makes no sense here; there are %s", examples(want, asCommand))
	case 1:
		return found[0], nil
	}
	return lang.Value{}, fmt.Errorf("is that `%s` or `%s`?", found[0], found[1])
}

// mostWords is how long a command may be: there are many ways to read long ones.
const mostWords = 20

// wordsOf returns the words of a command.
func wordsOf(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(".,;:!?", r)
	})
	return slices.DeleteFunc(words, func(w string) bool { return slices.Contains(articles, w) })
}

// reading is a value that words may mean; short says that a thing was called by a part of its name.
type reading struct {
	value lang.Value
	short bool
}

// read returns all values of a type that the words may mean.
func read(words []string, want *lang.Type) []reading {
	switch {
	case len(words) == 0:
		return nil
	case want.Texts:
		return []reading{{value: lang.Value{Text: strings.Join(words, " ")}}}
	case want.Numerals:
		if len(words) != 1 || strings.Trim(words[0], "0123456789") != "" || len(words[0]) > mostDigits {
			return nil
		}
		return []reading{{value: lang.NumberValue(want, lang.ParseNat(words[0]))}}
	}
	var out []reading
	for _, k := range want.Constructors {
		if len(k.Args) == 0 { // a constant: its name, or the last words of it
			name := nameWords(k)
			if len(words) <= len(name) && slices.Equal(words, name[len(name)-len(words):]) {
				out = append(out, reading{lang.NewValue(k, nil), len(words) < len(name)})
			}
			continue
		}
		out = append(out, readParts(words, k, parts(k), nil, false)...)
	}
	return out
}

// mostDigits bounds the digits of a typed number.
const mostDigits = 100

func nameWords(k *lang.Constructor) []string {
	return strings.FieldsFunc(strings.ToLower(k.Name), func(r rune) bool { return strings.ContainsRune(`_-/\`, r) })
}

// parts returns the form of a constructor: words, and "" for each argument. The words that
// outnumber the arguments come first, at least one.
func parts(k *lang.Constructor) []string {
	words := nameWords(k)
	lead := min(len(words), max(1, len(words)-len(k.Args)+1))
	out := slices.Clone(words[:lead])
	words = words[lead:]
	for range k.Args {
		out = append(out, "")
		if len(words) > 0 {
			out = append(out, words[0])
			words = words[1:]
		}
	}
	return out
}

// asCommand returns the form of a constructor as players type it: `put THING on
// THING`.
func asCommand(k *lang.Constructor) string {
	words := parts(k)
	if len(k.Args) == 0 {
		words = nameWords(k)
	}
	i := 0
	for j, w := range words {
		if w == "" {
			words[j] = strings.ToUpper(k.Args[i].Name)
			i++
		}
	}
	return strings.Join(words, " ")
}

// readParts reads the rest of a constructor's form, with these arguments so far.
func readParts(words []string, k *lang.Constructor, parts []string, args []lang.Value, short bool) []reading {
	switch {
	case len(parts) == 0 && len(words) == 0:
		return []reading{{lang.NewValue(k, slices.Clone(args)), short}}
	case len(parts) == 0 || len(words) == 0:
		return nil
	case parts[0] != "":
		if words[0] != parts[0] {
			return nil
		}
		return readParts(words[1:], k, parts[1:], args, short)
	}
	var out []reading
	for n := 1; n <= len(words); n++ {
		for _, r := range read(words[:n], k.Args[len(args)]) {
			out = append(out, readParts(words[n:], k, parts[1:], append(args, r.value), short || r.short)...)
		}
	}
	return out
}
