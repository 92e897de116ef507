package prose

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/site/locale"
)

// CompletionSite is the part of a word before the cursor of an editor, with the words that can complete it.
type CompletionSite struct {
	Stretch          // the part of the word before the place
	Senses  []Sense  // of the names that may stand there
	Words   []string // other words that may
	Rule    string   // which has the variables that may
	Fact    string   // the text of a fact before the argument that may stand there
}

// FindCompletionSite returns what may be completed at an offset of the prose for a program with these rules,
// or false where the program does not decide that. The offset does not count a byte order mark. Only the
// line and the heading above it are read, so the section may be unfinished. Scripts have no completions.
func FindCompletionSite(src []byte, offset int, labels *label.Set) (CompletionSite, bool) {
	text := bytes.TrimPrefix(src, []byte("\ufeff"))
	if offset < 0 || offset > len(text) || isScript(text) {
		return CompletionSite{}, false
	}
	start := bytes.LastIndexByte(text[:offset], '\n') + 1
	f := &siteFinder{above: string(text[:start]), line: string(text[start:offset]), end: offset,
		rules: &rules{labels: labels}}
	ok := false
	if _, end, begun, closed := cutFront(text); begun && (!closed || offset < end) {
		ok = start > 0 && f.front()
	} else if found := headingLine.FindStringSubmatch(f.line); found != nil {
		ok = found[1] == "##" && f.heading(found[2])
	} else {
		ok = f.brace()
	}
	return f.site, ok
}

// headingLine matches a heading of level 2, which begins a section, or of level 1, which does not.
var headingLine = regexp.MustCompile(`^ {0,3}(##?)[ \t]+(.*)$`)

// siteFinder finds the completion site at one offset.
type siteFinder struct {
	above, line string // the text before the place
	end         int    // its offset
	rules       *rules
	site        CompletionSite
}

// take notes that a word, of which there is this much, may be one of those.
func (f *siteFinder) take(begun string, words []string, senses ...Sense) bool {
	f.site.Stretch = Stretch{f.end - len(begun), f.end}
	f.site.Words, f.site.Senses = words, senses
	return true
}

// front looks in the front matter.
func (f *siteFinder) front() bool {
	switch of, depth := f.key(); {
	case depth == 0:
		return !strings.Contains(f.line, ":") && f.take(f.line, frontKeys())
	case depth == 1 && of == "words" && !strings.Contains(f.line, ":"):
		return f.take(strings.TrimLeft(f.line, " "), locale.Keys())
	case depth == 1 && !strings.Contains(f.line, ":"):
		sense, ok := map[string]Sense{"characters": OfCharacter, "places": OfConstant, "names": OfConstant}[of]
		return ok && f.take(strings.TrimLeft(f.line, " "), nil, sense)
	case of == "characters":
		return f.trait()
	}
	return false
}

// key returns the key of the front matter that the lines above are of, and how deep in it this
// line goes on: 0 where it does not, 1 with an entry of it, 2 inside of the last one.
func (f *siteFinder) key() (key string, depth int) {
	entries := 0 // how far in they stand
	for line := range strings.Lines(f.above) {
		if name, _, ok := strings.Cut(line, ":"); ok && name == strings.TrimSpace(name) {
			key, entries = name, 0
		} else if entries == 0 {
			entries = indent(line)
		}
	}
	switch in := indent(f.line); {
	case in == 0:
		return key, 0
	case entries == 0 || in <= entries:
		return key, 1
	}
	return key, 2
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

var (
	pronounsForm = regexp.MustCompile(`\bpronouns: *([\w/]*)$`)
	traitForm    = regexp.MustCompile(`(?:[{,]|^) *(\w*)$`)
)

// trait handles the entry of a character in the front matter.
func (f *siteFinder) trait() bool {
	if found := pronounsForm.FindStringSubmatch(f.line); found != nil {
		var names []string
		for _, p := range knownPronouns() {
			names = append(names, p.They)
		}
		return f.take(found[1], names)
	}
	found := traitForm.FindStringSubmatch(f.line)
	return found != nil && f.take(found[1], traits)
}

// heading handles the text after the marks of a heading.
func (f *siteFinder) heading(text string) bool {
	name, conditions, conditional := strings.Cut(text, " (")
	switch {
	case !conditional || isFact(text):
		return f.topic(text)
	case isOver(conditions):
		return false
	}
	parts := splitOutside(conditions)
	return f.condition(f.topicOf(name), strings.TrimLeft(parts[len(parts)-1], " \t"))
}

// isOver reports whether the parenthesis of conditions, which stands before them, is closed.
func isOver(conditions string) bool {
	open := 1
	for rest := conditions; rest != "" && open > 0; {
		n := 1
		switch rest[0] {
		case '"':
			n = wordLength(rest)
		case '(':
			open++
		case ')':
			open--
		}
		rest = rest[n:]
	}
	return open == 0
}

func (f *siteFinder) topicOf(name string) Topic {
	name = strings.TrimSpace(name)
	return (&section{name: name, special: parseTopic(name)}).topic(f.rules)
}

// topic handles the topic of a section.
func (f *siteFinder) topic(text string) bool {
	word, name, spaced := strings.Cut(text, " ")
	if !spaced {
		var names []string
		for _, k := range specialKinds {
			names = append(names, k.word())
		}
		return f.take(word, names, OfRule)
	}
	switch word {
	case Scene.word():
		return f.scene(name)
	case Fact.word():
		begun := strings.TrimPrefix(lastWord(name), "!")
		return f.fact(Topic{Kind: Fact}, strings.TrimSuffix(name, begun), begun, true)
	}
	i := slices.IndexFunc(specialKinds, func(k Kind) bool { return k.word() == word })
	return i >= 0 && f.take(strings.TrimLeft(name, " "), nil, specialKinds[i].sense())
}

// scene handles what stands behind the word scene in a heading.
func (f *siteFinder) scene(text string) bool {
	begun := strings.TrimLeft(text[strings.LastIndexAny(text, " ,")+1:], " ")
	before := strings.TrimRight(strings.TrimSuffix(text, begun), " ")
	switch {
	case before == "":
		return f.take(begun, []string{"with", "in"}, OfRule)
	case strings.HasSuffix(before, ",") || strings.HasSuffix(" "+before, " with"):
		return f.take(begun, nil, OfCharacter)
	case strings.HasSuffix(" "+before, " in"):
		return f.take(begun, nil, OfConstant)
	}
	return f.take(begun, []string{"with", "in"})
}

// condition looks at a condition of a section.
func (f *siteFinder) condition(of Topic, text string) bool {
	word := strings.TrimPrefix(lastWord(text), "!")
	if fact, not, ok := cutFact(strings.TrimSuffix(text, word) + trace.Open); ok {
		facts := cutFacts(fact)
		return f.fact(of, strings.TrimSuffix(fact[facts[len(facts)-1].at:], trace.Open), word, not || len(facts) > 1)
	}
	if _, whose, ok := strings.Cut(text, " for "); ok {
		return f.variable(of, lastWord(whose), nil)
	}
	return f.take(text, conditionWords())
}

// fact handles a word of a fact, after the words before it.
func (f *siteFinder) fact(of Topic, before, word string, not bool) bool {
	before = strings.TrimLeft(before, "! ")
	switch {
	case before == "" && !not:
		return f.take(word, []string{"not", trace.StagePred}, OfPredicate)
	case before == "":
		return f.take(word, []string{trace.StagePred}, OfPredicate)
	case strings.TrimSpace(before) == trace.StagePred:
		return f.take(word, nil, OfStage)
	}
	f.site.Fact = before
	return f.variable(of, word, []string{trace.Open}, OfConstant)
}

// lastWord returns the word that a text ends in, or "" where another begins there.
func lastWord(s string) string { return s[strings.LastIndexFunc(s, separates)+1:] }

// brace looks in the braces that are open at the end of the line.
func (f *siteFinder) brace() bool {
	open := strings.LastIndexByte(f.line, '{')
	if open < 0 || open > 0 && f.line[open-1] == '\\' {
		return false
	}
	slot := f.line[open+1:]
	if strings.ContainsFunc(slot, func(r rune) bool { return r == '}' || unicode.IsSpace(r) }) {
		return false
	}
	name, form, dotted := strings.Cut(slot, ".")
	if dotted {
		return f.take(form, slotForms())
	}
	of, ok := f.section()
	return ok && f.variable(of, name, nil)
}

// section returns the topic of the section that contains the line.
func (f *siteFinder) section() (Topic, bool) {
	var heading string
	for line := range strings.Lines(f.above) {
		if found := headingLine.FindStringSubmatch(strings.TrimRight(line, " \t\r\n")); found != nil {
			heading = ""
			if found[1] == "##" {
				heading = found[2]
			}
		}
	}
	name, _, _ := cutConditions(heading)
	return f.topicOf(name), heading != ""
}

// variable takes the variables that sections about something have, with more words and names.
func (f *siteFinder) variable(of Topic, begun string, words []string, senses ...Sense) bool {
	switch of.Kind {
	case Rule:
		f.site.Rule = of.Name
	case Scene:
		scene, _ := parseScene(of.Name) // of a heading with errors there is no rule
		words = append(words, Scene.Variable())
		if f.site.Rule = scene.Rule(); scene.Rule() == "" {
			return f.take(begun, words, senses...)
		}
	case Fact:
		pattern, _ := goal.ParsePattern(factText(of.Name)) // one that is not a fact has no variables
		return f.take(begun, append(words, variablesOf(pattern.Args)...), senses...)
	default:
		return f.take(begun, append(words, of.Kind.Variable()), senses...)
	}
	return f.take(begun, words, append(senses, OfVariable)...)
}

// slotForms returns all forms of a variable, those that begin a sentence last.
func slotForms() []string {
	all := forms()
	for _, form := range forms() {
		if form != formS && form != formES {
			all = append(all, english.Capital(form))
		}
	}
	return all
}
