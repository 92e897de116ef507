package site

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Prose is an author's text for a program's rules. It is Markdown:
//
//	# The Most Excellent Tragedy
//	Text before the first rule is the introduction.
//
//	## do/insult
//	In the {L}, {C} bites a thumb at {C'}.
//
// A heading of level 2 is the name of a rule; below it, a variable of the rule
// in braces stands for its value in the scene. `\{` is a plain brace. Links and
// pictures have whole addresses: no other file comes with the text.
type Prose struct {
	name     string
	src      []byte
	title    string
	intro    []*chapter
	sections []*chapter // by place; the rule's name is chapter.source
	notes    []string
}

// ParseProse reads a text; name is the file's, for messages. The error holds
// everything that is wrong, in the order of the text, each on a line of its own
// as `name:line:col: message` with columns in characters. Whether the rules
// and variables exist is for [Build] to say, which knows the program.
func ParseProse(name string, src []byte) (*Prose, error) {
	p := &Prose{name: name, src: bytes.TrimPrefix(src, []byte("\ufeff"))}
	if at := invalidUTF8(p.src); at >= 0 {
		return nil, p.errors([]slip{{at, "the text is not UTF-8"}})
	}
	var slips []slip
	for _, c := range parseChapters(p.src) {
		slips = append(slips, p.place(c)...)
		slips = append(slips, c.misused()...)
		slips = append(slips, c.misled()...)
		for _, at := range c.rawHTML {
			p.notes = append(p.notes, p.at(at)+": HTML in the text is left out")
		}
	}
	if len(slips) > 0 {
		return nil, p.errors(slips)
	}
	return p, nil
}

// place enters a chapter where it belongs.
func (p *Prose) place(c *chapter) []slip {
	if c.level < 2 {
		return p.placeIntro(c)
	}
	if c.source == "" {
		return []slip{{c.at, "a section without the name of its rule"}}
	}
	if first := p.section(c.source); first != nil {
		line, _ := p.position(first.at)
		return []slip{{c.at, fmt.Sprintf("a second section for %s; the first is on line %d", c.source, line)}}
	}
	p.sections = append(p.sections, c)
	return nil
}

func (p *Prose) placeIntro(c *chapter) []slip {
	switch {
	case len(p.sections) > 0:
		return []slip{{c.at, "a title below the sections of rules; a rule's section begins with ##"}}
	case c.level == 1 && p.title != "":
		return []slip{{c.at, "a second title; a rule's section begins with ##"}}
	case c.level == 1:
		p.title = c.heading
	}
	p.intro = append(p.intro, c)
	return nil
}

// text returns what there is to read for a rule, or nil.
func (p *Prose) text(rule string) *chapter {
	if p == nil {
		return nil
	}
	if c := p.section(rule); c != nil && !c.empty() {
		return c
	}
	return nil
}

// section returns the section for a rule, or nil.
func (p *Prose) section(rule string) *chapter {
	for _, c := range p.sections {
		if c.source == rule {
			return c
		}
	}
	return nil
}

// introduction returns the text before the first section.
func (p *Prose) introduction() (template.HTML, error) {
	var out template.HTML
	for _, c := range p.intro {
		part, err := c.render(p.src, nil)
		if err != nil {
			return "", err
		}
		out += part
	}
	return out, nil
}

// guess returns "; did you mean …?" with the candidate nearest to a name, or ""
// where none is near.
func guess(name string, candidates []string) string {
	if near := trace.Nearest(name, candidates); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// misused returns what is wrong with a chapter's braces whatever the program.
func (c *chapter) misused() []slip {
	var slips []slip
	for _, v := range c.vars {
		switch {
		case v.name == "":
			slips = append(slips, slip{v.at, `a brace holds a variable of the rule, as in {C}; write \{ for a plain one`})
		case c.level < 2:
			slips = append(slips, slip{v.at, fmt.Sprintf(`{%s} stands outside the section of a rule; write \{ for a plain brace`, v.name)})
		case v.inImage:
			slips = append(slips, slip{v.at, fmt.Sprintf("{%s} cannot stand in the text of a picture", v.name)})
		}
	}
	return slips
}

// misled returns which links of a chapter do not lead out of the site.
func (c *chapter) misled() []slip {
	var slips []slip
	for _, link := range c.links {
		u, err := url.Parse(link.url)
		switch msg := "link to " + cmp.Or(shorten(clean(link.text)), "nothing") + ": "; {
		case strings.Contains(link.text, "{"):
			slips = append(slips, slip{link.at, msg + "an address holds no variables"})
		case err != nil:
			slips = append(slips, slip{link.at, msg + "not an address"})
		case !wholeAddress(u):
			slips = append(slips, slip{link.at, msg + "a site holds only its own pages, so write a whole address (https://…)"})
		}
	}
	return slips
}

// wholeAddress reports whether an address leads somewhere from wherever the site
// lies, and is of a kind that pages may link to.
func wholeAddress(u *url.URL) bool {
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		return u.Host != ""
	case "mailto":
		return u.Opaque != ""
	}
	return false
}

// check compares the text with the rules of the program that ran.
func (p *Prose) check(rules []trace.Rule) error {
	var slips []slip
	for _, c := range p.sections {
		i := slices.IndexFunc(rules, func(r trace.Rule) bool { return r.Name == c.source })
		if i < 0 {
			slips = append(slips, slip{c.at, "no rule " + c.source + " in the program" + guess(c.source, ruleNames(rules))})
			continue
		}
		slips = append(slips, c.unknown(rules[i])...)
	}
	if len(slips) > 0 {
		return p.errors(slips)
	}
	return nil
}

// unknown returns what is wrong with the variables of a rule's section.
func (c *chapter) unknown(rule trace.Rule) []slip {
	var names []string
	for _, param := range rule.Params {
		names = append(names, normalPrimes(param.Name))
	}
	var slips []slip
	for _, v := range c.vars {
		if slices.Contains(names, v.name) {
			continue
		}
		more := guess(v.name, names)
		if more == "" && len(names) > 0 {
			more = "; it has " + strings.Join(names, ", ")
		}
		slips = append(slips, slip{v.at, fmt.Sprintf("no variable %s in rule %s%s", v.name, rule.Name, more)})
	}
	return slips
}

func ruleNames(rules []trace.Rule) []string {
	names := make([]string, len(rules))
	for i, r := range rules {
		names[i] = r.Name
	}
	return names
}

// A slip is something wrong at an offset of the text.
type slip struct {
	at  int
	msg string
}

// errors returns the slips as one error, in the order of the text.
func (p *Prose) errors(slips []slip) error {
	slices.SortStableFunc(slips, func(a, b slip) int { return cmp.Compare(a.at, b.at) })
	slips = slices.Compact(slips) // links may share the definition of their address
	errs := make([]error, len(slips))
	for i, s := range slips {
		errs[i] = errors.New(p.at(s.at) + ": " + s.msg)
	}
	return errors.Join(errs...)
}

// at returns an offset as `name:line:col`.
func (p *Prose) at(offset int) string {
	line, col := p.position(offset)
	return fmt.Sprintf("%s:%d:%d", p.name, line, col)
}

// position returns the line and the column, in characters, of an offset; both
// count from 1.
func (p *Prose) position(offset int) (line, col int) {
	before := p.src[:offset]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[start:]) + 1
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(src []byte) int {
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}
