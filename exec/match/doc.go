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
// those that rules ask for (index). Where there are many terms, those that nothing needs any
// longer make room for others (collect).
//
// # Matches
//
// The left side of a rule falls into components that share no variable (split). What a component
// says is matched apart from the others, and rules of which components say the same share
// its matches (conflict set). A match is a choice of a row for each atom, and of values for
// the variables that no atom gives one. Its weight is in how many ways resources of
// these rows meet the atoms: a product of falling factorials. The weight of a rule is
// the product of the sums over its components.
//
// Matches are kept as the facts change, in the manner of TREAT (Miranker, "TREAT: A
// better match algorithm for AI production systems", AAAI 1987), which remembers
// matches, but nothing half matched as Rete does (Forgy, "Rete: a fast algorithm for
// the many pattern/many object pattern match problem", Artificial Intelligence 19,
// 1982). For each atom of a component there is a plan of how to meet the others when a fact
// that meets this one is new (plan): a join by an index, a look for the one fact that
// is left, a comparison, a proof. The atom comes next that the fewest facts are likely
// to meet, by how many agree in the known columns now. What becomes of a fact that
// goes is found without a search: matches of a fact are a list (records). Where the
// number of copies changes, and not whether there are any, only weights change. Rules
// that do not ask for what changed are not looked at: where many ask for facts of one predicate,
// but for another constant each, they are found by it (subscribers). And who counts the choices of
// many rules is told of which these may be others than before (follow).
//
// New facts are shown to the plans one after another, so each match is found once, when
// the last of its facts comes. What a firing takes and makes again is no change. Facts with
// one argument at the most are kept with their matches when the last copy goes, for there are
// few and they come back (resting). So are those of which rules do not look at all arguments:
// the next that differs only where no rule looks takes over the matches (row reuse). Where what
// rests has few matches, these are brought up to date at once; where the only copy goes or
// comes, by a way that does nothing else (fast path). Where a fact that goes has many matches that
// lack another fact, too, those of its predicate rest no longer; nor do those that hardly ever come
// back, and of which a new fact has many matches in vain.
//
// A join over many facts, of which the next checks ask for a number in some range or
// for one that divides, sifts them first (range filter).
//
// # Ties
//
// Two atoms that share no variable, but are compared, or may not take the same
// resource, would have as many matches as there are pairs: a million for a thousand
// numbers. These are counted from how many facts have which value (histogram), and drawn
// by drawing both until they fit, as simulators of chemistry do (Danos et al., "Scalable
// simulation of cellular signaling networks", APLAS 2007).
//
// # Choice
//
// Weights are drawn from by classes of weights about as large (sampler), so a draw takes
// as long with ten matches as with a million. With the match comes a number below its
// weight, which says what resources of its rows are chosen.
//
// # Runs in series
//
// To compile and plan takes longer than a short run. A network that is reset, for the next run
// of the same program, keeps what does not depend on facts, and goes on as a new one would
// (Reset): where a plan would be made, a template of the same one is looked for first.
//
// # What is not done
//
// Nothing that is matched in component is kept. Of components with more matches than facts, all
// matches are kept, up to a bound: where people meet in one place only, these are as
// many as pairs. Atoms that are tied in more than one way, or with
// others, are one component.
package match
