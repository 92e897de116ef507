package prose

import (
	"errors"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/words"
)

// Fact returns the author's words for a fact, such as "Tybalt is dead" for `dead tybalt`, or "" if
// there are none. The function returns the value of a term in the text. Of several sections that fit,
// the one that names the most arguments is taken, and of those the first in the text.
func (p *Prose) Fact(pred string, args []trace.Term, value func(trace.Term) Value) string {
	if p == nil {
		return ""
	}
	var best *section
	var terms map[string]trace.Term
	for _, s := range p.sections {
		if s.fact.Head != pred || len(s.fact.Args) != len(args) || !s.written() {
			continue
		}
		bound := make(map[string]trace.Term)
		if bindAll(s.fact.Args, args, bound) && (best == nil || s.openArgs() < best.openArgs()) {
			best, terms = s, bound
		}
	}
	if best == nil {
		return ""
	}
	values := make(map[string]Value, len(terms))
	for name, term := range terms {
		values[name] = value(term)
	}
	return strings.TrimSuffix(words.Clean(best.opening(p.src, values)), ".")
}

// openArgs returns how many arguments of the fact the section leaves open, a variable counted once.
func (s *section) openArgs() int {
	n, seen := 0, make(map[string]bool)
	for _, arg := range s.fact.Args {
		if arg.IsOpen() || isVariable(arg) && !seen[arg.Head] {
			n++
		}
		seen[arg.Head] = true
	}
	return n
}

// bindAll matches patterns with ground terms, and enters what their variables stand for.
func bindAll(patterns, terms []trace.Term, bound map[string]trace.Term) bool {
	for i, p := range patterns {
		switch was, seen := bound[p.Head]; {
		case isVariable(p) && !seen:
			bound[p.Head] = terms[i]
		case isVariable(p):
			if !was.Equal(terms[i]) {
				return false
			}
		case p.Head == trace.Open && len(p.Args) == 0:
		case p.Head != terms[i].Head || len(p.Args) != len(terms[i].Args) || !bindAll(p.Args, terms[i].Args, bound):
			return false
		}
	}
	return true
}

// readFact reads the heading of a section about facts.
func (s *section) readFact() error {
	switch pattern, err := goal.ParsePattern(factText(s.special.Name)); {
	case err != nil:
		return err
	case pattern.Head == trace.Open || pattern.Number:
		return errors.New("a fact begins with the name of a predicate, as in ## fact at C L")
	case s.title != nil:
		return errors.New("a fact has no title; its words stand below ##")
	default:
		s.fact = pattern
	}
	for _, v := range s.vars {
		v.begins = false // the words stand within a sentence
	}
	return nil
}
