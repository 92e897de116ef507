package themes

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// leastThreads is the least number of colours for characters in a theme.
const leastThreads = 6

// Parse reads a theme from the contents of a file of that name. Themes come from
// anywhere, so all of one is checked: its keys, each of which is known and there,
// its colours, and that fonts and ornaments stay what they are in CSS. The error
// names the file and all keys that are wrong, one to a line.
func Parse(name string, data []byte) (*Theme, error) {
	t := &Theme{Name: nameOf(name)}
	r := &reader{file: name}
	r.read("", data, reflect.ValueOf(t).Elem(), asColour)
	if err := errors.Join(r.errs...); err != nil {
		return nil, err
	}
	for _, p := range []*Palette{&t.Dark, &t.Print} {
		if p.Page.Paper == "" { // left out: no key of a palette may be missing
			*p = t.Light
		}
	}
	return t, nil
}

// A reader fills the structs of a theme. It does so by their fields, as
// encoding/json neither misses keys nor says where an unknown one stands.
type reader struct {
	file string
	errs []error
}

// family is the name of a font: words, or any in quotes. Nothing in it could end a
// declaration, a string or an element.
const family = `(-?[A-Za-z][A-Za-z0-9_-]*( [A-Za-z][A-Za-z0-9_-]*)*|"[\pL\pN _.+-]+"|'[\pL\pN _.+-]+')`

var (
	word     = regexp.MustCompile(`^\w{1,40}$`)
	colour   = regexp.MustCompile(`^#([0-9a-f]{3}|[0-9a-f]{6})$`)
	families = regexp.MustCompile(`^` + family + `(, *` + family + `)*$`)
)

// A form returns a string as it is to stand in a theme.
type form func(string) (string, error)

// formOf returns the form of what stands below a key: that above it, if the key does
// not say.
func formOf(key string, above form) form {
	switch key {
	case "description", "ornaments":
		return asText
	case "fonts":
		return asFonts
	}
	return above
}

// read fills v from the JSON at a key.
func (r *reader) read(at string, data []byte, v reflect.Value, as form) {
	switch v.Kind() {
	case reflect.Struct:
		r.readStruct(at, data, v, as)
	case reflect.Slice:
		r.readList(at, data, v, as)
	default:
		r.readString(at, data, v, as)
	}
}

func (r *reader) readStruct(at string, data []byte, v reflect.Value, as form) {
	var values map[string]json.RawMessage
	if !r.decode(at, data, &values, "an object") {
		return
	}
	for i := range v.NumField() {
		key, optional := strings.CutSuffix(v.Type().Field(i).Tag.Get("json"), ",omitzero")
		if key == "-" {
			continue
		}
		value, ok := values[key]
		delete(values, key)
		switch {
		case ok:
			r.read(below(at, key), value, v.Field(i), formOf(key, as))
		case !optional:
			r.fail(below(at, key), "is missing")
		}
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		r.fail(below(at, key), "is not a key of themes")
	}
}

// readList reads the list of a theme: the colours of threads.
func (r *reader) readList(at string, data []byte, v reflect.Value, as form) {
	var values []json.RawMessage
	if !r.decode(at, data, &values, "a list") {
		return
	}
	if len(values) < leastThreads {
		r.fail(at, "has %d colours: at least %d are needed", len(values), leastThreads)
	}
	v.Set(reflect.MakeSlice(v.Type(), len(values), len(values)))
	for i, value := range values {
		r.readString(fmt.Sprintf("%s[%d]", at, i), value, v.Index(i), as)
	}
}

func (r *reader) readString(at string, data []byte, v reflect.Value, as form) {
	var s string
	if !r.decode(at, data, &s, "a string") {
		return
	}
	s, err := as(s)
	if err != nil {
		r.fail(at, "%v", err)
	}
	v.SetString(s)
}

// decode reads JSON of a kind into v. JSON's null is of none.
func (r *reader) decode(at string, data []byte, v any, kind string) bool {
	err := json.Unmarshal(data, v)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		line := 1 + bytes.Count(data[:syntax.Offset], []byte("\n")) // data is the whole file: only that can have such errors
		r.fail(at, "line %d: %v", line, err)
	case err != nil || string(data) == "null":
		r.fail(at, "is not %s", kind)
	default:
		return true
	}
	return false
}

func (r *reader) fail(at, format string, args ...any) {
	if at != "" {
		at += ": "
	}
	r.errs = append(r.errs, errors.New("theme "+r.file+": "+at+fmt.Sprintf(format, args...)))
}

// below returns the path of a key. One that is not a plain word is quoted.
func below(at, key string) string {
	if !word.MatchString(key) {
		key = fmt.Sprintf("%+.60q", key)
	}
	if at == "" {
		return key
	}
	return at + "." + key
}

// asColour takes `#rrggbb` or `#rgb` and returns the former.
func asColour(s string) (string, error) {
	c := strings.ToLower(s)
	if !colour.MatchString(c) {
		return "", fmt.Errorf("%+.60q is not a colour such as #7a1f2b", s)
	}
	if len(c) == len("#rgb") {
		c = "#" + strings.Repeat(c[1:2], 2) + strings.Repeat(c[2:3], 2) + strings.Repeat(c[3:], 2)
	}
	return c, nil
}

// asFonts takes a list of families.
func asFonts(s string) (string, error) {
	if !families.MatchString(s) {
		return "", fmt.Errorf(`%+.60q is not a list of fonts such as "Book Antiqua", Georgia, serif`, s)
	}
	return s, nil
}

// asText takes text of letters, marks and spaces that can all be seen.
func asText(s string) (string, error) {
	for _, r := range s {
		if !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r) {
			return "", fmt.Errorf("%+.60q has what cannot be seen", s)
		}
	}
	return s, nil
}
