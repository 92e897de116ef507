package themes

import (
	"bytes"
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
// anywhere, so all of one is checked: its keys, each of which is known and there
// (unless the theme has a base), its colours, and that fonts and ornaments stay
// what they are in CSS. The error has a line `file:line:column: key: message` for
// each key that is wrong, in the order of the file.
func Parse(name string, data []byte) (*Theme, error) { return parseOn("", name, data) }

// parseOn reads a theme that has this base where it names none itself.
func parseOn(base, name string, data []byte) (*Theme, error) {
	data, err := plainText(name, data)
	if err != nil {
		return nil, err
	}
	r := &reader{file: name, data: data}
	t := &Theme{}
	whole, err := r.tree()
	if err != nil {
		return nil, err
	}
	if b := baseOf(whole, base); b != "" {
		if t, err = builtIn(b); err != nil {
			return nil, err
		}
		r.based = true
	}
	t.Name = nameOf(name)
	r.read("", whole, reflect.ValueOf(t).Elem(), asColour)
	if r.lacks {
		r.fail("base", whole, "is missing, too: write `\"base\": %q`, or another of %s, for everything that is left out",
			Default, inBackticks(Names()))
	}
	if len(r.faults) > 0 {
		return nil, r.all()
	}
	t.fill()
	t.warnings = r.warnings(whole, t)
	return t, nil
}

// tree reads the file. One in which nothing stands is refused with a hint: it may work, but
// who wrote it does not know how to go on.
func (r *reader) tree() (*node, error) {
	whole, err := parseTree(r.data)
	blank := len(bytes.TrimSpace(r.data)) == 0
	switch {
	case blank || err == nil && whole.kind == object && len(whole.keys) == 0:
		return nil, fmt.Errorf("%s: is empty: write `{\"base\": %q}`, or another of %s, and after it what is to differ from "+
			"there", r.file, Default, inBackticks(Names()))
	case err != nil:
		return nil, fmt.Errorf("%s:%s: %s", r.file, position(r.data, faultOf(err)), inWords(r.data, err))
	}
	return whole, nil
}

// inBackticks returns names for a message.
func inBackticks(names []string) string { return "`" + strings.Join(names, "`, `") + "`" }

// baseOf returns the base that a theme names, if there is such a theme.
func baseOf(whole *node, otherwise string) string {
	named, ok := whole.keys["base"]
	if !ok {
		return otherwise
	}
	if _, err := asBase(named.text); err != nil {
		return Default // the mistake is found when the key is read
	}
	return named.text
}

// fill gives the palettes that were left out. No key of a palette may be missing, so
// one without paper was.
func (t *Theme) fill() {
	for _, p := range []*Palette{&t.Dark, &t.Print} {
		if p.Page.Paper == "" {
			*p = t.Light
		}
	}
}

// A reader fills the structs of a theme. It does so by their fields, as
// encoding/json neither misses keys nor says where an unknown one stands.
type reader struct {
	file  string
	data  []byte
	based bool // based: a base supplies missing keys
	lacks bool // lacks: a key is missing in all bases

	faults []fault
}

// A fault is a mistake at an offset.
type fault struct {
	at      int
	message string
}

// inOrder sorts faults as their file has them.
func inOrder(faults []fault) {
	slices.SortStableFunc(faults, func(a, b fault) int { return a.at - b.at })
}

// mostFaults is how many faults are told of at once: a file with more is no theme.
const mostFaults = 100

// all returns the faults as one error, in the order of the file.
func (r *reader) all() error {
	inOrder(r.faults)
	var errs []error
	for _, f := range r.faults[:min(len(r.faults), mostFaults)] {
		errs = append(errs, fmt.Errorf("%s:%s: %s", r.file, position(r.data, f.at), f.message))
	}
	if more := len(r.faults) - mostFaults; more > 0 {
		errs = append(errs, fmt.Errorf("%s: and %d more", r.file, more))
	}
	return errors.Join(errs...)
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
	case "base":
		return asBase
	}
	return above
}

// read fills v from the JSON at a key.
func (r *reader) read(at string, n *node, v reflect.Value, as form) {
	switch v.Kind() {
	case reflect.Struct:
		r.readStruct(at, n, v, as)
	case reflect.Slice:
		r.readList(at, n, v, as)
	default:
		r.readString(at, n, v, as)
	}
}

func (r *reader) readStruct(at string, n *node, v reflect.Value, as form) {
	if !r.is(object, at, n) {
		return
	}
	left := maps.Clone(n.keys)
	for i := range v.NumField() {
		key, optional := strings.CutSuffix(v.Type().Field(i).Tag.Get("json"), ",omitzero")
		if key == "-" || key == "" {
			continue
		}
		value, ok := left[key]
		delete(left, key)
		switch {
		case ok:
			r.read(below(at, key), value, v.Field(i), formOf(key, as))
		case !optional && !r.based:
			r.lacks = true
			r.fail(below(at, key), n, "is missing")
		}
	}
	for _, k := range n.again {
		r.fault(below(at, k.key), k.at, "stands here again, after %s: take one of them away", position(r.data, k.first))
	}
	for _, key := range slices.Sorted(maps.Keys(left)) {
		r.fail(below(at, key), left[key], "is not a key of themes")
	}
}

// readList reads the list of a theme: the colours of threads.
func (r *reader) readList(at string, n *node, v reflect.Value, as form) {
	if !r.is(list, at, n) {
		return
	}
	if len(n.values) < leastThreads {
		r.fail(at, n, "has %d colours: at least %d are needed", len(n.values), leastThreads)
	}
	v.Set(reflect.MakeSlice(v.Type(), len(n.values), len(n.values)))
	for i, value := range n.values {
		r.readString(fmt.Sprintf("%s[%d]", at, i), value, v.Index(i), as)
	}
}

func (r *reader) readString(at string, n *node, v reflect.Value, as form) {
	if !r.is(text, at, n) {
		return
	}
	s, err := as(n.text)
	if err != nil {
		r.fail(at, n, "%v", err)
	}
	v.SetString(s)
}

// is reports whether a value is of a kind; it is a fault if not.
func (r *reader) is(k kind, at string, n *node) bool {
	if n.kind != k {
		r.fail(at, n, "is not %s", k)
	}
	return n.kind == k
}

// fail tells of a fault of the value at a key.
func (r *reader) fail(at string, n *node, format string, args ...any) {
	r.fault(at, n.at, format, args...)
}

// fault reports a mistake in a key, at an offset of the file.
func (r *reader) fault(key string, at int, format string, args ...any) {
	if key != "" {
		key += ": "
	}
	r.faults = append(r.faults, fault{at, key + fmt.Sprintf(format, args...)})
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
			return "", fmt.Errorf("%+.60q has invisible characters", s)
		}
	}
	return s, nil
}

// asBase takes the name of a theme of this package.
func asBase(s string) (string, error) {
	if !slices.Contains(Names(), s) {
		return "", fmt.Errorf("%+.60q is not one of %s", s, strings.Join(Names(), ", "))
	}
	return s, nil
}
