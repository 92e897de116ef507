package graphviz

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// folder returns the folder for the native code of Graphviz: one of the user's own,
// in which nobody else can write, since what lies there is run. It is "" where there
// can be none; then each process that draws compiles anew, for half a second.
func folder() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	own := filepath.Join(cache, "ceptre")
	for _, dir := range []string{cache, own} {
		if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return ""
		}
	}
	info, err := os.Lstat(own)
	if err != nil || !info.IsDir() || info.Mode().Perm()&0o022 != 0 || !mine(info) {
		return ""
	}
	return filepath.Join(own, "graphviz")
}
