package ascii

import (
	"fmt"
	"regexp"
	"strings"
)

// A reader gets the edges back from a drawing. It knows what the doc comment of the
// package says, and nothing of how drawings are made.
type reader struct {
	joined, ending, begun, marks, rails string // the letters
	from, back                          string

	carries map[int]string // by column, the node that its rail comes from
	nodes   []string
	texts   []string
	edges   map[[2]string]bool
}

func newReader(ascii bool) *reader {
	r := &reader{carries: map[int]string{}, edges: map[[2]string]bool{}}
	r.joined, r.ending, r.begun, r.marks, r.rails, r.from, r.back = "├┤┼", "╰╯┴", "╭╮┬", "●○·◆•", "│┆┊", "←", "↑"
	if ascii {
		r.joined, r.ending, r.begun, r.marks, r.rails, r.from, r.back = "+", "'", ".", "*o~#@", "|:", "<-", "^"
	}
	return r
}

// split parts the letters in the columns of a line from its words.
func (r *reader) split(line string) (cells []string, words string) {
	all := []rune(line)
	signs := r.joined + r.ending + r.begun + r.marks + r.rails + " ─-"
	for i := 0; i < len(all); i += 2 {
		if !strings.ContainsRune(signs, all[i]) {
			return cells, string(all[i:])
		}
		cells = append(cells, string(all[i]))
		if i+1 < len(all) && !strings.ContainsRune(" ─-", all[i+1]) {
			return cells, string(all[i+1:])
		}
	}
	return cells, ""
}

func cell(cells []string, column int) string {
	if column < len(cells) {
		return cells[column]
	}
	return " "
}

func has(letters, letter string) bool { return letter != " " && strings.Contains(letters, letter) }

// read reads all lines of nodes.
func (r *reader) read(text string) error {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range lines {
		cells, words := r.split(line)
		if !strings.ContainsAny(strings.Join(cells, ""), r.marks) {
			r.texts[len(r.texts)-1] += " " + words
			if err := r.passing(cells); err != nil {
				return fmt.Errorf("line %d: %w", i+1, err)
			}
			continue
		}
		id, _, _ := strings.Cut(words, " ")
		r.nodes, r.texts = append(r.nodes, id), append(r.texts, words)
		var below []string
		if i+1 < len(lines) {
			below, _ = r.split(lines[i+1])
		}
		if err := r.node(id, cells, below); err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	r.notes()
	return nil
}

// passing checks the rails beside words that go on.
func (r *reader) passing(cells []string) error {
	for column := range max(len(cells), 64) {
		if _, carries := r.carries[column]; carries != has(r.rails, cell(cells, column)) {
			return fmt.Errorf("column %d: a rail begins or ends without a node", column)
		}
	}
	return nil
}

func (r *reader) node(id string, cells, below []string) error {
	for column := range max(len(cells), 64) {
		c := cell(cells, column)
		from, carries := r.carries[column]
		reaches := has(r.joined+r.ending, c) || has(r.marks, c) && carries
		if carries && !reaches && !has(r.rails, c) || !carries && has(r.joined+r.ending+r.rails, c) ||
			carries && has(r.begun, c) {
			return fmt.Errorf("column %d: %q on the rail from %q", column, c, from)
		}
		if reaches {
			r.edges[[2]string{from, id}] = true
		}
		if has(r.ending+r.marks, c) {
			delete(r.carries, column)
		}
		if has(r.begun, c) || has(r.marks, c) && has(r.rails+r.joined+r.ending+r.marks, cell(below, column)) {
			r.carries[column] = id
		}
	}
	return nil
}

// notes reads the edges that are not drawn.
func (r *reader) notes() {
	list := `((?:\w+, )*\w+)`
	for i, text := range r.texts {
		for _, m := range regexp.MustCompile(regexp.QuoteMeta(r.from)+" "+list).FindAllStringSubmatch(text, -1) {
			for _, from := range strings.Split(m[1], ", ") {
				r.edges[[2]string{from, r.nodes[i]}] = true
			}
		}
		for _, m := range regexp.MustCompile(regexp.QuoteMeta(r.back)+" "+list).FindAllStringSubmatch(text, -1) {
			for _, to := range strings.Split(m[1], ", ") {
				r.edges[[2]string{r.nodes[i], to}] = true
			}
		}
	}
}
