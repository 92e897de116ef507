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
		Short: "Help an editor with programs while they are written",
		Long: fmt.Sprintf(`Lsp is a language server: an editor starts it and talks to it by standard input
and output. It shows errors while you type, explains names, goes to their declarations
and uses, renames them, completes names, makes the changes that messages propose,
formats the program as fmt does, and lists its declarations.

A new name for a rule, or for anything else that prose can name, is changed in the prose
beside the program, too (play.md or play.scenes beside play.cep), or nowhere: if the
prose cannot be read, the server says so. If the editor sends it Markdown, as below, it
uses the text that is not saved yet, and helps with the prose as well: it shows errors,
as check does, mends misspelt names, and completes headings and variables in braces.

The header of a message has %d bytes at most, and its body %d. A longer one is an
error, which ends the server.`, lsp.MostHeader, lsp.MostBody),
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
	cmd.Flags().Bool("stdio", true, "speak over standard input and output, the only way there is; "+
		"some editors pass the flag")
	return cmd
}
