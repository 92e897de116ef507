package main

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/lsp"
	"github.com/spf13/cobra"
)

func languageServer(s cli.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Run the language server for editors",
		Long: fmt.Sprintf(`Lsp is a language server: an editor starts it and talks to it over standard input and
output. It shows errors while you type, explains names, finds their declarations and uses,
renames them, completes them, applies the changes that messages propose, formats programs
like 'ceptre fmt', and lists declarations.

When you rename a rule, or anything else that prose can name, the prose beside the program
(play.md or play.scenes beside play.cep) changes, too. If the prose cannot be read,
nothing is renamed, and the server says so. If the editor sends Markdown, as configured
below, the server uses unsaved text of the prose and helps with it: it shows the errors
that 'ceptre check' would report, corrects misspelt names, and completes headings and
variables in braces.

The header of a message has at most %d bytes, and its body at most %d. The server ends
with an error at a longer one.`, lsp.MostHeader, lsp.MostBody),
		Example: `  Neovim 0.11 or later, in init.lua:

      vim.filetype.add({ extension = { cep = "ceptre" } })
      vim.lsp.config("ceptre", { cmd = { "ceptre", "lsp" }, filetypes = { "ceptre", "markdown" } })
      vim.lsp.enable("ceptre")

  Helix, in ~/.config/helix/languages.toml:

      [language-server.ceptre]
      command = "ceptre"
      args = ["lsp"]

      [[language]]
      name = "ceptre"
      scope = "source.ceptre"
      file-types = ["cep"]
      comment-token = "%"
      language-servers = ["ceptre"]

      [[language]]
      name = "markdown"
      language-servers = ["ceptre"]

  VS Code and editors like it, in the extension.js of an extension that depends
  on vscode-languageclient and declares the language "ceptre":

      const { LanguageClient } = require("vscode-languageclient/node");
      exports.activate = () =>
        new LanguageClient("ceptre", "Ceptre", { command: "ceptre", args: ["lsp"] },
          { documentSelector: [{ language: "ceptre" }, { language: "markdown" }] }).start();`,
		Args: cli.Usage(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error { return lsp.Serve(c.Context(), s) },
	}
	cmd.Flags().Bool("stdio", true, "use standard input and output, which the server always does; "+
		"some editors pass this flag")
	return cmd
}
