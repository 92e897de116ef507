package compile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
)

// modulePath is the path of the module that the engine is in.
const modulePath = "github.com/ceptre-graph/ceptre"

// sources are the sources of an engine and the Go that compiles them.
type sources struct {
	dir      string // the root of the module
	tmp      string // the folder for temporary files of go commands; "" for the usual one
	settings settings
}

// settings are the settings of Go that affect the compiled code, and the place of Go.
type settings struct{ GOROOT, GOVERSION, GOEXPERIMENT, GOWASM string }

// find returns the sources that a command was built from.
func find(ctx context.Context, from origin) (sources, error) {
	dir, err := from.locate(ctx)
	if err != nil {
		return sources{}, err
	}
	src := sources{dir: dir}
	out, err := src.run(ctx, "env", "-json", "GOROOT", "GOVERSION", "GOEXPERIMENT", "GOWASM")
	if err != nil {
		return sources{}, err
	}
	return src, json.Unmarshal(out, &src.settings)
}

// run runs the go command for the engine, in the root of its module.
func (src sources) run(ctx context.Context, args ...string) ([]byte, error) {
	env := target
	if src.tmp != "" {
		env = append(slices.Clip(env), "GOTMPDIR="+src.tmp)
	}
	out, err := golang(ctx, src.dir, env, args...)
	if err != nil && ctx.Err() == nil && !errors.Is(err, errNoGo) {
		err = fmt.Errorf("the engine of playable pages cannot be compiled from %s:\n%w\nif modules are missing, try again "+
			"with a network, or %s", src.dir, err, remedy)
	}
	return out, err
}

// origin describes the sources that a command was built from.
type origin struct {
	file         string // the path of this file; without a folder where the command was built with -trimpath
	path         string // the module's path, or that of the module in its place
	version, sum string // the module's; "" for none
}

// builtFrom returns the origin of the running command.
func builtFrom() origin {
	o := origin{path: modulePath}
	_, o.file, _, _ = runtime.Caller(0)
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return o
	}
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path != modulePath {
			continue
		}
		if m.Replace != nil {
			m = m.Replace
		}
		o.path, o.version, o.sum = m.Path, m.Version, m.Sum
	}
	return o
}

// locate returns the root of the module: where the compiler found
// it, or else the released version that the command was built from, or else the module of that
// path that the working folder belongs to or uses.
func (o origin) locate(ctx context.Context) (string, error) {
	dir := filepath.Join(filepath.Dir(o.file), "../../../..") // of cmd/play/wasm/compile
	if filepath.IsAbs(dir) && hasEngine(dir) {
		return dir, nil
	}
	const lacking = "the engine of playable pages has to be compiled, once, and the sources of this command are not " +
		"there: "
	if o.sum != "" {
		dir, err := o.download(ctx)
		if err != nil && ctx.Err() == nil && !errors.Is(err, errNoGo) {
			err = fmt.Errorf(lacking+"%w\ntry again with a network, or %s", err, remedy)
		}
		return dir, err
	}
	out, err := golang(ctx, "", nil, "list", "-m", "-f", "{{.Dir}}", modulePath)
	dir = strings.TrimSpace(string(out))
	if ctx.Err() != nil || errors.Is(err, errNoGo) {
		return "", err
	}
	if err != nil || !hasEngine(dir) {
		return "", errors.New(lacking + "run it in a copy of its repository, or " + remedy)
	}
	return dir, nil
}

// download returns the folder of the released version in the cache of modules, and has the go
// command download it if it is not there.
func (o origin) download(ctx context.Context) (string, error) {
	out, err := golang(ctx, os.TempDir(), target, "mod", "download", "-json", o.path+"@"+o.version)
	var found struct{ Dir, Sum, Error string }
	switch wrong := json.Unmarshal(out, &found); {
	case found.Error != "":
		return "", errors.New(found.Error)
	case err != nil:
		return "", err
	case wrong != nil:
		return "", wrong
	case found.Sum != o.sum:
		return "", fmt.Errorf("%s@%s is not what this command was built from: its checksum is %s, and was %s", o.path,
			o.version, found.Sum, o.sum)
	}
	return found.Dir, nil
}

// hasEngine reports whether a folder is the root of a module with the engine in it.
func hasEngine(dir string) bool {
	for _, name := range []string{"go.mod", enginePackage} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}
