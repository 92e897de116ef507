// Package examples holds programs worth reading, each with a comment that says
// which forms of the language it shows, and the prose that tells their runs.
//
//   - verona: two days in a city, where chance makes the story out of affection
//     and anger; with prose.
//   - villa: one night in a house with many rooms, the same at every run, in
//     which everything depends on the character that one follows; with prose.
//   - workshop: a crafting game with a stage in which the player chooses; with
//     prose.
//   - blocks: blocks on a table and an arm that moves them.
//   - lanterns, saltmark, quarry-king: story worlds in Celf, a house party, a shipwreck and a
//     small tragedy; with scripts or prose.
//   - tictactoe, orchard: games in the Game Description Language; janken and
//     harbour: games in GGDL; night: a game of logic-game.
//
// A program is run with `ceptre run examples/verona.cep`; `ceptre publish`
// finds the prose beside the program, in the file of the same name that ends
// in .md or .scenes. In folders that end in .runs lie runs of programs, for `ceptre test examples`.
package examples

import "embed"

// FS holds the programs (*.cep), the worlds in Celf (*.clf), their prose (*.md, *.scenes) and
// games (*.kif, *.ggd, *.json), all at its root.
//
//go:embed *.cep *.clf *.md *.scenes *.kif *.ggd *.json
var FS embed.FS
