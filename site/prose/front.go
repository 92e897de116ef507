package prose

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/site/words"
)

// This file is the only one that knows the YAML library.

// Front is the front matter: YAML before the text, between two lines of `---`.
type Front struct {
	Title       string
	Author      string
	Language    string // of the text, as in BCP 47; "" is English
	Description string
	Theme       string // that is taken where the command names none
	URL         string // where the site will lie, for previews and the sitemap
	// By names the characters without saying more of them, as package cast has it; At is the
	// predicate that says where they are. Either may be "none", and is empty where nothing is said.
	By, At     string
	Characters map[string]Person
	Places     map[string]string // as they stand behind a preposition: "the tomb"
	Names      map[string]string // of anything else
	Words      locale.Own        // fixed words of the pages that the author has words for
}

// Person is a character as the author sees it.
type Person struct {
	Name     string
	Pronouns Pronouns
	Plural   bool // the name is that of several: “the otters walk”
}

// A named thing is one that the front matter has a name for.
type named struct {
	kind Kind // Character or Place, thing, actors or location
	name string
	at   int // offset
}

// fence is the line above and below the front matter.
const fence = "---"

// cutFront returns the YAML in front of a text, where the text behind it begins, and
// whether there is any and its end.
func cutFront(src []byte) (front []byte, end int, begun, closed bool) {
	first, _, _ := bytes.Cut(src, []byte("\n"))
	if string(bytes.TrimRight(first, " \t\r")) != fence {
		return nil, 0, false, false
	}
	start := min(len(first)+1, len(src))
	for at := start; at < len(src); {
		line, _, _ := bytes.Cut(src[at:], []byte("\n"))
		next := min(at+len(line)+1, len(src))
		if string(bytes.TrimRight(line, " \t\r")) == fence {
			return src[start:at], next, true, true
		}
		at = next
	}
	return nil, 0, true, false
}

// frontReader reads front matter and collects its faults.
type frontReader struct {
	prose       *Prose
	front       Front
	named       []named
	diagnostics []diagnostic
	// starts are the offsets of the lines of the text. The place that was asked for last is kept,
	// as the next one is mostly near it.
	starts            []int
	line, col, offset int
}

// readFront reads the front matter and hides it from the reader of Markdown. The rest keeps its
// line numbers.
func (p *Prose) readFront() []diagnostic {
	text, end, begun, closed := cutFront(p.text)
	if !begun {
		return nil
	}
	if !closed {
		return []diagnostic{{0, "the front matter has no end: a line of " + fence + " below it"}}
	}
	p.src = bytes.Clone(p.text)
	for i := range end {
		if p.src[i] != '\n' {
			p.src[i] = ' '
		}
	}
	r := &frontReader{prose: p, starts: []int{0}}
	for i, b := range p.text {
		if b == '\n' {
			r.starts = append(r.starts, i+1)
		}
	}
	r.read(text)
	p.front, p.named = r.front, r.named
	return r.diagnostics
}

func (r *frontReader) read(text []byte) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		r.diagnostics = append(r.diagnostics, r.syntax(err))
		return
	}
	if doc.Kind == 0 || isNull(doc.Content[0]) {
		return
	}
	r.each(doc.Content[0], "the front matter", r.entry)
}

// syntax places an error of the library's, which says `yaml: line 3: …`.
func (r *frontReader) syntax(err error) diagnostic {
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 1
	if found := regexp.MustCompile(`^line (\d+): `).FindStringSubmatch(msg); found != nil {
		if n, err := strconv.Atoi(found[1]); err == nil {
			line, msg = n, msg[len(found[0]):]
		}
	}
	return diagnostic{r.offsetOf(line+1, 1), "front matter: " + strings.Join(strings.Fields(msg), " ")}
}

// at returns the offset of a node.
func (r *frontReader) at(n *yaml.Node) int { return r.offsetOf(n.Line+1, n.Column) }

// offsetOf returns where a line and a column of it are, counted from 1; beyond the line is its end.
func (r *frontReader) offsetOf(line, col int) int {
	text := r.prose.text
	if line > len(r.starts) {
		return len(text)
	}
	if line != r.line {
		r.line, r.col, r.offset = line, 1, r.starts[line-1]
	}
	for ; r.col < col && r.offset < len(text) && text[r.offset] != '\n'; r.col++ {
		_, size := utf8.DecodeRune(text[r.offset:])
		r.offset += size
	}
	for ; r.col > col; r.col-- {
		_, size := utf8.DecodeLastRune(text[:r.offset])
		r.offset -= size
	}
	return r.offset
}

func (r *frontReader) wrong(n *yaml.Node, format string, args ...any) {
	r.diagnostics = append(r.diagnostics, diagnostic{r.at(n), fmt.Sprintf(format, args...)})
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// each calls f with the keys and values of a mapping.
func (r *frontReader) each(n *yaml.Node, what string, f func(key, value *yaml.Node)) {
	if isNull(n) {
		return
	}
	if n.Kind != yaml.MappingNode {
		r.wrong(n, "%s holds lines of `name: value`", what)
		return
	}
	seen := make(map[string]bool)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		switch {
		case key.Kind != yaml.ScalarNode || key.Value == "":
			r.wrong(key, "%s has a key that is no name", what)
		case seen[key.Value]:
			r.wrong(key, "%s is given twice", shown(key.Value))
		default:
			seen[key.Value] = true
			f(key, n.Content[i+1])
		}
	}
}

// text returns a value that is a text, without space around it; one that is left empty
// is "".
func (r *frontReader) text(n *yaml.Node) string {
	if n.Kind != yaml.ScalarNode {
		r.wrong(n, "a text belongs here, not a list or lines of `name: value`")
		return ""
	}
	if isNull(n) {
		return ""
	}
	return strings.TrimSpace(n.Value)
}

// frontKeys returns the keys of the front matter.
func frontKeys() []string {
	return []string{"title", "author", "language", "description", "theme", "url", "characters", "places", "at", "names",
		"words"}
}

func (r *frontReader) entry(key, value *yaml.Node) {
	targets := map[string]*string{
		"title": &r.front.Title, "author": &r.front.Author, "language": &r.front.Language,
		"description": &r.front.Description, "theme": &r.front.Theme, "url": &r.front.URL,
	}
	switch target := targets[key.Value]; {
	case target != nil:
		if *target = r.text(value); *target != "" {
			r.check(key.Value, value)
		}
	case key.Value == "characters":
		r.characters(key, value)
	case key.Value == "places":
		r.places(key, value)
	case key.Value == "at":
		if at := r.text(value); at != "" {
			r.locate(value, at)
		}
	case key.Value == "names":
		r.front.Names = make(map[string]string)
		r.each(value, key.Value, r.thing)
	case key.Value == "words":
		r.front.Words = make(locale.Own)
		r.each(value, key.Value, r.word)
	default:
		r.wrong(key, "no key %s in front matter%s", shown(key.Value), guessOr(key.Value, frontKeys()))
	}
}

// check checks a value that has a form of its own.
func (r *frontReader) check(key string, value *yaml.Node) {
	switch key {
	case "language":
		if !regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$`).MatchString(value.Value) {
			r.wrong(value, "no language %s; write a tag such as en, fr or pt-BR", shown(value.Value))
		}
	case "url":
		if err := CheckURL(value.Value); err != nil {
			r.wrong(value, "no address %s: %v", shown(value.Value), err)
		}
	}
}

// CheckURL returns an error where s is no address under which a site can lie.
func CheckURL(s string) error {
	u, err := url.Parse(s)
	if err != nil || !wholeAddress(u) || u.Host == "" || u.RawQuery != "" || u.Fragment != "" ||
		strings.ContainsAny(s, " \t\n") {
		return errors.New("write the whole one under which the site will lie (https://…)")
	}
	return nil
}

// characters reads the characters: their names, each with its entry, or only a list of types,
// constants and predicates, or nothing.
func (r *frontReader) characters(key, value *yaml.Node) {
	r.front.Characters = make(map[string]Person)
	if value.Kind == yaml.MappingNode || isNull(value) {
		r.each(value, key.Value, r.character)
		return
	}
	names := r.list(value)
	by := make([]string, len(names))
	for i, n := range names {
		if n.name != none || len(names) > 1 {
			r.named = append(r.named, named{actors, n.name, n.at})
		}
		by[i] = n.name
	}
	r.front.By = strings.Join(by, ",")
}

// places reads the places, each with the name shown to readers, or none.
func (r *frontReader) places(key, value *yaml.Node) {
	r.front.Places = make(map[string]string)
	if value.Kind == yaml.ScalarNode && value.Value == none {
		r.locate(value, none)
		return
	}
	r.each(value, key.Value, r.place)
}

// locate enters the predicate that says where characters are, or none.
func (r *frontReader) locate(value *yaml.Node, at string) {
	switch {
	case r.front.At != "" && r.front.At != at:
		r.wrong(value, "at is both %s and %s; choose one", shown(r.front.At), shown(at))
	case at != none:
		r.named = append(r.named, named{location, at, r.at(value)})
	}
	r.front.At = at
}

// none stands for no characters or no places.
const none = "none"

// list reads a list of names, or a text with commas between them.
func (r *frontReader) list(n *yaml.Node) []named {
	if n.Kind == yaml.SequenceNode {
		var names []named
		for _, item := range n.Content {
			if name := r.text(item); name != "" {
				names = append(names, named{name: name, at: r.at(item)})
			}
		}
		return names
	}
	if r.text(n) == "" {
		return nil
	}
	var names []named
	at := r.at(n)
	for part := range strings.SplitSeq(n.Value, ",") {
		if word := strings.TrimSpace(part); word != "" {
			names = append(names, named{name: word, at: at + strings.Index(part, word)})
		}
		at += len(part) + len(",")
	}
	return names
}

func (r *frontReader) character(key, value *yaml.Node) {
	r.named = append(r.named, named{Character, key.Value, r.at(key)})
	var person Person
	if value.Kind == yaml.MappingNode {
		r.each(value, key.Value, func(key, value *yaml.Node) { r.trait(&person, key, value) })
	} else {
		person.Name = r.text(value)
	}
	r.front.Characters[key.Value] = person
}

// traits are the keys of a character.
var traits = []string{"name", "pronouns", "plural"}

// trait reads one entry about a character.
func (r *frontReader) trait(person *Person, key, value *yaml.Node) {
	switch key.Value {
	case "name":
		person.Name = r.text(value)
	case "pronouns":
		text := r.text(value)
		if text == "" {
			return
		}
		var err error
		if person.Pronouns, err = parsePronouns(text); err != nil {
			r.wrong(value, "%v", err)
		}
	case "plural":
		if err := value.Decode(&person.Plural); err != nil {
			r.wrong(value, "plural is true or false")
		}
	default:
		r.wrong(key, "a character has no %s; it has name, pronouns and plural", shown(key.Value))
	}
}

func (r *frontReader) place(key, value *yaml.Node) {
	r.named = append(r.named, named{Place, key.Value, r.at(key)})
	r.front.Places[key.Value] = r.text(value)
}

func (r *frontReader) thing(key, value *yaml.Node) {
	r.named = append(r.named, named{thing, key.Value, r.at(key)})
	r.front.Names[key.Value] = r.text(value)
}

// word reads the author's text for a fixed word of the pages; a mapping has a text for each plural form.
func (r *frontReader) word(key, value *yaml.Node) {
	if !slices.Contains(locale.Keys(), key.Value) {
		r.wrong(key, "no word %s%s", shown(key.Value), cmp.Or(guess(key.Value, locale.Keys()), "; see `ceptre help words`"))
		return
	}
	texts := make(map[string]string)
	if value.Kind != yaml.MappingNode {
		r.wording(key.Value, value, "other", texts)
	} else {
		r.each(value, key.Value, func(form, value *yaml.Node) {
			switch {
			case !locale.Plural(key.Value):
				r.wrong(form, "%s has no plural forms", key.Value)
			case !slices.Contains(locale.FormNames(), form.Value):
				r.wrong(form, "no plural form %s; want one of %s", shown(form.Value), strings.Join(locale.FormNames(), ", "))
			default:
				r.wording(key.Value, value, form.Value, texts)
			}
		})
		if texts["other"] == "" && locale.Plural(key.Value) {
			r.wrong(key, "%s lacks the form other, for numbers without a form of their own", key.Value)
		}
	}
	if texts["other"] != "" {
		r.front.Words[key.Value] = texts
	}
}

// wording reads one text of a fixed word.
func (r *frontReader) wording(key string, value *yaml.Node, form string, texts map[string]string) {
	text := r.text(value)
	if err := locale.CheckText(key, text); err != nil {
		r.wrong(value, "%v", err)
	} else if text != "" {
		texts[form] = text
	}
}

// missingFront returns the front matter that a text lacks, or nothing; all of it where
// there is no text.
func missingFront(have Front, all bool, roles Roles) ([]byte, error) {
	front := mapping()
	if all {
		for _, pair := range [][2]string{{"title", have.Title}, {"author", ""}, {"language", "en"}, {"description", ""}} {
			add(front, pair[0], scalar(pair[1]))
		}
	}
	characters, places := mapping(), mapping()
	for _, name := range roles.Characters {
		if _, ok := have.Characters[name]; !ok && name != "" {
			person := mapping()
			person.Style = yaml.FlowStyle
			add(person, "name", scalar(words.Capitals(words.Spaced(name))))
			add(person, "pronouns", scalar(knownPronouns()[0].They))
			add(characters, name, person)
		}
	}
	for _, name := range roles.Places {
		if _, ok := have.Places[name]; !ok && name != "" {
			add(places, name, scalar("the "+words.Spaced(name)))
		}
	}
	addFilled(front, "characters", characters)
	addFilled(front, "places", places)
	if len(front.Content) == 0 {
		return nil, nil
	}
	text, err := yaml.Marshal(front)
	return slices.Concat([]byte(fence+"\n"), text, []byte(fence+"\n")), err
}

func mapping() *yaml.Node { return &yaml.Node{Kind: yaml.MappingNode} }

// scalar returns a text; one that is empty is a place to fill in.
func scalar(text string) *yaml.Node {
	node := &yaml.Node{}
	if text == "" {
		node.Kind, node.Tag = yaml.ScalarNode, "!!null"
		return node
	}
	node.SetString(text)
	if strings.Contains(text, "\n") { // as a block, it would not be read back where it begins with blanks
		node.Style = yaml.DoubleQuotedStyle
	}
	return node
}

func add(m *yaml.Node, key string, value *yaml.Node) {
	m.Content = append(m.Content, scalar(key), value)
}

func addFilled(m *yaml.Node, key string, value *yaml.Node) {
	if len(value.Content) > 0 {
		add(m, key, value)
	}
}
