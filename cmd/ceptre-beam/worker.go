package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/container/tools"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"
	"github.com/ceptre-graph/ceptre/cmd/cli"
)

// isWorker reports whether a runner has started this process, to work for it: the loader of the SDK's container says
// --worker, and a runner that starts processes says where it is to be asked.
func isWorker(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		return strings.HasPrefix(arg, "-") && (name == "worker" || name == "provision_endpoint")
	})
}

// work does what a runner asks for, and returns the status to exit with.
func work(args []string) int {
	os.Stdout = os.Stderr // the SDK prints there, and prism hands it on to the report
	f := flag.CommandLine
	provision := f.String("provision_endpoint", "", "where a worker asks what to do")
	f.String("artifact_endpoint", "", "where a worker gets files, of which it needs none")
	if err := f.Parse(args); err != nil {
		return 2
	}
	if *provision != "" {
		if err := ask(f, *provision); err != nil {
			fmt.Fprintf(os.Stderr, "ceptre-beam: %v\n", err)
			return 1
		}
	}
	defer cli.Roomy()()
	beam.Init() // does not return in a worker
	return 0
}

// ask asks a runner for what the loader of a container would say by flags: this process is loaded already.
func ask(f *flag.FlagSet, endpoint string) error {
	id := strings.Trim(f.Lookup("id").Value.String(), "'") // Prism quotes it
	info, err := tools.ProvisionInfo(grpcx.WriteWorkerID(context.Background(), id), endpoint)
	if err != nil {
		return err
	}
	options, err := tools.ProtoToJSON(info.GetPipelineOptions())
	if err != nil {
		return err
	}
	for name, value := range map[string]string{
		"worker": "true", "id": id, "options": options,
		"logging_endpoint": info.GetLoggingEndpoint().GetUrl(),
		"control_endpoint": info.GetControlEndpoint().GetUrl(),
	} {
		if value == "" { // the runner said it by the flag
			continue
		}
		if err := f.Set(name, value); err != nil {
			return err
		}
	}
	return os.Setenv("RUNNER_CAPABILITIES", strings.Join(info.GetRunnerCapabilities(), " "))
}
