// Package causal says what led to what in a recorded run.
//
// A trace becomes a bipartite graph of events (the steps of the run) and
// resources ([Graph]): an arrow from a resource to the event that consumes it, a
// dashed one to each event that reads it, and one from an event to each resource it
// makes. On it lies the causal order `<`: the least transitive relation with
//
//   - the producer of a resource before its consumer and before its readers,
//   - a reader of a resource before its consumer.
//
// Two events neither of which precedes the other are concurrent. With read
// arcs this is the order of contextual occurrence nets (Baldan, Corradini and
// Montanari, "Contextual Petri nets, asymmetric event structures, and
// processes", Information and Computation 171, 2001); within one run no two
// consumers compete for a resource, so asymmetric conflict is plain order.
//
// What can be asked of a graph, by file:
//
//   - order: [Graph.Past], [Graph.Future], [Graph.Concurrent], [Graph.Layers],
//     [Graph.CriticalPath], [Graph.Reduction] (order.go), [Graph.Width] (width.go),
//     [Graph.Precedence] (precedence.go);
//   - why: [Graph.Find] and [Graph.Why], what led to a fact or an event, and what
//     led to two of them ([Part]) (find*.go, why.go, proof.go);
//   - threads: [Graph.Threads], [Meetings], [Separations] and
//     [Graph.Lives], the lines of the characters of a [Cast] (cast.go, thread.go, meeting.go).
//
// Packages below answer what takes an algorithm of its own, such as cast, compare, hash and story.
//
// Packages below it answer more: cast, who the characters are; kinds, rules and timeline, how the rules work
// together and how a run went; hash and compare, whether runs are the same, and what two runs have in common;
// story, fold, turns, presence, explanations and parts of a run; inquiry and sweep, questions that need the
// program, and many runs of it.
//
// The package draws nothing and runs nothing: it needs only a valid trace, of
// whatever engine.
package causal
