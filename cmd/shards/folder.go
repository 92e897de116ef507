package shards

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/visible"
)

// inFolders returns names of files, with the files of each folder in its place: there may be more of them than a
// command line holds. Hidden files are left out, such as unfinished ones.
func inFolders(names []string) ([]string, error) {
	var out []string
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil || !info.IsDir() {
			out = append(out, name) // opening it reports the error
			continue
		}
		entries, err := os.ReadDir(name)
		if err != nil {
			return nil, err
		}
		before := len(out)
		for _, e := range entries {
			if !e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
				out = append(out, filepath.Join(name, e.Name()))
			}
		}
		if len(out) == before {
			return nil, fmt.Errorf("%s: there is no shard in this folder", visible.Line(name))
		}
	}
	return out, nil
}
