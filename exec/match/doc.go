// Package match keeps the matches of rules in a multiset of facts up to date while
// facts come and go, counts the choices of resources that they stand for, and draws
// one, each as likely.
//
// # Facts
//
// Ground terms are numbers ([Terms]): equal terms are equal numbers, and small natural
// numbers stand for themselves. The facts of a predicate are rows of a [Table]: the
// numbers of the arguments, and the resources that are copies of the fact. So a
// thousand equal facts are one row. Rows are found by all of their columns, and by
// the columns that rules join by (index). Once there are many terms, the unused ones are
// freed and their numbers given to others (collect).
//
// # Matches
//
// The left side of a rule falls into components that share no variable (split). Each component
// is matched apart from the others, and rules that contain an equal component share its
// matches (conflict set). A match is a choice of a row for each atom, and of values for
// the variables that no atom gives one. Its weight is the number of ways in which
// resources of these rows meet the atoms: a product of falling factorials. The weight of a rule is
// the product of the sums over its components.
//
// Matches are kept as the facts change, in the manner of TREAT (Miranker, "TREAT: A
// better match algorithm for AI production systems", AAAI 1987), which stores
// matches but, unlike Rete, no partial ones (Forgy, "Rete: a fast algorithm for
// the many pattern/many object pattern match problem", Artificial Intelligence 19,
// 1982). For each atom of a component, a plan says how to match the other atoms when a
// new fact meets this one (plan). Its steps are joins by an index, lookups of single facts,
// comparisons and proofs. The next atom is the one that the fewest facts are likely to
// meet, estimated from the facts that agree in the known columns now. The matches of each fact
// form a list, so that a removed fact leads to its matches without a search (records). If the
// number of copies changes but does not become or cease to be 0, only weights change. A change
// costs nothing for rules that do not use it: rules that ask for one predicate with different
// constants are found by the constant (subscribers). A caller that counts the choices of many
// rules learns which of the counts may have changed (follow).
//
// New facts are shown to the plans one after another, so each match is found once, when
// the last of its facts is added. A resource that a firing takes and makes again is no change.
// Facts with one argument at most are retained with their matches when the last copy is taken,
// because there are few of them and they often return (retained). Facts with columns that no rule
// uses are retained, too: a new fact that differs only in such columns takes over the row and
// the matches (row reuse). If a retained fact has few matches, these are updated at once, and
// if its only copy is taken or put, by code that does nothing else (fast path). A predicate
// stops retaining facts if a taken fact has many matches that lack another fact as well,
// or if its facts rarely return and each new one has many matches that are never used.
//
// If the checks that follow a join over many facts ask for a number in some range, or for a
// divisor or multiple, a range filter drops the failing facts first.
//
// # Ties
//
// Two atoms that share no variable, but are compared, or may not take the same
// resource, would have as many matches as there are pairs: a million for a thousand
// numbers. The pairs are counted from the number of facts with each value (histogram), and
// drawn by drawing both facts until they fit, as simulators of chemistry do (Danos et al., "Scalable
// simulation of cellular signaling networks", APLAS 2007).
//
// # Choice
//
// Matches of similar weight form a class (sampler), so a draw takes as long with a million
// matches as with ten. A draw also yields a number below the weight of the match, which
// selects the resources of its rows.
//
// # Runs in series
//
// Compiling and planning take longer than a short run. [Network.Reset] prepares a network for
// the next run of the same program: the network keeps all that does not depend on facts, and
// behaves like a new one. Before it makes a plan, it looks for a template of an equal plan.
//
// # Limits
//
// Partial matches are not stored. All matches of a component are stored, up to a bound, even
// if they outnumber the facts: if all people are in one place, each pair of them is a match.
// Atoms that are tied in more than one way, or with other atoms, form one component.
package match
