package render

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/board"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/shorten"
)

// artist makes one diagram of one graph.
type artist struct {
	Options
	*diagram.Diagram
	graph    *causal.Graph     // graph is what is drawn: the run, or a part of it alone
	whole    *causal.Graph     // whole is the run
	folding  *fold.Folding     // the part of the graph that is drawn; nil in views of something else
	nodes    map[string]int    // by id
	texts    map[string]string // of rules, by label
	effects  map[string]string // of rules, by label, where the view says what firings add
	labels   shorten.Labels
	notes    []Note
	told     []diagram.Edge  // told are the reads that are no arrows
	company  causal.Cast     // company is the cast: the characters in lanes
	followed []causal.Thread // followed are the threads of the company
	chosen   int             // chosen is how many events are selected
	left     []string        // left says what is not drawn, for the title
	boards   []board.Text    // boards are those of the Board view, for writers of text
	signs    []diagram.Entry // signs is the legend of these
	says     string          // says describes a picture that has no events
	points   []causal.Event  // points stand alone at first glance
}

// describe says in words how much there is to see.
func (a *artist) describe() string {
	if a.says != "" {
		return a.says
	}
	events, others := 0, 0
	for i := range a.Nodes {
		if n := a.Nodes[i].Stands; n > 0 {
			events += n
		} else {
			others++
		}
	}
	return a.say("{events}, {nodes} and {edges}.", "events", a.counted(events, "event"),
		"nodes", a.counted(others, "other node"), "edges", a.counted(len(a.Edges), "edge"))
}

// titleGap stands between the parts of a title.
const titleGap = " · "

// title says what the picture is: `verona · seed 7 · 60 steps · 37 reads told in boxes`. The first
// part names the program and the view, unless that is the default; the last ones what is not drawn.
// A title that is given takes the place of the view, the seed and the steps.
func (a *artist) title() string {
	name := a.say("a run")
	if p := a.whole.Trace.Program; p != nil && p.Name != "" {
		name = short(p.Name)
	}
	var parts []string
	if given := visible.Picture(a.Options.Title); given != "" {
		if name == a.say("a run") {
			parts = append(parts, given)
		} else {
			parts = append(parts, name+": "+given)
		}
	} else {
		parts = append(parts, strings.TrimSuffix(name+": "+a.viewName(), ": "))
		if run := a.whole.Trace.Run; run != nil {
			parts = append(parts, a.say("seed {n}", "n", run.Seed))
		}
		parts = append(parts, a.stepsDrawn())
	}
	return strings.Join(append(parts, a.left...), titleGap)
}

// viewName names the view in the title; "" for the default.
func (a *artist) viewName() string {
	switch a.View {
	case Causal:
		return ""
	case Why:
		return a.short("why " + visible.Picture(strings.Join(a.Of, ", ")))
	case State, Board:
		if a.At > 0 {
			return string(a.View) + " after " + a.At.String()
		}
	}
	return a.say(string(a.View))
}

// stepsDrawn says how many of the steps of the run the picture is about: `60 steps`, or `12 of 60 steps`.
func (a *artist) stepsDrawn() string {
	text := a.counted(a.whole.Len(), "step")
	if a.chosen < a.whole.Len() && a.View != State {
		return a.say("{n} of {all}", "n", grouped(a.chosen), "all", text)
	}
	return text
}

// leave enters what is not drawn into the title.
func (a *artist) leave(text string, values ...any) { a.left = append(a.left, a.say(text, values...)) }

// note enters what the picture does not show.
func (a *artist) note(why Reason, format string, args ...any) {
	a.notes = append(a.notes, Note{fmt.Sprintf(format, args...), why})
}

// counted returns a number of things: `1 event`, `2,000 events`.
func counted(n int, noun string) string { return grouped(n) + " " + english.Noun(n, noun) }

// grouped writes a number with commas between thousands.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// add adds a node and returns its index.
func (a *artist) add(n diagram.Node) int {
	a.nodes[n.ID] = len(a.Nodes)
	a.Nodes = append(a.Nodes, n)
	return len(a.Nodes) - 1
}

// connect adds an edge between nodes, by their ids.
func (a *artist) connect(from, to string, e diagram.Edge) {
	e.From, e.To = a.nodes[from], a.nodes[to]
	a.Edges = append(a.Edges, e)
}

// event returns the box of an event, with its id, by which it can be asked about.
func (a *artist) event(e causal.Event) diagram.Node {
	step := a.graph.Step(e)
	text := []string{called(a.nameOf(step), a.short(a.graph.Label(e)))}
	if args := a.argsOf(step); args != "" {
		text = append(text, a.wrap(args)...)
	}
	n := diagram.Node{
		ID: step.ID.String(), Look: a.eventLook(step), Text: text, Tip: a.story(step), URL: a.link(step),
		Classes: []string{"transition", class("rule", a.graph.Label(e))}, Born: int(e) + 1, Stands: 1,
	}
	if stage := step.Stage; stage != "" {
		n.Classes = append(n.Classes, class("stage", stage))
	}
	n.Classes = append(n.Classes, whoClasses(step.Args)...)
	return a.sided(n, a.sideOf(step))
}

// eventLook tells moves from stage to stage from what happens in a stage.
func (a *artist) eventLook(step *trace.Step) diagram.Look {
	for _, id := range step.Consumes {
		if a.graph.Resource(id).StageToken() {
			return diagram.Link
		}
	}
	return diagram.Event
}

func (a *artist) link(step *trace.Step) string {
	if a.Link == nil {
		return ""
	}
	return visible.Picture(a.Link(step))
}

// story tells a step in full: in a sentence, if there is one, what it is, what it did, and its rule.
func (a *artist) story(step *trace.Step) string {
	lines := []string{called(a.nameOf(step),
		visible.Picture(strings.TrimSuffix(a.graph.LabelOf(step)+" "+a.argsOf(step), " ")))}
	if told := a.sentence(step); told != "" {
		lines = append([]string{told}, lines...)
	}
	for _, part := range []struct {
		what string
		ids  []trace.ResourceID
	}{{"used up: {facts}", step.Consumes}, {"needed: {facts}", step.Reads}, {"made: {facts}", step.Produces}} {
		if facts := a.facts(part.ids); facts != "" {
			lines = append(lines, a.say(part.what, "facts", facts))
		}
	}
	var absent []string
	for _, f := range step.Absent {
		absent = append(absent, a.fact(&trace.Resource{Pred: f.Pred, Args: f.Args}))
	}
	if len(absent) > 0 {
		lines = append(lines, a.say("did not hold: {facts}", "facts", a.listed(absent)))
	}
	if text := a.texts[a.graph.LabelOf(step)]; text != "" {
		lines = append(lines, "", layout(text))
	}
	return strings.Join(lines, "\n")
}

// facts lists resources, stage tokens only where they are drawn.
func (a *artist) facts(ids []trace.ResourceID) string {
	var facts []string
	for _, id := range ids {
		if r := a.graph.Resource(id); a.Select.StageTokens || !r.StageToken() {
			facts = append(facts, a.fact(r.Resource))
		}
	}
	return a.listed(facts)
}

// listed joins facts as tips tell them.
func (a *artist) listed(facts []string) string {
	if a.Fact != nil { // sentences may have commas
		return strings.Join(facts, "; ")
	}
	return strings.Join(facts, ", ")
}

// mostWho is how many classes of characters a node has.
const mostWho = 20

// whoClasses returns the classes of the characters that terms name. Any constant may be a
// character.
func whoClasses(terms []trace.Term) []string {
	var classes []string
	for _, name := range constants(terms) {
		if len(classes) == mostWho {
			break
		}
		classes = append(classes, class("who", name))
	}
	return classes
}

// termsOf returns terms as programs write arguments.
func termsOf(terms []trace.Term) string {
	return strings.TrimPrefix(trace.Step{Args: terms}.String(), " ")
}

// constants returns the constants in terms, each once, in order. Numbers and texts are
// none.
func constants(terms []trace.Term) []string {
	var names []string
	known := make(map[string]bool)
	var walk func([]trace.Term)
	walk = func(terms []trace.Term) {
		for _, t := range terms {
			if walk(t.Args); len(t.Args) > 0 || t.Number || t.Head == trace.List || isText(t.Head) {
				continue
			}
			if name := t.String(); !known[name] {
				known[name] = true
				names = append(names, name)
			}
		}
	}
	walk(terms)
	return names
}

// isText reports whether a word is a literal, with its quotes.
func isText(word string) bool {
	return len(word) > 1 && strings.HasPrefix(word, `"`) && strings.HasSuffix(word, `"`)
}

// The bounds of labels, in characters and lines. Longer labels are cut; the tooltip has the full
// text.
const (
	labelWidth = 40 // of a line that is not broken
	wrapWidth  = 30 // of a line of several
	wrapLines  = 3
)

// short returns the text as a line of a label.
func short(s string) string {
	runes := []rune(visible.Picture(s))
	if len(runes) <= labelWidth {
		return string(runes)
	}
	return string(runes[:labelWidth-1]) + "…"
}

// short returns the text as a line of a label, as no other text of the picture has it.
func (a *artist) short(s string) string { return a.labels.Line(visible.Picture(s), short) }

// wrap returns the text as lines of a label, as no other text of the picture has it.
func (a *artist) wrap(s string) []string { return a.labels.Lines(visible.Picture(s), wrap) }

// wrap returns the text as up to [wrapLines] lines of a label, broken at spaces:
// no more lines than it takes, and these about equally long.
func wrap(s string) []string {
	words := strings.Split(visible.Picture(s), " ")
	lines := fill(words, wrapWidth)
	if len(lines) > wrapLines {
		return append(lines[:wrapLines-1], lines[wrapLines-1]+" …")
	}
	for width := wrapWidth - 1; width > 0 && len(lines) < len(words); width-- {
		narrow := fill(words, width)
		if len(narrow) > len(lines) {
			break
		}
		lines = narrow
	}
	return lines
}

// fill puts as many words on each line as there is room for, at least one. Words
// that fit on no line are cut.
func fill(words []string, width int) []string {
	lines, used := []string{short(words[0])}, utf8.RuneCountInString(words[0])
	for _, word := range words[1:] {
		n := utf8.RuneCountInString(word)
		if used+1+n > width {
			lines, used = append(lines, short(word)), n
			continue
		}
		lines[len(lines)-1] += " " + word
		used += 1 + n
	}
	return lines
}

// layout returns text of several lines, such as a rule's, as plain lines.
func layout(s string) string {
	lines := strings.Split(strings.ReplaceAll(s, "\t", "    "), "\n")
	for i, line := range lines {
		lines[i] = visible.Picture(strings.TrimSuffix(line, "\r"))
	}
	return strings.Join(lines, "\n")
}

// class returns a name as a CSS class that needs no escaping: `rule-do-mourn`
// for "rule" and "do/mourn". Different names may give the same class.
func class(kind, name string) string {
	safe := func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return '-'
	}
	return kind + "-" + strings.Map(safe, strings.TrimSuffix(short(name), "…"))
}
