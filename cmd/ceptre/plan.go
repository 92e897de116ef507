package main

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang/plural"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/scenes"
)

// sayPlan says how few readings see every scene, and which one sees most.
func sayPlan(s cli.Streams, made *site.Site) error {
	plan := made.Performance.Plan()
	total := len(made.Leaves)
	if total == 0 {
		_, err := fmt.Fprintln(s.Out, "Nothing happens, so there is nothing to read.")
		return err
	}
	fmt.Fprintf(s.Out, "It takes %s to see all of %s; a single one sees at most %d.\n",
		plural.Count(len(plan.Readings), "reading"), plural.Count(total, "scene"), len(plan.Best))
	fmt.Fprintf(s.Out, "\nThe reading that sees most:\n")
	if err := sayReading(s, made, plan.Best); err != nil {
		return err
	}
	if len(plan.Readings) == 1 {
		return nil // the same one
	}
	for i, r := range plan.Readings {
		fmt.Fprintf(s.Out, "\nReading %d of %d:\n", i+1, len(plan.Readings))
		if err := sayReading(s, made, r); err != nil {
			return err
		}
	}
	return nil
}

// sayReading lists the scenes of a reading, with the character to choose on the cover and the link
// to take from each scene.
func sayReading(s cli.Streams, made *site.Site, r scenes.Reading) error {
	if who := made.Beginning(r[0]); who != "" {
		fmt.Fprintf(s.Out, "       → Follow %s, from the cover\n", who)
	}
	for i, scene := range r {
		l := made.Leaves[scene.Number-1]
		if _, err := fmt.Fprintf(s.Out, "%5d  %s\n", scene.Number, l.Title); err != nil {
			return err
		}
		if i+1 < len(r) {
			fmt.Fprintf(s.Out, "       → %s\n", l.Onward(r[i+1]))
		}
	}
	return nil
}
