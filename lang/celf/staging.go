package celf

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// staging has the stages of a file, which are written by the scheme of Martens' thesis (Carnegie Mellon 2015, section
// 4.5). A phase is a constant of the type of the names. The token `stage P` is in the state as long as P lasts:
//
//	run P o- (stage P -o {done P}).                  P begins: its rules fire until none can
//	rule : stage P * … -o {stage P * …}.             a rule of P
//	done P o- {stage P * LEFT * (RIGHT -o run Q)}.   a link
//	done P o- {stage P * GOAL}.                      the run ends
//
// Without `done`, the clause of `run` says how the run goes on:
//
//	run P o- (stage P -o {stage P * GOAL}).
//	run P o- (stage P -o {run Q}).   run Q o- stage P o- (stage Q -o {…}).
//
// Links may also be rules of a phase that has no others, of which one fires at most:
//
//	link : stage P * … -o {next Q * …}.
//	done P o- {next Q * run Q}.
//
// Package emit writes such phases behind those of a stage. A phase with one rule that leads back is also how it
// writes an ordered stage. [staging.fold] makes one stage of all these phases.
//
// If runs are bounded, the tokens and `run` have the number of the steps that are left as another argument.
type staging struct {
	Scheme
	source *syntax.Source
	errs   syntax.ErrorList
	of     string          // the type of the names of phases
	terms  map[string]Expr // values of abbreviations of numbers
	phases []*phase
	byName map[string]*phase
	goal   *Expr // of the ends of runs; nil if there is none
	goalAt syntax.Span
	// places has the rules and links with their places in the program, by the names in their declarations.
	places map[*Name]*stagePlace
	starts map[int]*phase // of queries, by their offsets
}

// Scheme holds the names of the predicates, types and constructors by which a file defines its stages.
type Scheme struct {
	Stage, Run, Done  string          // predicates; Done is "" if there is none
	Next              map[string]bool // predicates of tokens that lead to other phases
	Steps, None, More string          // type of numbers of steps, and its constructors; "" if runs are not bounded
}

// SchemeOf returns the scheme of a file with stages; nil for another file. Only the declarations of the scheme have to
// be right.
func SchemeOf(file *File) *Scheme {
	s := &staging{Scheme: Scheme{Next: make(map[string]bool)}}
	if !s.findWords(file) {
		return nil
	}
	return &s.Scheme
}

// phase is a phase as the file has it. Those that are stages of the program are not folded.
type phase struct {
	name    *Name
	begins  *Constant   // the clause of `run`
	after   *stageToken // the token of the phase before, which the clause of `run` uses up
	leaves  *exit       // without `done`: how the clause of `run` goes on
	rules   []*stagePlace
	exits   []*exit
	ends    []syntax.Span
	onward  map[*phase]bool // phases to which rules lead by a token `next`; false if the run ends there
	folded  bool
	ordered bool
}

// stagePlace is where a rule or a link is in the program.
type stagePlace struct {
	decl *Constant
	in   *phase
	link bool
	to   *phase // of a link, and of a rule that leads on; nil if the run ends or goes on in the phase
}

// exit is a clause that leads from a phase to another.
type exit struct {
	*stagePlace
	plain   bool // nothing is asked for or made
	counted bool // the exit is a step, which counts towards the bound of the run
	at      syntax.Span
}

// stagesOf finds the stages of a file. It returns nil if the file has no clause such as `run P o- (stage P -o {…})`,
// or else the stages and the file without what makes them: tokens are left out, and links are rules.
func stagesOf(file *File) (*staging, *File) {
	s := &staging{Scheme: Scheme{Next: make(map[string]bool)}, source: file.Source, terms: make(map[string]Expr),
		byName: make(map[string]*phase), places: make(map[*Name]*stagePlace), starts: make(map[int]*phase)}
	if !s.findWords(file) {
		return nil, file
	}
	rest := &File{Source: file.Source, skipped: file.skipped}
	var later []Decl
	for _, d := range file.Decls {
		if !s.declares(d) {
			later = append(later, d)
		}
	}
	var queries []*Directive
	for _, d := range later {
		switch d := d.(type) {
		case *Constant:
			if left := s.constant(d); left != nil {
				rest.Decls = append(rest.Decls, left)
			}
		case *Abbreviation:
			s.outside(d.Value)
			rest.Decls = append(rest.Decls, d)
		case *Directive:
			if d.Word.Text == "#mode" {
				if d.Of != nil && s.isWord(modeOf(d)) {
					continue
				}
				rest.Decls = append(rest.Decls, d)
				continue
			}
			q := *d
			queries = append(queries, &q)
			rest.Decls = append(rest.Decls, &q)
		}
	}
	s.check()
	for _, q := range queries {
		s.query(q)
	}
	if !s.errs.Failed() {
		s.fold()
	}
	// Clauses that were folded, and those that lead on alone, are no rules.
	rest.Decls = slices.DeleteFunc(rest.Decls, func(d Decl) bool {
		k, ok := d.(*Constant)
		return ok && s.places[k.Name] != nil && s.places[k.Name].in == nil
	})
	s.errs.Sort()
	return s, rest
}

func modeOf(d *Directive) string {
	switch x := d.Of.(type) {
	case *Name:
		return x.Text
	case *Apply:
		return x.Fun.Text
	}
	return ""
}

// refuse reports a deviation from the scheme.
func (s *staging) refuse(at syntax.Span, format string, args ...any) *syntax.Error {
	e := &syntax.Error{Source: s.source, Span: at, Code: syntax.NotSupported, Msg: fmt.Sprintf(format, args...)}
	s.errs = append(s.errs, e)
	return e
}

// findWords finds the names of the scheme by the first clause `run P o- (stage P -o {…})`.
func (s *staging) findWords(file *File) bool {
	for _, d := range file.Decls {
		k, ok := d.(*Constant)
		if !ok || s.Run != "" {
			continue
		}
		premises, _, head := backwards(k.Type)
		run, ok := head.(*Apply)
		for _, x := range premises {
			a, isRule := x.(*Arrow)
			if !ok || !isRule || a.Reversed {
				continue
			}
			token, isToken := a.From.(*Apply)
			if _, braces := a.To.(*Braces); isToken && braces && ExprString(token.Args[0]) == ExprString(run.Args[0]) {
				s.Run, s.Stage = run.Fun.Text, token.Fun.Text
			}
		}
	}
	types := make(map[string][]string) // of the arguments of families
	for _, d := range file.Decls {
		if k, ok := d.(*Constant); ok {
			if args, result := argumentTypes(k.Type); result == "type" {
				types[k.Name.Text] = args
			}
		}
	}
	if s.Run == "" || len(types[s.Stage]) == 0 {
		return false
	}
	if s.of = types[s.Stage][0]; len(types[s.Stage]) > 1 {
		s.Steps = types[s.Stage][1]
	}
	for _, d := range file.Decls {
		k, ok := d.(*Constant)
		if !ok {
			continue
		}
		args, result := argumentTypes(k.Type)
		switch {
		case result == "type" && len(args) > 0 && args[0] == s.of && k.Name.Text != s.Stage && k.Name.Text != s.Run:
			s.Next[k.Name.Text] = true // `done` is told apart by its clauses
		case s.Steps != "" && result == s.Steps && len(args) == 0:
			s.None = k.Name.Text
		case s.Steps != "" && result == s.Steps && len(args) == 1 && args[0] == s.Steps:
			s.More = k.Name.Text
		}
	}
	for _, d := range file.Decls {
		if k, ok := d.(*Constant); ok {
			if premises, _, head := backwards(k.Type); len(premises) > 0 {
				if h, ok := head.(*Apply); ok && s.Next[h.Fun.Text] && s.Done == "" {
					s.Done = h.Fun.Text
				}
			}
		}
	}
	delete(s.Next, s.Done)
	return true
}

// IsToken reports whether a name belongs to the predicate of a token.
func (s *Scheme) IsToken(name string) bool { return name == s.Stage || s.Next[name] }

// isWord reports whether a name is one of the predicates of the scheme.
func (s *staging) isWord(name string) bool {
	return name != "" && (name == s.Run || name == s.Done || s.IsToken(name))
}

// backwards takes a type apart: its premises, the one next to the head first, its binders and its head.
func backwards(x Expr) (premises []Expr, binders []*Binder, head Expr) {
	for {
		switch y := x.(type) {
		case *Binder:
			binders = append(binders, y)
			x = y.Body
			continue
		case *Arrow:
			premises = append(premises, y.From)
			x = y.To
			continue
		}
		slices.Reverse(premises)
		return premises, binders, x
	}
}

// argumentTypes returns the names in `a -> b -> c`: the arguments and the result; no result of other types.
func argumentTypes(x Expr) (args []string, result string) {
	for {
		switch y := x.(type) {
		case *Arrow:
			from, ok := y.From.(*Name)
			if !ok || y.Reversed {
				return nil, ""
			}
			args = append(args, from.Text)
			x = y.To
			continue
		case *Kind:
			return args, "type"
		case *Name:
			return args, y.Text
		}
		return nil, ""
	}
}

// declares reads the declarations of the scheme's own names, and reports whether it is one.
func (s *staging) declares(d Decl) bool {
	if a, ok := d.(*Abbreviation); ok {
		if n, ok := a.Type.(*Name); ok && s.Steps != "" && n.Text == s.Steps {
			s.terms[a.Name.Text] = a.Value
			return true
		}
		return false
	}
	k, ok := d.(*Constant)
	if !ok {
		return false
	}
	args, result := argumentTypes(k.Type)
	name := k.Name.Text
	switch {
	case result == "type" && len(args) == 0 && (name == s.of || s.Steps != "" && name == s.Steps):
		return true
	case result == "type" && s.isWord(name):
		if want := 1 + s.numbers(); name != s.Done && len(args) != want || name == s.Done && len(args) != 1 {
			s.refuse(k.Span, "`%s` has other arguments than `%s`, which has the token of a stage", name, s.Stage)
		}
		return true
	case result == "type" && slices.Contains(args, s.of):
		s.refuse(k.Span, "`%s` has the name of a stage as an argument, which stages of programs are not", name)
		return true
	case s.Steps != "" && result == s.Steps:
		if name != s.None && name != s.More {
			s.refuse(k.Span, "`%s` is another number of steps than `%s` and `%s`", name, s.None, s.More)
		}
		return true
	case result == s.of:
		switch {
		case len(args) > 0:
			s.refuse(k.Span, "stages with arguments are not supported")
		case s.byName[name] != nil:
			s.refuse(k.Name.Span, "the stage `%s` is declared twice", name)
		default:
			p := &phase{name: k.Name, onward: make(map[*phase]bool)}
			s.phases = append(s.phases, p)
			s.byName[name] = p
		}
		return true
	}
	return false
}

// numbers is how many arguments tokens have besides the phase.
func (s *staging) numbers() int {
	if s.Steps != "" {
		return 1
	}
	return 0
}

// outside refuses words of the scheme in an expression.
func (s *staging) outside(x Expr) {
	found := false
	eachNameIn(x, func(n *Name) {
		if s.isWord(n.Text) && !found {
			found = true
			note(s.refuse(n.Span, "`%s` stands outside the scheme of stages here", n.Text), syntax.Span{},
				"rules have `%s P` once on each side, and clauses of `%s` and queries lead to stages", s.Stage, s.Run)
		}
	})
}
