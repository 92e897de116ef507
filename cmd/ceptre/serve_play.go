package main

import (
	"errors"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/cmd/play/web"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
	"github.com/ceptre-graph/ceptre/themes"
	"github.com/spf13/cobra"
)

// playPath is where the page for play is.
const playPath = "/play/"

// mountPlay has the server serve the page for play, to which the site leads, if there is a
// program to be played.
func (v *serving) mountPlay(c *cobra.Command, input []byte) error {
	if foreign.Knows(input) {
		return nil
	}
	limits, err := v.limits(c)
	if err != nil {
		return err
	}
	memory := bounds{memory: v.memory} // the limit of time is for unattended runs
	v.host = &web.Host{
		Limits: limits, Within: memory.within,
		Generator: &trace.Generator{Name: "ceptre", Version: cli.Version},
	}
	v.server.Mount(playPath, v.host.Handler(playPath))
	v.playURL = playPath
	return nil
}

// showPlay updates the page for play to the present program. It reports errors of the program; the
// preview reports those of prose and theme.
func (v *serving) showPlay(c *cobra.Command) error {
	if v.host == nil {
		return nil
	}
	name, data, err := v.ReadFile(v.input)
	if err != nil {
		return errors.Join(err, v.host.Fail(err.Error()))
	}
	o := game.Opening{Name: name, Text: string(data), Seed: &v.seed, Stage: v.stage, Context: v.context, Steps: v.steps, By: v.casting.By, Place: v.casting.Place}
	if v.stage+v.context == "" {
		o.Trace = v.trace
	}
	text, err := v.findProse(v.Streams, besideProgram(v.input), nil)
	if err == nil && text != nil {
		if name, data, err := v.ReadFile(text.Name()); err == nil {
			o.ProseName, o.Prose = name, string(data)
		}
	}
	look, err := v.findTheme(c, v.Streams, text)
	if err != nil {
		if look, err = themes.Find(""); err != nil {
			return err
		}
	}
	return v.host.Show(o, look)
}
