package main

import (
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/desk"
	"github.com/ceptre-graph/ceptre/cmd/playhost"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
	"github.com/ceptre-graph/ceptre/themes"
	"github.com/spf13/cobra"
)

// playPath is where the page for play is.
const playPath = "/play/"

// mountPlay has the server serve the page for play, if there is a program to be played.
func (v *serving) mountPlay(c *cobra.Command, input []byte) error {
	if foreign.Knows(input) {
		return nil
	}
	limits, err := v.limits(c)
	if err != nil {
		return err
	}
	v.host = &playhost.Host{Limits: limits, Generator: &trace.Generator{Name: "ceptre", Version: cli.Version}, Within: v.within}
	v.server.Mount(playPath, v.host.Handler(playPath))
	return nil
}

// showPlay has the page for play be of the program as it is now. Whether that is right, it
// says itself.
func (v *serving) showPlay(c *cobra.Command) error {
	if v.host == nil {
		return nil
	}
	name, data, err := v.ReadFile(v.input)
	if err != nil {
		return err
	}
	o := desk.Opening{Name: name, Text: string(data), Seed: &v.seed, Stage: v.stage, Context: v.context, Steps: v.steps, By: v.by}
	if o.Stage+o.Context == "" {
		o.Trace = v.trace
	}
	look, err := themes.Find(v.theme)
	if v.theme != "" && err != nil {
		return err
	}
	text, err := v.findProse(v.Streams, besideProgram(v.input))
	if err == nil && text != nil {
		o.ProseName, data, err = v.ReadFile(text.Name())
		o.Prose = string(data)
		if own, e := v.findTheme(c, text); v.theme == "" && e == nil {
			look = own
		}
	}
	if err != nil {
		o.ProseName, o.Prose = "", "" // the preview says what is wrong with it
	}
	return v.host.Show(o, look)
}
