// Package cachedir gives the compiled code of Graphviz a folder of the user's
// own.
//
// The Graphviz library keeps native code, from which it starts, in a folder of a
// fixed name in the temporary directory, where on shared machines others could
// put code for it to run. It settles on the folder while packages are
// initialised and offers no other way to say where. So this package names
// another temporary directory just for that time: packages without dependencies
// on each other are initialised in the order of their import paths (the Go
// specification, "Program initialization"), and this one stands before the
// library. Package render, which stands after it, calls [Restore].
package cachedir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// tempVar is where the system looks for the name of its temporary directory.
const tempVar = "TMPDIR"

var restore = redirect()

// Restore puts things back as they were before the program started. The result
// only serves to call it while variables are initialised.
func Restore() struct{} {
	restore()
	return struct{}{}
}

// redirect names the temporary directory that the library is to see, and returns
// what undoes it. Windows has one of the user's own anyway.
func redirect() func() {
	if runtime.GOOS == "windows" {
		return func() {}
	}
	before, known := os.LookupEnv(tempVar)
	if err := os.Setenv(tempVar, folder()); err != nil {
		return func() {}
	}
	return func() {
		if known {
			_ = os.Setenv(tempVar, before) // it was set before, so it can be
		} else {
			_ = os.Unsetenv(tempVar)
		}
	}
}

// folder returns the user's folder for caches of this project, in which nobody
// else can write. Where there can be none it returns a place where nothing can
// be: then the library keeps no code and starts more slowly.
func folder() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return os.DevNull
	}
	own := filepath.Join(cache, "ceptre")
	for _, dir := range []string{cache, own} {
		if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return os.DevNull
		}
	}
	info, err := os.Lstat(own)
	if err != nil || !info.IsDir() || info.Mode().Perm()&0o022 != 0 || !mine(info) {
		return os.DevNull
	}
	return own
}
