package prose

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/site/words"
)

// Roles are the constants that have parts in the stories of a program.
type Roles struct {
	Characters, Places []string
	Script             bool // write a script of Quiescent Theater, also where the other text is Markdown
}

// Untold returns the rules of a program that the text has nothing for, by their numbers.
func (p *Prose) Untold(program *trace.Program) []int {
	told := p.toldRules(program)
	var untold []int
	for i := range program.Rules {
		if !told[i] {
			untold = append(untold, i)
		}
	}
	return untold
}

// toldRules returns by their numbers the rules that the text has something for.
func (p *Prose) toldRules(program *trace.Program) map[int]bool {
	told := make(map[int]bool)
	labels := rulesOf(program).labels
	for topic := range p.written(program) {
		if topic.Kind == Rule {
			for _, i := range labels.Select(topic.Name) {
				told[i] = true
			}
		}
	}
	return told
}

// written returns what the text has something for.
func (p *Prose) written(program *trace.Program) map[Topic]bool {
	written := make(map[Topic]bool)
	if p == nil {
		return written
	}
	rules := rulesOf(program)
	for _, s := range p.sections {
		if s.written() {
			written[s.topic(rules)] = true
		}
	}
	return written
}

// Skeleton returns a text to fill in, of what another lacks, which may be nil: front
// matter with all characters and places, and a section for each rule, with its text and
// its variables in a comment, for each stage, and for beginnings and endings. Until it is
// filled in, it is read as if nothing was there. Names that no heading can hold are left out. What a
// script lacks are scenes.
func Skeleton(program *trace.Program, roles Roles, have *Prose) ([]byte, error) {
	s := &skeleton{rules: rulesOf(program), written: have.written(program)}
	if roles.Script || have != nil && isScript(have.text) {
		s.script(program, roles, have)
		return s.end(), nil
	}
	front := have.Front()
	if have == nil {
		front.Title = english.Capital(words.Spaced(program.Name))
	}
	text, err := missingFront(front, have == nil, roles)
	if err != nil {
		return nil, err
	}
	s.Write(text)
	told := have.toldRules(program)
	for i, r := range program.Rules {
		if told[i] {
			continue
		}
		name := s.rules.labels.Label(i)
		s.section(Topic{Rule, name}, name, cmp.Or(r.Text, r.Name)+"\n\n"+variableList(r.Params))
	}
	for _, stage := range program.Stages {
		s.special(Topic{Stage, stage.Name}, "Told where the stage begins. Variable: {S}")
	}
	s.special(Topic{Kind: Beginning}, "Told where a character first appears. Variable: {C}")
	s.special(Topic{Kind: Ending}, "Told where a character last appears. Variable: {C}")
	return s.end(), nil
}

// end returns the text, with one line end behind it; nil if it is empty.
func (s *skeleton) end() []byte {
	if s.Len() == 0 {
		return nil
	}
	return append(bytes.TrimRight(s.Bytes(), "\n"), '\n')
}

// script writes the scenes that a script lacks, each below its rule and its arguments, and a title where there is none.
func (s *skeleton) script(program *trace.Program, roles Roles, have *Prose) {
	if title := words.Clean(english.Capital(words.Spaced(program.Name))); have == nil && title != "" {
		p, err := Parse("", []byte(title+"\n:: "+scriptInitial+"\n"), Options{})
		if err == nil && p.front.Title == title {
			fmt.Fprintf(s, "%s\n", title)
		}
	}
	ofCharacters := make(map[string]bool) // types
	for _, t := range program.Types {
		ofCharacters[t.Name] = slices.ContainsFunc(t.Constants, func(name string) bool {
			return slices.Contains(roles.Characters, name)
		})
	}
	told := have.toldRules(program)
	for i, r := range program.Rules {
		if told[i] {
			continue
		}
		followed := 0
		var arguments []string
		for i, p := range r.Params {
			arguments = append(arguments, fmt.Sprintf("<%d> %s", i+1, p.Name))
			if ofCharacters[p.Type] {
				followed++
			}
		}
		name := s.rules.labels.Label(i)
		s.scene(Topic{Rule, name}, fmt.Sprintf("%s %d", name, followed),
			cmp.Or(r.Text, r.Name)+"\n"+strings.Join(arguments, ", "))
	}
	s.scene(Topic{Kind: Beginning}, scriptInitial+" 0", "The beginning.")
	s.scene(Topic{Kind: Ending}, scriptFinal+" 0", "The end.")
}

// scene writes a scene of a script that is lacking, if the line above it says so.
func (s *skeleton) scene(topic Topic, heading, comment string) {
	var text []byte
	for line := range strings.Lines(strings.ReplaceAll(visible.Page(comment), "\r", "")) {
		if line = strings.TrimSpace(line); line != "" {
			text = fmt.Appendf(text, "%% %s\n", line)
		}
	}
	text = fmt.Appendf(text, ":: %s\n", heading)
	if s.written[topic] || !s.reads(text, topic) {
		return
	}
	if s.Len() > 0 {
		s.WriteByte('\n')
	}
	s.Write(text)
}

func variableList(params []trace.Param) string {
	var names []string
	for _, p := range params {
		if name := variableName(p.Name); name != "" && p.Name != trace.Open {
			names = append(names, "{"+name+"}")
		}
	}
	if len(names) == 0 {
		return "No variables."
	}
	return "Variables: " + strings.Join(names, " ")
}

// skeleton is a text that is being written.
type skeleton struct {
	bytes.Buffer
	rules   *rules
	written map[Topic]bool
}

// special writes a section for a topic that is not a rule, unless a rule has its name.
func (s *skeleton) special(topic Topic, comment string) {
	heading := strings.TrimSpace(topic.Kind.word() + " " + topic.Name)
	if !s.rules.has(heading) {
		s.section(topic, heading, comment)
	}
}

// section writes a section that is lacking, if its heading says what it is to say.
func (s *skeleton) section(topic Topic, heading, comment string) {
	text := fmt.Appendf(nil, "## %s\n\n<!--\n%s\n-->\n", heading, safeComment(comment))
	if s.written[topic] || !s.reads(text, topic) {
		return
	}
	if s.Len() > 0 {
		s.WriteByte('\n')
	}
	s.Write(text)
}

// reads reports whether a section reads as one of a topic that is yet to be written.
func (s *skeleton) reads(text []byte, topic Topic) bool {
	p, err := Parse("", text, Options{})
	return err == nil && len(p.sections) == 1 && len(p.notes) == 0 && !p.sections[0].when.conditional() &&
		p.sections[0].topic(s.rules) == topic && !p.sections[0].written()
}

// safeComment returns a text that does not end the comment that it stands in.
func safeComment(text string) string {
	text = strings.ReplaceAll(visible.Page(text), "\r", "")
	return strings.ReplaceAll(strings.ReplaceAll(text, "-->", "-- >"), "--!>", "--! >")
}
