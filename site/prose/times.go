package prose

import (
	"slices"
	"strings"
)

// time is a condition that this is the first time, or a later one, over all moments or for the
// values of some variables. A text with the condition "first time for C" is told once of each
// character.
type time struct {
	later bool
	whose []string // variables; none for all
	at    int      // offset
}

// addTime adds a condition on times, such as `first time` or `later times for C C'`, and
// reports whether it is one.
func (w *when) addTime(text string, at int) bool {
	which, whose, somebody := strings.Cut(text, " for ")
	t := time{which == "later times", strings.Fields(whose), at}
	if which != "first time" && !t.later || somebody && len(t.whose) == 0 {
		return false
	}
	w.times = append(w.times, t)
	return true
}

// times counts how often each occasion has occurred.
type times map[occasion]int

// occasion is a topic with the values of the variables in a "for" part.
type occasion struct {
	Topic
	whose string
}

// occasion returns that of a moment for some variables, none for all.
func (m *Moment) occasion(topic Topic, whose []string) occasion {
	var values strings.Builder
	for _, name := range whose {
		values.WriteString(name + " " + m.Terms[name].String() + "\n")
	}
	return occasion{topic, values.String()}
}

// note counts a moment of a topic, once for each list of variables that its sections count by.
func (n *Narrator) note(topic Topic, m *Moment) {
	for _, whose := range n.whose[topic] {
		n.times[m.occasion(topic, whose)]++
	}
}

// asks records the variables that a section of a topic counts by.
func (n *Narrator) asks(topic Topic, s *section) {
	for _, t := range s.when.times {
		if !slices.ContainsFunc(n.whose[topic], func(whose []string) bool { return slices.Equal(whose, t.whose) }) {
			n.whose[topic] = append(n.whose[topic], t.whose)
		}
	}
}

// timely reports whether the times of a section are such that it can be told.
func (n *Narrator) timely(topic Topic, s *section, m *Moment) bool {
	return !slices.ContainsFunc(s.when.times, func(t time) bool {
		return t.later != (n.times[m.occasion(topic, t.whose)] > 0)
	})
}
