// Package metric gives each run of a series a number: its length, the shape of its causal order, the
// characters in it, how its rules fired, the facts at its end, and expressions over all of these.
//
// A [Meter] reads expressions for one program ([Meter.Parse]) and says what a sweep has to keep for
// them ([Meter.Options]). After the sweep it returns a [Column] for each expression, with a value
// for each run. Some values need the whole series: the surprise of a run depends on the frequency
// of rules in all runs.
//
// The grammar of expressions:
//
//	sum     = product { ("+" | "-") product }
//	product = factor { ("*" | "/") factor }
//	factor  = number | "(" sum ")" | "-" factor | name | name operand
//	operand = word | "'" text "'" | '"' text '"'
//
// A word ends at a space or a closing parenthesis, since names of rules contain slashes and hyphens.
package metric
