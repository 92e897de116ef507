package grid

import (
	"regexp"
	"slices"
	"strings"
)

// hints are what a program says of the arguments of its predicates.
type hints struct {
	types func(pred string) []string // of arguments; nil where the program is not known
	rules string                     // the texts of all rules
}

// orient decides which of two coordinates is the row.
func (s *shape) orient(h hints) {
	a, b := s.rows[0], s.columns[0]
	types := h.types(s.pred)
	turned := s.holder != "" && s.inner == 2
	variables := h.variables(s.relation(), s.holder, a, b)
	switch {
	case s.args[a].family.letter != s.args[b].family.letter: // a file and a rank
		turned = s.args[a].family.letter
		s.upwards = true
	case says(s.holder+" "+s.pred, "rc", "row"):
		turned = false
	case says(s.holder+" "+s.pred, "xy", "x"):
		turned = true
	case s.holder == "" && b < len(types) && says(types[a], "x", "col", "column", "file"):
		turned = true
	case s.holder == "" && b < len(types) && says(types[a], "y", "row", "line", "rank"):
		turned = false
	case variables != nil:
		turned, s.upwards = variables.turned, variables.upwards
	}
	if turned {
		s.rows, s.columns = s.columns, s.rows
	}
}

// says reports whether one of the words of a name is among some.
func says(name string, words ...string) bool {
	parts := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '_' || r == '-' || r == ' ' })
	return slices.ContainsFunc(parts, func(part string) bool { return slices.Contains(words, part) })
}

// order is which of two coordinates the names of variables say comes first.
type order struct {
	turned  bool // turned says that the first one is the column
	upwards bool // upwards says that rows count from below
}

// variables returns what the names of variables at two arguments of a relation, or of a term, say in most
// of the places where rules have variables there: X and Y, C and R, Col and Row. It returns nil where they
// do not say. In GDL, whose variables begin with a question mark, ?y is taken to count from below.
func (h *hints) variables(relation, holder string, a, b int) *order {
	name := relation
	if holder != "" {
		name = holder
	}
	found, err := regexp.Compile(`(?:^|[\s(,!$*])` + regexp.QuoteMeta(name) + `[\s(]((?:[\s(,]*[?]?[\pL\d_']+){` + "1,8})")
	if err != nil {
		return nil
	}
	var says [2]int // rows first, columns first
	all, asked := 0, 0
	for _, m := range found.FindAllStringSubmatch(h.rules, -1) {
		words := strings.FieldsFunc(m[1], func(r rune) bool { return strings.ContainsRune(" \t\n(,", r) })
		if b >= len(words) || !isVariable(words[a]) || !isVariable(words[b]) {
			continue
		}
		all++
		if words[a][0] == '?' {
			asked++
		}
		switch first, second := axisOf(words[a]), axisOf(words[b]); {
		case first == 'r' && second == 'c':
			says[0]++
		case first == 'c' && second == 'r':
			says[1]++
		}
	}
	switch {
	case 2*says[0] > all:
		return &order{}
	case 2*says[1] > all:
		return &order{turned: true, upwards: asked == all}
	}
	return nil
}

func isVariable(word string) bool { return word[0] == '?' || word[0] >= 'A' && word[0] <= 'Z' }

// axisOf returns r for a variable that is named as a row, c for one that is named as a column.
func axisOf(variable string) byte {
	switch strings.TrimRight(strings.ToLower(strings.TrimPrefix(variable, "?")), "0123456789'") {
	case "r", "row", "y", "line", "rank":
		return 'r'
	case "c", "col", "column", "x", "file":
		return 'c'
	}
	return 0
}
