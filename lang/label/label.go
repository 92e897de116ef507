// Package label tells the rules of a program apart by names that people can write.
//
// The name of a rule is a label: several rules may have it. A rule is known by its stage, its
// name and an ordinal among the rules of that name in the stage. A selector names rules:
//
//	init         all rules of the name
//	tower/init   those of the stage tower
//	init#2       the second of the name in its stage
//	tower/init#2 the second of the name in the stage tower
//	tower/init##7 the seventh rule of the program
//
// Names may hold slashes. A selector that is the name of a rule means the rules of that name,
// whatever stages there are. The last form is for rules that names of others leave no shorter one.
package label

import (
	"slices"
	"strconv"
	"strings"
)

// Key is the identity of a rule within a program.
type Key struct {
	Stage, Name string
	Variant     int // ordinal among the rules of the name in the stage, from 1
}

// Set holds the rules of a program, numbered from 0 in the order of their keys.
type Set struct {
	keys   []Key
	listed int // how many of them are listed by the program
	number map[Key]int
	// index holds the rules of a key. A key without a stage or a variant has those of any.
	index map[Key][]int
}

// NewSet returns the set of the rules that a program lists. Of rules with equal keys, Find returns
// the first.
func NewSet(keys []Key) *Set {
	s := &Set{number: make(map[Key]int, len(keys)), index: make(map[Key][]int, len(keys))}
	for _, k := range keys {
		s.Add(k)
	}
	s.listed = len(keys)
	return s
}

// Enter returns the number of the rule that a key means, and adds the rule if there is none. In a
// program that lists no rules, only an equal key means a rule.
func (s *Set) Enter(k Key) int {
	if i, ok := s.number[k]; ok {
		return i
	}
	if s.listed > 0 {
		if i := s.Find(k); i >= 0 {
			return i
		}
	}
	return s.Add(k)
}

// Add adds a rule and returns its number. It may change the labels of rules with the same name.
func (s *Set) Add(k Key) int {
	i := len(s.keys)
	s.keys = append(s.keys, k)
	if _, ok := s.number[k]; !ok {
		s.number[k] = i
	}
	stages := []string{""}
	if k.Stage != "" {
		stages = append(stages, k.Stage)
	}
	for _, stage := range stages {
		for _, variant := range []int{0, k.Variant} {
			open := Key{stage, k.Name, variant}
			s.index[open] = append(s.index[open], i)
		}
	}
	return i
}

// Len returns how many rules there are.
func (s *Set) Len() int { return len(s.keys) }

// Key returns the key of a rule.
func (s *Set) Key(i int) Key { return s.keys[i] }

// Find returns the number of the rule that a key means, or -1. Records of other engines leave out
// stages, or give one that the program does not list. A key that no rule has therefore means the
// rule of its name and variant without a stage or, where there is none, the only rule of that name
// and variant.
func (s *Set) Find(k Key) int {
	if i, ok := s.number[k]; ok {
		return i
	}
	k.Stage = ""
	if i, ok := s.number[k]; ok {
		return i
	}
	if all := s.index[k]; len(all) == 1 {
		return all[0]
	}
	return -1
}

// Select returns the numbers of the rules that a selector means, in order.
func (s *Set) Select(selector string) []int { return slices.Clone(s.find(selector)) }

func (s *Set) find(selector string) []int {
	if found := s.named(selector, 0); len(found) > 0 {
		return found
	}
	at := strings.LastIndexByte(selector, '#') // as in `name#2`
	if at < 0 {
		return nil
	}
	name := selector[:at]
	n, err := strconv.Atoi(selector[at+1:])
	if err != nil || n <= 0 {
		return nil
	}
	if found := s.named(name, n); len(found) > 0 {
		return found
	}
	// The number of a rule, from 1, behind its stage and name and one mark or more.
	if n <= len(s.keys) {
		marks, ok := strings.CutPrefix(name, s.keys[n-1].staged())
		if ok && marks != "" && strings.Trim(marks, "#") == "" {
			return []int{n - 1}
		}
	}
	return nil
}

// staged returns the name behind the stage if there is one.
func (k Key) staged() string {
	if k.Stage == "" {
		return k.Name
	}
	return k.Stage + "/" + k.Name
}

// named returns the rules of a name, which may stand behind a stage, and of an ordinal if it is
// not 0.
func (s *Set) named(name string, ordinal int) []int {
	if found := s.index[Key{"", name, ordinal}]; len(found) > 0 {
		return found
	}
	for at := 1; at < len(name); at++ {
		if name[at] != '/' {
			continue
		}
		if found := s.index[Key{name[:at], name[at+1:], ordinal}]; len(found) > 0 {
			return found
		}
	}
	return nil
}

// Distinct reports whether each rule has a name of its own, which then is its label.
func (s *Set) Distinct() bool {
	for _, k := range s.keys {
		if len(s.index[Key{"", k.Name, 0}]) > 1 {
			return false
		}
	}
	return true
}

// LabelOf returns the label of the rule that a key means, or the name in the key where there is
// none.
func (s *Set) LabelOf(k Key) string {
	if i := s.Find(k); i >= 0 {
		return s.Label(i)
	}
	return k.Name
}

// All returns the labels of all rules.
func (s *Set) All() []string {
	labels := make([]string, len(s.keys))
	for i := range labels {
		labels[i] = s.Label(i)
	}
	return labels
}

// Labels returns the labels of rules, in their order.
func (s *Set) Labels(rules []int) []string {
	var labels []string
	for _, i := range rules {
		labels = append(labels, s.Label(i))
	}
	return labels
}

// Like returns the rules that a selector may have been meant for which selects none: those of its
// name, whatever stage and ordinal it gives.
func (s *Set) Like(selector string) []int {
	name, _, _ := strings.Cut(selector, "#")
	for {
		if found := s.named(name, 0); len(found) > 0 {
			return slices.Clone(found)
		}
		_, behind, ok := strings.Cut(name, "/")
		if !ok {
			return nil
		}
		name = behind
	}
}

// Label returns the shortest selector that means a rule alone: its name where no other rule has
// it. Labels of different rules differ.
func (s *Set) Label(i int) string {
	k := s.keys[i]
	if len(s.index[Key{"", k.Name, 0}]) == 1 {
		return k.Name
	}
	ordinal, staged := "#"+strconv.Itoa(k.Variant), k.staged()
	for _, selector := range []string{staged, k.Name + ordinal, staged + ordinal} {
		if selector[0] == '-' {
			continue // commands would take it for a flag
		}
		if s.isAlone(i, selector) {
			return selector
		}
	}
	// Other rules have the names that these would be, or keys are equal.
	marks := "##"
	for !s.isAlone(i, staged+marks+strconv.Itoa(i+1)) {
		marks += "#"
	}
	return staged + marks + strconv.Itoa(i+1)
}

// isAlone reports whether a selector means one rule and no other.
func (s *Set) isAlone(i int, selector string) bool {
	found := s.find(selector)
	return len(found) == 1 && found[0] == i
}
