// Command ceptre-beam makes many runs of a program on a runner of Apache Beam, and reports what 'ceptre sweep' does.
//
// It is a module of its own, so that the other commands need nothing of Beam.
package main

import (
	"os"

	"github.com/ceptre-graph/ceptre/cmd/cli"
)

func main() {
	enroll()
	if isWorker(os.Args[1:]) {
		os.Exit(work(os.Args[1:]))
	}
	os.Exit(cli.Main(command))
}
