// Package edit changes the text of programs as authors think of them: add a rule, use a fact up, rename a type,
// give a predicate another argument. An edit replaces stretches of the text and leaves all else as it is, comments
// included.
package edit

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Edit is a change of a program, named by Do. Paths are those of package outline.
//
//	type        Name: a new type
//	constant    At a type, Name, Types: a new constant of it, with arguments of these types
//	predicate   Name, Types, Kind (`pred` or `bwd`)
//	numbers     Name: a type of natural numbers
//	stage       Name; rules outside of stages come into a stage `main` first
//	rule        At a stage, or empty for one outside of stages; Name. The first rule of a program comes into a new
//	            stage `main`
//	link        Name, From, To: names of stages, To may be empty
//	clause      Pred: a clause of a predicate
//	context     Name
//	run         Stage, Context, Bound
//	never       Name, Stage, Pred
//	invariant   Name, Stage, Pred
//	fact        At a context or run, Pred: one more fact there; Pred may have arguments, or be another context
//	premise     At a rule, clause or never, Side (`l` or `r`), Pred, Index: one more premise; behind all others
//	            where Index is negative or missing. Pred may have arguments
//	compare     At a rule, clause or never, Op, Term, Other: one more comparison of two terms
//	count       At an invariant, Side (`r` or the left one), Pred or, of a number alone, Term: one more count there
//	delete      At: with its uses, where they have to go, if the answers say so
//	duplicate   At, Name for a part that has one
//	move        At, To, After: before To or behind it; both are parts of one kind, rules of other stages included. To
//	            may also be the stage or context to the end of which a rule or fact moves
//	rename      At a declaration or a variable of a rule (with Var its old name), Name
//	mode        At a premise or fact, Mode: `used`, `kept`, `permanent` or `made`
//	term        At an argument, Term: a term in its place
//	operator    At a comparison or an invariant, Op
//	number      At a count of an invariant, Term: its factor, or the number that it is
//	sum         At a count of an invariant, Index: the argument that it adds up; without one it counts
//	claim       At a statement, Kind: `never` or `invariant`
//	scope       At a statement, Stage: where it has to hold, empty for everywhere
//	argument    At a predicate or constant, Change: `add` (Index, Type), `remove` (Index), `move` (Index, To as
//	            a number) or `type` (Index, Type)
//	kind        At a predicate, Kind: `pred`, `bwd`, `sensor` or `action`; see [Kinds]
//	permanent   At a predicate: all its facts are permanent, wherever they are made and needed
//	interactive At a stage, On
//	bound       At a run, Bound
//	start       At a run, Stage, Context
//	ends        At a link, From, To: the names of its stages
//	comment     At a declaration or rule, Text: the comment above it
//	replace     At anything, Text: its whole text
type Edit struct {
	Do      string   `json:"do"`
	At      string   `json:"at,omitempty"`
	To      string   `json:"to,omitempty"`
	From    string   `json:"from,omitempty"`
	After   bool     `json:"after,omitempty"`
	Name    string   `json:"name,omitempty"`
	Var     string   `json:"var,omitempty"`
	Kind    string   `json:"kind,omitempty"`
	Type    string   `json:"type,omitempty"`
	Types   []string `json:"types,omitempty"`
	Pred    string   `json:"pred,omitempty"`
	Side    string   `json:"side,omitempty"`
	Mode    string   `json:"mode,omitempty"`
	Op      string   `json:"op,omitempty"`
	Term    string   `json:"term,omitempty"`
	Other   string   `json:"other,omitempty"`
	Text    string   `json:"text,omitempty"`
	Stage   string   `json:"stage,omitempty"`
	Context string   `json:"context,omitempty"`
	Bound   string   `json:"bound,omitempty"`
	Change  string   `json:"change,omitempty"`
	Index   *int     `json:"index,omitempty"`
	On      bool     `json:"on,omitempty"`
	// Answers are to the questions of an [Ask], by their IDs.
	Answers map[string]string `json:"answers,omitempty"`
}

// Result is what came of an edit: a new text, or questions that have to be answered first.
type Result struct {
	Text  string `json:"text"`
	Focus string `json:"focus,omitempty"` // the path, in the new text, of the part that was made or changed
	Ask   *Ask   `json:"ask,omitempty"`   // then there is no Text: apply the edit again with answers
	// After is the analysis of Text, nil with an Ask.
	After *lang.Analysis `json:"-"`
}

// Ask holds the questions that have to be answered before an edit can be made. Answers that are missing are the
// defaults: with an empty map of answers, all are. Answers may lead to further questions; the edit needs those
// before, too, then.
type Ask struct {
	Text      string     `json:"text"` // a sentence: `on` is used in 4 rules and 2 contexts.
	Questions []Question `json:"questions"`
}

// Question is one decision. Its answer is the Term of one of the options or, where these are terms, another term that
// fits. Its ID says what it is about:
//
//	uses       the uses of a deleted thing: `*` deletes them, too; the name of another thing of its kind replaces it
//	become     what becomes of facts of contexts, or of clauses, that another kind of predicate does not have: `clauses`,
//	           the name of a context, or `*`, they go
//	also       which other predicates get a new argument: their names with a space between them, `()` for none
//	rules      the term in all rules and clauses: `*`, each has its own
//	facts      the term in all contexts, runs and clauses that are facts
//	PATH       the new argument in the rule, clause, statement, context or run with this path
//	PATH TERM  what takes the place of a term there that does not fit any more
//	PATH VARIABLE lost
//	           what takes the place of a variable to which nothing gives a value any more; `()` leaves out the premises
//	           and facts that name it
//
// An answer to one with a path comes before those to `rules` and `facts`, if it is not the default. Answers may also
// be given for a single place, by the path of a premise, fact or term that gets a new argument.
type Question struct {
	ID      string           `json:"id"`
	Path    string           `json:"path,omitempty"` // of the rule or context that it is about
	Text    string           `json:"text"`           // In `take`: on X ?
	Options []outline.Option `json:"options"`        // also of the kinds `delete` and `proposal`
	Default string           `json:"default"`        // a Term
}

// verbs has the function of each edit, by [Edit.Do].
var verbs = map[string]func(*change) error{
	"type":        addType,
	"numbers":     addNumbers,
	"constant":    addConstant,
	"predicate":   addPredicate,
	"stage":       addStage,
	"rule":        addRule,
	"link":        addLink,
	"clause":      addClause,
	"context":     addContext,
	"run":         addRun,
	"never":       addNever,
	"invariant":   addInvariant,
	"count":       addCount,
	"number":      setNumber,
	"sum":         setSum,
	"claim":       setClaim,
	"scope":       setScope,
	"fact":        addFact,
	"premise":     addPremise,
	"compare":     addComparison,
	"mode":        setMode,
	"term":        setTerm,
	"operator":    setOperator,
	"interactive": setInteractive,
	"bound":       setBound,
	"start":       setStart,
	"ends":        setEnds,
	"move":        move,
	"duplicate":   duplicate,
	"comment":     setComment,
	"replace":     replaceText,
	"rename":      rename,
	"delete":      deletePart,
	"argument":    changeArgument,
	"kind":        setKind,
	"permanent":   setPermanent,
}

// Proposed returns the edit that a message about a program proposes, with words for it, and false where it proposes
// none. The fixes of the message itself are not among these.
func Proposed(a *lang.Analysis, e *syntax.Error) (label string, edit Edit, ok bool) {
	if e.Code != syntax.OnlyTested {
		return "", Edit{}, false
	}
	i := slices.IndexFunc(a.File.Decls, func(d syntax.Decl) bool {
		s, ok := d.(*syntax.Signature)
		return ok && s.Name.Start == e.Start
	})
	if i < 0 {
		return "", Edit{}, false
	}
	label = fmt.Sprintf("make all facts of `%s` permanent", a.File.Decls[i].(*syntax.Signature).Name.Text)
	return label, Edit{Do: "permanent", At: strconv.Itoa(i)}, true
}

// Apply makes an edit in the text of a program that has been analysed. Text that the edit does not concern stays
// as it is, byte for byte; where all of the text was in the layout of [syntax.Format], the result is, too. An
// edit that does not fit the program or would add an error to it is refused. The error says why, in words for
// authors.
func Apply(a *lang.Analysis, e Edit) (*Result, error) {
	do := verbs[e.Do]
	if do == nil {
		return nil, fmt.Errorf("there is no edit %q", e.Do)
	}
	c := changeOf(a, e)
	if e := c.src.NotText(); e != nil {
		return nil, errors.New("the program is not text in UTF-8")
	}
	if err := do(c); err != nil {
		return nil, err
	}
	if c.ask != nil {
		return &Result{Ask: c.ask}, nil
	}
	return c.result()
}
