package twee

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// parse reads a story in Twee 3 as other programs do. It is strict: the error gives the line of a
// violation of the specification, a duplicate name of a passage, or a dead link. Empty lines at the
// ends of texts are no part of them.
func parse(r io.Reader) (*story, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	p := reader{seen: make(map[string]bool)}
	for i, line := range strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n") {
		if err := p.line(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	if err := p.end(); err != nil {
		return nil, err
	}
	return &p.story, p.check()
}

// A reader holds what was read so far.
type reader struct {
	story story
	seen  map[string]bool // names of passages
	now   *passage
	body  []string
}

func (r *reader) line(line string) error {
	if head, ok := strings.CutPrefix(line, "::"); ok {
		if err := r.end(); err != nil {
			return err
		}
		var err error
		r.now, err = readHeader(head)
		if err == nil && r.seen[r.now.Name] {
			err = fmt.Errorf("a second passage %q", r.now.Name)
		}
		if err == nil {
			r.seen[r.now.Name] = true
		}
		return err
	}
	if r.now == nil && strings.TrimSpace(line) != "" {
		return errors.New("text before the first passage")
	}
	r.body = append(r.body, line)
	return nil
}

// end enters the passage that was being read.
func (r *reader) end() error {
	p, text := r.now, strings.Trim(strings.Join(r.body, "\n"), "\n")
	r.now, r.body = nil, nil
	switch {
	case p == nil:
	case p.Name == "StoryTitle":
		r.story.Title = text
	case p.Name == "StoryData":
		if err := json.Unmarshal([]byte(text), &r.story.Data); err != nil {
			return fmt.Errorf("StoryData: %w", err)
		}
	default:
		p.Text = text
		r.story.Passages = append(r.story.Passages, *p)
	}
	return nil
}

// header is what follows the colons: a name, tags, and metadata as JSON. A backslash
// takes the next character's meaning.
var header = regexp.MustCompile(
	`^\s*((?:[^\\\[\]{}\s]|\\.)(?:[^\\\[\]{}]|\\.)*?)\s*(?:\[((?:[^\\\[\]{}]|\\.)*)\]\s*)?(\{.*\})?\s*$`)

func readHeader(line string) (*passage, error) {
	parts := header.FindStringSubmatch(line)
	if parts == nil {
		return nil, fmt.Errorf("not the beginning of a passage: %q", "::"+line)
	}
	p := &passage{Name: unescape(parts[1])}
	for _, tag := range strings.Fields(parts[2]) {
		p.Tags = append(p.Tags, unescape(tag))
	}
	if parts[3] == "" {
		return p, nil
	}
	var meta struct{ Position string }
	if err := json.Unmarshal([]byte(parts[3]), &meta); err != nil {
		return nil, fmt.Errorf("metadata of %q: %w", p.Name, err)
	}
	return p, p.Position.read(meta.Position)
}

var escaped = regexp.MustCompile(`\\(.)`)

func unescape(name string) string { return escaped.ReplaceAllString(name, "$1") }

// read reads "100,200"; nothing stands for {0, 0}.
func (p *point) read(text string) error {
	if text == "" {
		return nil
	}
	var rest string
	if n, _ := fmt.Sscanf(text+"\n", "%d,%d%s", &p.X, &p.Y, &rest); n != 2 {
		return fmt.Errorf("not two numbers: %q", text)
	}
	return nil
}

var capitals = regexp.MustCompile(`^[0-9A-F]{8}-[0-9A-F]{4}-[1-8][0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$`)

// check reports errors of the story as a whole.
func (r *reader) check() error {
	if !capitals.MatchString(r.story.Data.IFID) {
		return fmt.Errorf("StoryData: the IFID %q is no UUID in capitals", r.story.Data.IFID)
	}
	if start := r.story.Data.Start; start != "" && !r.seen[start] {
		return fmt.Errorf("StoryData: no passage %q to start with", start)
	}
	for _, p := range r.story.Passages {
		for _, l := range p.links() {
			if !r.seen[l.To] {
				return fmt.Errorf("passage %q: a link to %q, which is none", p.Name, l.To)
			}
		}
	}
	return nil
}

// A link is one of a passage.
type link struct{ Text, To string }

var bracketed = regexp.MustCompile(`\[\[(.*?)\]\]`)

// links returns the links of a text: [[text->name]], [[name<-text]], [[text|name]] and
// [[name]].
func (p *passage) links() []link {
	var found []link
	for _, m := range bracketed.FindAllStringSubmatch(p.Text, -1) {
		inner := m[1]
		if i := strings.LastIndex(inner, "->"); i >= 0 {
			found = append(found, link{inner[:i], inner[i+2:]})
		} else if to, text, ok := strings.Cut(inner, "<-"); ok {
			found = append(found, link{text, to})
		} else if text, to, ok := strings.Cut(inner, "|"); ok {
			found = append(found, link{text, to})
		} else {
			found = append(found, link{inner, inner})
		}
	}
	return found
}
