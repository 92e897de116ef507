package gdl

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// slips warns of names in places where they have no effect: a head that nothing asks for and that looks like a
// keyword, a player that is no role, a goal that is no number, and a fact or a move that no rule makes. Each of them
// is a game all the same.
func (r *reader) slips() {
	s := &slips{reader: r, seen: make(map[string]bool)}
	s.players()
	s.goals()
	if r.game.ggdl { // the translation warns of unknown names
		return
	}
	s.unasked()
	s.made(True, "`init` or `next`", Init, Next)
	s.made(Does, "`legal` or `input`", Legal, Input)
}

// slips looks at the rules of a game, where one statement can stand for several.
type slips struct {
	*reader
	seen map[string]bool // messages by place
}

// warn adds a warning with a note, once for each place and code. Notes that are empty are left out.
func (s *slips) warn(code syntax.Code, at syntax.Span, msg, hint string) {
	if key := string(code) + strconv.Itoa(at.Start.Offset); !s.seen[key] {
		s.seen[key] = true
		e := s.report(code, at, "%s", msg)
		if e.Warning = true; hint != "" {
			note(e, syntax.Span{}, "%s", hint)
		}
	}
}

// nearest returns the nearest of some names, or "": also if too many names were compared before.
func (s *slips) nearest(name string, names []string) string {
	if s.searches++; s.searches > mostSearches {
		return ""
	}
	return label.Nearest(name, names)
}

// unasked warns of heads that no body asks for, if they look like a keyword that is misspelt, or are no words.
func (s *slips) unasked() {
	asked := make(map[logic.Predicate]bool)
	// The sorts of the arguments of keywords: names of facts of the state, and players.
	facts, players := make(map[string]bool), make(map[string]bool)
	mention := func(p logic.Predicate, a *logic.Atom) {
		switch p {
		case Init, Next, True:
			facts[nameOf(a.Args[0])] = true
		case Role, Legal, Does, Goal:
			players[nameOf(a.Args[0])] = true
		}
	}
	for _, rule := range s.game.Program.Rules {
		rule.Dependencies(func(p logic.Predicate, _ logic.Literal, _ bool) { asked[p] = true })
		mention(rule.Head.(*logic.Atom).Predicate(), rule.Head.(*logic.Atom))
		for _, l := range rule.Body {
			if a, ok := l.(*logic.AtomLiteral); ok {
				mention(a.Predicate(), a.Atom)
			}
		}
	}
	fits := func(p logic.Predicate, a *logic.Atom) bool {
		switch p {
		case Init, Next:
			return facts[nameOf(a.Args[0])]
		case Role, Legal, Goal, Sees:
			return players[nameOf(a.Args[0])]
		}
		return p == Terminal
	}
	for _, rule := range s.game.Program.Rules {
		head := rule.Head.(*logic.Atom)
		if _, known := keywords[head.Name]; known || asked[head.Predicate()] {
			continue
		}
		msg := "nothing asks for `" + head.Predicate().String() + "`"
		if c, _ := utf8.DecodeRuneInString(head.Name); !unicode.IsLetter(c) && c != '_' {
			s.warn(syntax.UnusedPredicate, head.Span, msg, "relations have names that begin with a letter: "+
				"there are neither strings nor arithmetic")
			continue
		}
		var words []string
		for name, p := range keywords {
			if p.Arity == len(head.Args) && fits(p, head) {
				words = append(words, name)
			}
		}
		slices.Sort(words)
		if near := s.nearest(head.Name, words); near != "" {
			s.warn(syntax.UnusedPredicate, head.Span, msg, "did you mean `"+near+"`?")
		}
	}
}

// nameOf returns the name of a variable, a symbol or a function.
func nameOf(t logic.Term) string {
	if c, ok := t.(*logic.Compound); ok {
		return c.Name
	}
	return t.String()
}

// players warns of constants that are no roles where a role is expected. It needs to know all roles, and does if these
// are facts.
func (s *slips) players() {
	for _, rule := range s.game.Program.Rules {
		head := rule.Head.(*logic.Atom)
		if head.Predicate() == Role && (len(rule.Body) > 0 || len(termVariables(nil, head.Args[0])) > 0) {
			return
		}
	}
	player := func(a *logic.Atom) {
		if !slices.Contains([]logic.Predicate{Legal, Goal, Does, Sees, Input}, a.Predicate()) {
			return
		}
		c, ok := a.Args[0].(*logic.Compound)
		if !ok || len(termVariables(nil, c)) > 0 || slices.Contains(s.game.Roles, c.String()) {
			return
		}
		msg, hint := "`"+c.String()+"` is no role", ""
		if near := s.nearest(c.String(), s.game.Roles); near != "" {
			hint = "did you mean `" + near + "`?"
		} else if msg += label.There(s.game.Roles); len(c.Args) == 0 {
			hint = "a variable begins with `?`: `?" + c.Name + "`"
		}
		s.warn(syntax.UnknownName, c.Span, msg, hint)
	}
	for _, rule := range s.game.Program.Rules {
		player(rule.Head.(*logic.Atom))
		for _, l := range rule.Body {
			if a, ok := l.(*logic.AtomLiteral); ok {
				player(a.Atom)
			}
		}
	}
}

// goals warns of goals that are no numbers from 0 to 100, and of roles without a goal, but for chance.
func (s *slips) goals() {
	var has []string // roles with a goal
	open := false    // all roles may have one
	for _, rule := range s.game.Program.Rules {
		head := rule.Head.(*logic.Atom)
		if head.Predicate() != Goal {
			continue
		}
		has = append(has, head.Args[0].String())
		open = open || len(termVariables(nil, head.Args[0])) > 0
		if value, ok := head.Args[1].(*logic.Compound); ok {
			if n, err := strconv.Atoi(value.String()); err != nil || n < 0 || n > 100 {
				s.warn(syntax.WrongType, value.Span, "the goal `"+value.String()+"` is no number from 0 to 100",
					"100 is to win, and 0 to lose")
			}
		}
	}
	for _, rule := range s.game.Program.Rules {
		head := rule.Head.(*logic.Atom)
		if open || has == nil || head.Predicate() != Role || len(rule.Body) > 0 {
			continue
		}
		if role := head.Args[0].String(); role != "random" && !slices.Contains(has, role) {
			s.warn(syntax.NeverDerived, head.Span, "no rule derives a goal of `"+role+"`",
				"for example: "+s.example("(<= (goal "+role+" 0) terminal)", "goal "+role+" = 0 :- terminal"))
		}
	}
}

// made warns of facts of the state, or of moves, that are asked for and whose names no rule of the given heads makes:
// where a similar name is made at each place, and otherwise at the first.
func (s *slips) made(asked logic.Predicate, by string, heads ...logic.Predicate) {
	made, arities := make(map[logic.Predicate]bool), make(map[string][]string)
	var names []string
	for _, rule := range s.game.Program.Rules {
		head := rule.Head.(*logic.Atom)
		if !slices.Contains(heads, head.Predicate()) {
			continue
		}
		switch x := head.Args[len(head.Args)-1].(type) {
		case *logic.Compound:
			p := logic.Predicate{Name: x.Name, Arity: len(x.Args)}
			if !made[p] {
				made[p], arities[p.Name] = true, append(arities[p.Name], "`"+p.String()+"`")
				names = append(names, p.Name)
			}
		case *logic.Variable:
			// In (<= (next ?f) (true ?f)) the variable is one of the names that other rules make.
			same := func(l logic.Literal) bool {
				a, ok := l.(*logic.AtomLiteral)
				return ok && a.Negations == 0 && (a.Predicate() == asked || slices.Contains(heads, a.Predicate())) &&
					a.Args[len(a.Args)-1].String() == x.Name
			}
			if !slices.ContainsFunc(rule.Body, same) {
				return // any name
			}
		}
	}
	if len(made) == 0 {
		return
	}
	unknown := make(map[logic.Predicate]bool)
	for _, rule := range s.game.Program.Rules {
		for _, l := range rule.Body {
			a, ok := l.(*logic.AtomLiteral)
			if !ok || a.Predicate() != asked {
				continue
			}
			x, ok := a.Args[len(a.Args)-1].(*logic.Compound)
			if !ok {
				continue
			}
			p := logic.Predicate{Name: x.Name, Arity: len(x.Args)}
			if made[p] {
				continue
			}
			hint := ""
			if others := arities[p.Name]; others != nil {
				hint = "there is " + strings.Join(others, " and ") +
					": a name with another number of arguments is another name"
			} else if near := s.nearest(p.Name, names); near != "" {
				hint = "did you mean `" + near + "`?"
			}
			if hint != "" || !unknown[p] {
				s.warn(syntax.NeverDerived, x.Span, "no "+by+" makes `"+p.String()+"`", hint)
			}
			unknown[p] = true
		}
	}
}
