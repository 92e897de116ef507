package game

import (
	"github.com/ceptre-graph/ceptre/exec/logic"
	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/exec/trace"
	program "github.com/ceptre-graph/ceptre/lang/logic"
)

// reserved are the predicates of traces that a fluent of the same name would be taken for.
var reserved = map[string]bool{trace.StagePred: true, "does": true, "do": true, "terminal": true, "goal": true}

// fluentFact returns the fact of a fluent given as a term. Names that have a meaning of their own in traces get a
// trailing underscore.
func fluentFact(base *logic.Base, f ground.Term) trace.Fact {
	t := term(base, f)
	if reserved[t.Head] {
		t.Head += "_"
	}
	return trace.Fact{Pred: t.Head, Args: t.Args}
}

// atomFact returns the fact of an atom. The name of the stage token gets a trailing underscore.
func atomFact(base *logic.Base, a ground.Atom) trace.Fact {
	f := trace.Fact{Pred: base.Atoms.Predicate(a).Name}
	if f.Pred == trace.StagePred {
		f.Pred += "_"
	}
	for _, arg := range base.Atoms.Args(a) {
		f.Args = append(f.Args, term(base, arg))
	}
	return f
}

// varying returns the predicates that depend on others.
func varying(rules []*program.Rule, on ...program.Predicate) map[program.Predicate]bool {
	found := make(map[program.Predicate]bool)
	for _, p := range on {
		found[p] = true
	}
	for grown := true; grown; {
		grown = false
		for _, r := range rules {
			depends := false
			r.Dependencies(func(p program.Predicate, _ program.Literal, _ bool) { depends = depends || found[p] })
			if !depends {
				continue
			}
			r.Derives(func(p program.Predicate) {
				grown = grown || !found[p]
				found[p] = true
			})
		}
	}
	return found
}

// text returns an atom as programs write it.
func text(base *logic.Base, a ground.Atom) string {
	return string(base.Atoms.Append(nil, &base.Terms, a))
}

// termText returns a term as programs write it.
func termText(base *logic.Base, t ground.Term) string { return string(base.Terms.Append(nil, t)) }
