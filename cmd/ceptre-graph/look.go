package main

import (
	"net/url"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/spf13/cobra"
)

// look is how a trace is looked at.
type look struct {
	view, title, theme, by, place, link string
}

func (l *look) flags(c *cobra.Command) {
	c.Flags().StringVar(&l.view, "view", string(render.Causal), "what to draw: "+join(render.Views()))
	cli.ThemeFlag(c, &l.theme)
	cli.CastFlag(c, &l.by)
	c.Flags().Lookup("by").Usage += "; character=NAME,… narrows any view to their steps"
	c.Flags().StringVar(&l.place, "place", "", "for --view storyline: the predicate that says where characters are (default: found)")
	c.Flags().StringVar(&l.title, "title", "", "the title of the picture")
	c.Flags().StringVar(&l.link, "link", "", "where steps lead to: a URL with {id}, {rule} and {stage} in it")
	complete(c, "view", render.Views())
}

// options checks the flags.
func (l *look) options(c *cobra.Command) (render.Options, error) {
	view := render.View(l.view)
	if !slices.Contains(render.Views(), view) {
		return render.Options{}, cli.BadFlag(c, "--view %q: there is %s", l.view, join(render.Views()))
	}
	theme, err := cli.FindTheme(c, l.theme)
	if err != nil {
		return render.Options{}, err
	}
	lanes := view == render.Threads || view == render.Storyline
	o := render.Options{View: view, Theme: theme, Title: l.title, Place: l.place, Link: l.linker()}
	if names, only := strings.CutPrefix(l.by, onlyCharacters); only {
		o.Select.Characters = strings.Split(names, ",")
	} else {
		o.By = l.by
	}
	switch {
	case o.By != "" && !lanes:
		return o, cli.BadFlag(c, "--by %s is for --view threads and storyline; --by %s%s narrows other views", l.by, onlyCharacters, l.by)
	case l.place != "" && view != render.Storyline:
		return o, cli.BadFlag(c, "--place is for --view storyline")
	}
	return o, nil
}

// onlyCharacters begins the value of --by that narrows a view to the steps of
// characters.
const onlyCharacters = "character="

// linker returns what makes the links of steps; nil where there are to be none.
func (l *look) linker() func(*trace.Step) string {
	if l.link == "" {
		return nil
	}
	return func(s *trace.Step) string {
		return strings.NewReplacer("{id}", s.ID.String(), "{rule}", url.PathEscape(s.Rule), "{stage}", url.PathEscape(s.Stage)).Replace(l.link)
	}
}

// join lists words.
func join[T ~string](words []T) string { return strings.Join(texts(words), ", ") }

func texts[T ~string](words []T) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = string(w)
	}
	return list
}

// complete lets shells complete the values of a flag.
func complete[T ~string](c *cobra.Command, flag string, values []T) {
	// The flag was entered just before: it is there.
	_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(texts(values), cobra.ShellCompDirectiveNoFileComp))
}

// completion is the verb that prints what shells need; other commands have it from
// cobra, which gives it only to those that have verbs.
func completion() *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print what a shell needs to complete the flags of this command",
		Example: `  source <(ceptre-graph completion bash)
  ceptre-graph completion fish > ~/.config/fish/completions/ceptre-graph.fish`,
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		Args:      cli.Usage(cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs)),
		RunE: func(c *cobra.Command, args []string) error {
			out := c.OutOrStdout()
			switch args[0] {
			case "bash":
				return c.Root().GenBashCompletionV2(out, true)
			case "zsh":
				return c.Root().GenZshCompletion(out)
			case "fish":
				return c.Root().GenFishCompletion(out, true)
			}
			return c.Root().GenPowerShellCompletionWithDesc(out)
		},
	}
}
