package tell

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/site/words"
)

// Fact returns a fact of the run in words, as [Names.Fact] does.
func (t *Teller) Fact(r *causal.Resource) string { return t.Names.Fact(r.Resource) }

// Fact returns a fact in words, to stand within a sentence: in the author's, or else in words made of
// names, such as "Tybalt is depressed", "Romeo loves Juliet", "Juliet has 3 rose", "anger (Tybalt →
// Romeo)" or "distance orchard, tomb, 3". In other languages than English they have no grammar, for the names may
// be in any: "Tybalt: depressed", "loves: Romeo, Juliet".
func (n *Names) Fact(r *trace.Resource) string {
	if said := n.Text.Fact(r.Pred, r.Args, n.Value); said != "" {
		return said
	}
	pred, args := n.Short(words.Spaced(r.Pred)), n.Labels(r.Args)
	who, where, placed := n.location.Of(r)
	bare := !n.Words.Same(locale.Default)
	switch {
	case bare && placed:
		return n.there(n.Person(who), where)
	case bare && len(args) == 1 && !r.Args[0].Number:
		return n.is(r.Args[0], n.Thing(r.Args[0]), pred)
	case bare && len(args) > 1:
		return n.Words.Say("fact-of", "what", pred, "things", strings.Join(args, ", "))
	case placed && r.Pred == who:
		return n.there(n.Person(who), where)
	case placed && endsWithPreposition(pred):
		return n.Label(r.Args[n.location.Who]) + " " + pred + " " + n.Place(where)
	case len(args) == 2 && r.Pred == n.location.Pred:
		return args[n.location.Who] + " " + pred + " " + args[1-n.location.Who]
	case len(args) == 1:
		return n.about(pred, r.Args[0])
	case len(args) == 2 && (beginsWithVerb(pred) || endsWithPreposition(pred)):
		return args[0] + " " + pred + " " + args[1]
	case len(args) == 3 && r.Args[2].Number && !r.Args[1].Number && slices.Contains(possessive, pred):
		return args[0] + " " + pred + " " + args[2] + " " + strings.TrimPrefix(args[1], "the ")
	case len(args) == 2 && n.Knows(r.Args[0].Head) && n.Knows(r.Args[1].Head):
		if with := english.Preposition(pred); with != "" {
			return n.is(r.Args[0], args[0], pred+" "+with+" "+args[1])
		}
		return pred + " (" + args[0] + " → " + args[1] + ")"
	}
	return strings.TrimSpace(pred + " " + strings.Join(args, ", "))
}

// Absent says in words, to stand within a sentence, that there is no such fact: "there is no tree 3,
// 4", "night does not hold", or "it is not true that Ann is asleep" where these are the author's words.
func (t *Teller) Absent(f trace.Fact) string {
	n := t.Names
	if said := n.Text.Fact(f.Pred, f.Args, n.Value); said != "" {
		return n.Words.Say("fact-untrue", "fact", said)
	}
	pred := n.Short(words.Spaced(f.Pred))
	if len(f.Args) == 0 {
		return n.Words.Say("fact-unheld", "fact", pred)
	}
	return n.Words.Say("fact-none", "fact", pred+" "+strings.Join(n.Labels(f.Args), ", "))
}

// mostTold is how many facts a sentence lists.
const mostTold = 5

// Facts lists facts in words, equal ones once, with their number; the first few of many.
func (n *Names) Facts(rs []*trace.Resource) string {
	said := make([]string, len(rs))
	for i, r := range rs {
		said[i] = n.Fact(r)
	}
	all := english.Counted(said)
	text := n.Words.Clauses(all[:min(len(all), mostTold)])
	if more := len(all) - mostTold; more > 0 {
		return n.Words.Say("told-more", "facts", text, "n", more)
	}
	return text
}

// about returns a fact about one thing in words: "Ada is rich", "Ada bows", "lantern (Ada)", "day 2".
func (n *Names) about(pred string, arg trace.Term) string {
	_, person := n.Who(arg)
	said := strings.Fields(pred)
	switch {
	case len(said) == 0 || arg.Number:
		return strings.TrimSpace(pred + " " + n.Label(arg))
	case english.Adjective(said[len(said)-1]), said[0] == "not", len(said) > 1 && slices.Contains(prepositions, said[0]):
		return n.is(arg, n.Thing(arg), pred)
	case person && beginsWithVerb(pred):
		return n.Label(arg) + " " + pred
	case person:
		return pred + " (" + n.Label(arg) + ")"
	case n.places[arg.String()]:
		return n.there(pred, arg)
	}
	return pred + " " + n.Label(arg)
}

// is says what a term with a name is, which may be the name of several: "the otters are wet".
func (n *Names) is(t trace.Term, name, what string) string {
	many := 1
	if n.Value(t).Plural {
		many = 2
	}
	return n.Words.Count("fact-is", many, "thing", name, "what", what)
}

// there says at which place something is.
func (n *Names) there(what string, place trace.Term) string {
	return n.Words.Say("fact-at", "thing", what, "preposition", n.preposition(), "place", n.Place(place))
}

// possessive are verbs between a character and a number of things.
var possessive = []string{"has", "holds", "owns", "carries", "keeps", "needs", "wants"}

// beginsWithVerb guesses whether the words of a predicate begin with a verb in the third person.
func beginsWithVerb(words string) bool {
	verb, _, _ := strings.Cut(words, " ")
	return strings.HasSuffix(verb, "s") && !strings.HasSuffix(verb, "ss") && !strings.HasSuffix(verb, "us")
}

// prepositions are words that predicates end with which say how two things lie to each other.
var prepositions = []string{"at", "beside", "by", "from", "in", "inside", "near", "of", "on", "over", "to",
	"under", "with"}

func endsWithPreposition(words string) bool {
	parts := strings.Fields(words)
	return len(parts) > 0 && slices.Contains(prepositions, parts[len(parts)-1])
}

// preposition returns the preposition for places of characters: the last word of the predicate of
// places if it is one; otherwise "in" for rooms, and "at" for other places.
func (n *Names) preposition() string {
	said := strings.Fields(words.Spaced(n.location.Pred))
	if len(said) > 0 && slices.Contains([]string{"in", "inside", "on"}, said[len(said)-1]) {
		return said[len(said)-1]
	}
	if n.rooms {
		return "in"
	}
	return "at"
}
