package compile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// remedy ends the messages about faults that no change of the command line can mend.
const remedy = "use a release of ceptre, which has the engine in it"

// errNoGo says that there is no go command.
var errNoGo = errors.New("the engine of playable pages has to be compiled, once, and there is no go command: install " +
	"Go from https://go.dev/dl, or " + remedy)

// environment is that of each go command. GOFLAGS is not empty, since an empty one stands for
// the user's, which could hold -mod=vendor or -tags.
var environment = []string{"GO111MODULE=on", "GOFLAGS=-mod=readonly"}

// target is the environment of commands for the engine. It excludes a workspace around the sources,
// which could change their dependencies.
var target = []string{"GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFIPS140=off", "GOWORK=off"}

// patience is how long a go command that is told to stop is waited for.
const patience = 100 * time.Millisecond

// golang runs the go command in a folder and returns its output, even if it fails.
func golang(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var out, said bytes.Buffer
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &said
	cmd.Env = append(append(os.Environ(), environment...), env...)
	if err := cmd.Start(); errors.Is(err, exec.ErrNotFound) {
		return nil, errNoGo
	} else if err != nil {
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			err = fmt.Errorf("%s\n(go %s: %w)", strings.TrimSpace(said.String()), args[0], err)
		}
		return out.Bytes(), err
	case <-ctx.Done():
		// An interrupted process clears its temporary files away; not every system can interrupt one.
		if cmd.Process.Signal(os.Interrupt) != nil {
			_ = cmd.Process.Kill() // or it has ended
		}
		select {
		case <-ended:
		case <-time.After(patience):
		}
		return nil, ctx.Err()
	}
}
