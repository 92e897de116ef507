package prose

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
)

// sceneLine is the line above a scene.
func sceneLine() *regexp.Regexp {
	return regexp.MustCompile(`^::[ \t]*([^\s:]\S*)(?:[ \t]+(\S.*?))?[ \t]*$`)
}

// isScript reports whether a text is a script of Quiescent Theater: it has a line above a
// scene, and is nothing else that has such lines.
func isScript(src []byte) bool {
	if _, _, front, _ := cutFront(src); front {
		return false
	}
	line := sceneLine()
	for text := range strings.Lines(string(src)) {
		found := line.FindStringSubmatch(strings.TrimRight(text, "\r\n"))
		if found == nil {
			continue
		}
		if _, err := strconv.Atoi(found[2]); err == nil || found[1] == scriptInitial || found[1] == scriptFinal {
			return true
		}
	}
	return false
}

// The scenes of a script that are for no rule.
const scriptInitial, scriptFinal = "initial", "final"

// readScript reads the text as a script of Quiescent Theater (PROCJAM 2014):
//
//	Tamara
//	by J. Krizanc
//	A house with many rooms.
//
//	:: move 1
//	<1> leaves the <2>. || <1> is tired of the <2>.
//	% end of the scene; what stands between scenes is a comment
//
// The lines before the first scene are the title, the author and a description. A scene has the name of a rule and
// the number of resources that can be followed, which is not needed: who can be followed is seen from the run. In it
// stand the rule's arguments by their positions, from 1. Of texts between bars chance takes one, but not the same
// twice in a row. The scenes "initial" and "final" are for beginnings and endings. There is no markup.
func (r *reading) readScript() {
	s := &scriptReader{reading: r, prose: r.Prose, line: sceneLine(), argument: regexp.MustCompile(`<(\d{1,9})>`)}
	at := 0
	for line := range strings.Lines(string(r.text)) {
		s.read(line, at)
		at += len(line)
	}
	s.finish(at)
	r.loose = append(r.loose, s.diagnostics...)
}

// scriptReader reads a script line by line.
type scriptReader struct {
	reading     *reading
	prose       *Prose
	line        *regexp.Regexp
	argument    *regexp.Regexp
	begun       bool   // the first scene
	scene       string // that is being read; "" is none
	above       int    // offset of its name
	start       int    // offset of its text
	diagnostics []diagnostic
}

func (r *scriptReader) read(line string, at int) {
	text := strings.TrimRight(line, "\r\n")
	switch found := r.line.FindStringSubmatchIndex(text); {
	case strings.HasPrefix(text, "%"):
		r.finish(at)
	case found != nil:
		r.finish(at)
		r.begin(text, found, at)
		r.start = at + len(line)
	case strings.HasPrefix(text, "::"):
		r.diagnostics = append(r.diagnostics,
			diagnostic{at, "a scene without the name of its rule; it begins with `:: rule 1`"})
	case !r.begun:
		r.header(strings.TrimSpace(text))
	case r.scene == "" && strings.TrimSpace(text) != "":
		r.prose.notes = append(r.prose.notes, r.prose.lines().error(diagnostic{at, "text between scenes is left out"}))
	}
}

// begin begins a scene; found are the places of its name and number.
func (r *scriptReader) begin(text string, found []int, at int) {
	r.begun, r.scene, r.above = true, text[found[2]:found[3]], at+found[2]
	if found[4] < 0 {
		return
	}
	number := text[found[4]:found[5]]
	if n, err := strconv.Atoi(number); err != nil || n < 0 {
		r.diagnostics = append(r.diagnostics,
			diagnostic{at + found[4], shown(number) + " is no number of resources that can be followed"})
	}
}

// header reads a line above the first scene.
func (r *scriptReader) header(text string) {
	front := &r.prose.front
	rest, key := cutKey(text)
	switch {
	case text == "":
	case key == "title", key == "" && front.Title == "":
		front.Title = rest
	case key == "author", key == "" && front.Author == "":
		front.Author = strings.TrimSpace(strings.TrimPrefix(rest, "by "))
	default:
		front.Description = strings.TrimSpace(front.Description + " " + rest)
	}
}

// cutKey cuts what a line says that it is from it.
func cutKey(line string) (rest, key string) {
	word, rest, ok := strings.Cut(line, ":")
	switch key := strings.ToLower(strings.TrimSpace(word)); {
	case ok && (key == "title" || key == "author" || key == "description"):
		return strings.TrimSpace(rest), key
	}
	return line, ""
}

// finish ends the current section before an offset.
func (r *scriptReader) finish(end int) {
	if !r.begun {
		return
	}
	if text := r.prose.front.Description; text != "" && len(r.prose.intro) == 0 {
		r.prose.intro = append(r.prose.intro, plainChapter([][]piece{{{text: text}}}))
	}
	if r.scene == "" {
		return
	}
	at := r.start
	for text := range strings.SplitSeq(string(r.prose.text[min(r.start, end):end]), "||") {
		r.variant(text, at)
		at += len(text) + len("||")
	}
	r.scene = ""
}

// variant enters a text of the scene that is being read.
func (r *scriptReader) variant(text string, at int) {
	s := &section{name: r.scene, special: Topic{Rule, r.scene}, when: when{random: true}}
	switch r.scene {
	case scriptInitial:
		s.special = Topic{Kind: Beginning}
	case scriptFinal:
		s.special = Topic{Kind: Ending}
	}
	before := len(r.diagnostics)
	s.chapter = plainChapter(r.paragraphs(text, at))
	r.reading.blame(s.chapter, r.diagnostics[before:])
	r.diagnostics = r.diagnostics[:before]
	s.level, s.source, s.at = 2, r.scene, r.above
	r.prose.sections = append(r.prose.sections, s)
}

// paragraphs cuts a text at its empty lines.
func (r *scriptReader) paragraphs(text string, at int) [][]piece {
	var paragraphs [][]piece
	var pieces []piece
	flush := func() {
		if len(pieces) > 0 {
			paragraphs, pieces = append(paragraphs, pieces), nil
		}
	}
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" {
			flush()
		} else {
			if len(pieces) > 0 {
				pieces = append(pieces, piece{text: " "})
			}
			pieces = append(pieces, r.pieces(line, at)...)
		}
		at += len(line)
	}
	flush()
	return paragraphs
}

// pieces cuts a line at its arguments.
func (r *scriptReader) pieces(line string, at int) []piece {
	lead := len(line) - len(strings.TrimLeft(line, " \t"))
	line, at = strings.TrimSpace(line), at+lead
	var pieces []piece
	rest := 0
	for _, found := range r.argument.FindAllStringSubmatchIndex(line, -1) {
		if found[0] > rest {
			pieces = append(pieces, piece{text: line[rest:found[0]]})
		}
		number := strings.TrimLeft(line[found[2]:found[3]], "0")
		if number == "" {
			r.diagnostics = append(r.diagnostics, diagnostic{at + found[0], "arguments count from <1>"})
		}
		pieces = append(pieces, piece{slot: slot{name: cmp.Or(number, "0")}, at: at + found[0]})
		rest = found[1]
	}
	if rest < len(line) {
		pieces = append(pieces, piece{text: line[rest:]})
	}
	return pieces
}
