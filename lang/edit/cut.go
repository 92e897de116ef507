package edit

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// cut collects what an edit takes out of a text: whole declarations and rules, and items of lists. Lines on which
// nothing is left go, and so does one of two blank lines that meet.
type cut struct {
	*change
	gone []stretch // in any order; they may overlap
	bare bool      // comments on parts stay
	list int       // where the stretches of the list begin from which items are taken
}

// take marks a stretch of the text.
func (k *cut) take(from, to int) { k.gone = append(k.gone, stretch{from, to}) }

// part takes out a declaration, a rule or an item, with the comments on it.
func (k *cut) part(n *outline.Node) {
	k.take(n.Start.Offset, n.End.Offset)
	if k.bare {
		return
	}
	above, behind := n.Comments()
	for _, c := range above {
		k.take(c.Start.Offset, c.End.Offset)
	}
	if behind != nil && k.alone(n) {
		k.take(behind.Start.Offset, behind.End.Offset)
	}
}

// alone reports whether the comment behind a part is on it and on nothing else: it begins its line or, of an item, no
// other one is on its lines, and the rule or list has more of them.
func (k *cut) alone(n *outline.Node) bool {
	if n.Expr == nil {
		return strings.Trim(k.text[k.lineStart(n.Start.Offset):n.Start.Offset], blanks) == ""
	}
	if n.Up.Start.Line == n.Up.End.Line {
		return false
	}
	for _, side := range []string{"", "h", "l", "r"} {
		for _, other := range n.Up.Parts(side) {
			if other.Path != n.Path && other.Start.Line <= n.End.Line && n.Start.Line <= other.End.Line {
				return false
			}
		}
	}
	return true
}

// argument takes the argument at an offset out of a directive, with the directive where another one depends on it.
func (k *cut) argument(n *outline.Node, d *syntax.Directive, offset int) {
	i := slices.IndexFunc(d.Args, func(x syntax.Expr) bool { return x.Range().Start.Offset == offset })
	if len(d.Args) == 1 || i < 0 || d.Name != "interactive" && d.Name != "ordered" {
		k.part(n)
		return
	}
	k.take(k.before(offset), d.Args[i].Range().End.Offset)
}

// item takes an item out of its list.
func (k *cut) item(n *outline.Node) {
	k.items(n.Up.Parts(n.Side), func(x *outline.Node) bool { return x.Index == n.Index })
	k.done()
}

// items takes some items out of a list, with what joins them to the others. A side of a rule becomes `()` where none is
// left, and a clause loses its arrow.
func (k *cut) items(list []*outline.Node, doomed func(*outline.Node) bool) {
	k.list = len(k.gone)
	var joints []stretch // between each item and the next
	for i, n := range list[1:] {
		joint := stretch{k.behind(list[i].End.Offset), k.before(n.Start.Offset)}
		if strings.ContainsAny(k.text[joint.from:joint.to], "() \t\r\n") {
			k.flatten(list, doomed)
			return
		}
		joints = append(joints, joint)
	}
	left := slices.IndexFunc(list, func(n *outline.Node) bool { return !doomed(n) })
	last := len(list) - 1
	if comma := k.behind(list[last].End.Offset); doomed(list[last]) && comma < len(k.text) && k.text[comma] == ',' {
		k.take(comma, comma+1)
	}
	for last > 0 && doomed(list[last]) {
		last--
	}
	if left < 0 {
		k.all(list, joints)
		return
	}
	for i, n := range list {
		switch {
		case !doomed(n):
			continue
		case i < last:
			k.take(joints[i].from, joints[i].to)
		default:
			k.take(joints[i-1].from, joints[i-1].to)
		}
		k.part(n)
	}
	if from, to := list[0].Start.Offset, list[left].Start.Offset; left > 0 && k.isBlank(from, to) {
		k.take(from, to)
	}
	k.closeUp(list[last].End.Offset, list[len(list)-1].End.Offset)
}

// all takes out the items of a whole list.
func (k *cut) all(list []*outline.Node, joints []stretch) {
	first := list[0]
	for i, n := range list {
		if i > 0 || n.Rule == nil {
			k.part(n)
		}
		if i > 0 {
			k.take(joints[i-1].from, joints[i-1].to)
		}
	}
	switch d := first.Decl.(type) {
	case *syntax.Rule, *syntax.Stage:
		k.replaceSpan(first.Span, "()")
		k.closeUp(first.End.Offset, list[len(list)-1].End.Offset)
	case *syntax.Clause:
		end := d.Head.Range().End.Offset
		if end < first.Start.Offset {
			k.take(end, list[len(list)-1].End.Offset)
			return
		}
		k.take(first.Start.Offset, d.Head.Range().Start.Offset)
	}
}

// flatten writes a list in which items are grouped by parentheses anew, without those and without the comments in it.
func (k *cut) flatten(list []*outline.Node, doomed func(*outline.Node) bool) {
	joint := " " + string(syntax.Star) + " "
	if d, ok := list[0].Decl.(*syntax.Clause); ok {
		joint = " <- "
		if d.Head.Range().Start.Offset > list[0].Start.Offset {
			joint = " -> "
		}
	}
	var texts []string
	for _, n := range list {
		if !doomed(n) {
			texts = append(texts, k.text[n.Start.Offset:n.End.Offset])
		}
	}
	from, to := list[0].Start.Offset, list[len(list)-1].End.Offset
	for at := k.before(from); at > 0 && k.text[at-1] == '('; at = k.before(from) {
		from = at - 1
	}
	for at := k.behind(to); at < len(k.text) && k.text[at] == ')'; at = k.behind(to) {
		to = at + 1
	}
	if len(texts) == 0 {
		texts = []string{"()"}
	}
	k.replace(from, to, strings.Join(texts, joint))
}

// closeUp brings the dot that ends a declaration to the last item that is left, before the comments there, where items
// behind that go.
func (k *cut) closeUp(from, to int) {
	dot := k.behind(to)
	if from == to || dot == len(k.text) || k.text[dot] != '.' {
		return
	}
	if k.isBlank(from, dot) {
		k.take(from, dot)
		return
	}
	k.insert(from, ".")
	k.take(dot, dot+1)
}

// isBlank reports whether nothing but blanks is left of a stretch that the list is in which has been taken from last.
func (k *cut) isBlank(from, to int) bool {
	return strings.Trim(k.rest(merged(k.gone[k.list:]), from, to), blanks+"\n") == ""
}

// rest returns a stretch of the text without the stretches that are taken out, which are in order.
func (k *cut) rest(gone []stretch, from, to int) string {
	var out strings.Builder
	i, _ := slices.BinarySearchFunc(gone, from+1, func(s stretch, at int) int { return cmp.Compare(s.to, at) })
	for ; i < len(gone) && gone[i].from < to; i++ {
		s := gone[i]
		out.WriteString(k.text[from:max(from, s.from)])
		from = max(from, s.to)
	}
	if from < to {
		out.WriteString(k.text[from:to])
	}
	return out.String()
}

// merged returns stretches in order, without overlaps. It sorts the list.
func merged(list []stretch) []stretch {
	slices.SortFunc(list, func(a, b stretch) int { return cmp.Compare(a.from, b.from) })
	var out []stretch
	for _, s := range list {
		if n := len(out); n > 0 && s.from <= out[n-1].to {
			out[n-1].to = max(out[n-1].to, s.to)
			continue
		}
		out = append(out, s)
	}
	return out
}

// done makes the splices.
func (k *cut) done() {
	gone := merged(k.gone)
	for _, s := range gone {
		k.widen(gone, s)
	}
	k.joinLines()
	for _, s := range merged(k.gone) {
		k.remove(s.from, s.to)
	}
}

// widen takes out the blanks around a stretch that only it needs, and the line where nothing else is left on it.
func (k *cut) widen(gone []stretch, s stretch) {
	start, end := k.lineStart(s.from), s.to
	if i := strings.IndexByte(k.text[end:], '\n'); i >= 0 {
		end += i + 1
	} else {
		end = len(k.text)
	}
	if strings.Trim(k.rest(gone, start, end), blanks+"\n") == "" && !k.replaced(start, end) {
		k.take(start, end)
		return
	}
	from := s.from - (len(k.text[:s.from]) - len(strings.TrimRight(k.text[:s.from], " \t")))
	if from == start { // the indentation stays
		k.take(s.from, s.to+len(k.text[s.to:])-len(strings.TrimLeft(k.text[s.to:], " \t")))
		return
	}
	if s.to == len(k.text) || strings.IndexByte(" \t\r\n.,)", k.text[s.to]) >= 0 {
		k.take(from, s.to)
	}
}

// replaced reports whether a splice writes something in a stretch.
func (k *cut) replaced(from, to int) bool {
	return slices.ContainsFunc(k.splices, func(s splice) bool { return from <= s.from && s.to <= to && s.new != "" })
}

// joinLines takes out one of two blank lines where the lines between them are gone, and those at the start and the
// end of the text.
func (k *cut) joinLines() {
	for _, s := range merged(k.gone) {
		if s.from > 0 && k.text[s.from-1] != '\n' || s.to < len(k.text) && k.text[max(s.to-1, 0)] != '\n' {
			continue
		}
		head := s.from == 0 || strings.Trim(k.text[k.lineStart(s.from-1):s.from], blanks+"\n") == ""
		if s.to == len(k.text) {
			if head && s.from > 0 {
				k.take(k.lineStart(s.from-1), s.from)
			}
			continue
		}
		line, _, more := strings.Cut(k.text[s.to:], "\n")
		switch line = strings.Trim(line, blanks); {
		case head && more && line == "":
			k.take(s.to, s.to+strings.IndexByte(k.text[s.to:], '\n')+1)
		case head && s.from > 0 && line != "" && line[0] == '}':
			k.take(k.lineStart(s.from-1), s.from)
		}
	}
}
