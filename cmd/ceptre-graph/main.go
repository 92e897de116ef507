// Command ceptre-graph draws what led to what in a recorded run.
package main

import (
	"os"

	"github.com/ceptre-graph/ceptre/cmd/cli"
)

func main() { os.Exit(cli.Main(graph)) }
