package compile

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
)

// listed is the output of `go list` for a package.
type listed struct {
	ImportPath, Dir    string
	Standard           bool
	GoFiles, SFiles    []string
	HFiles, EmbedFiles []string
}

// digest returns a hash of everything that the engine depends on: the files of all packages outside
// of the standard library, the release of Go, and the settings of the compiler.
func (src sources) digest(ctx context.Context) (string, error) {
	out, err := src.run(ctx, "list", "-deps", "-json=ImportPath,Dir,Standard,GoFiles,SFiles,HFiles,EmbedFiles",
		enginePackage)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	s := src.settings
	fmt.Fprintf(sum, "%q %q %q %q\n", s.GOVERSION, s.GOEXPERIMENT, s.GOWASM, flags)
	if err := hashFile(sum, "go.mod", filepath.Join(src.dir, "go.mod")); err != nil {
		return "", err
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return hex.EncodeToString(sum.Sum(nil)), nil
		} else if err != nil {
			return "", err
		}
		if p.Standard {
			continue
		}
		for _, files := range [][]string{p.GoFiles, p.SFiles, p.HFiles, p.EmbedFiles} {
			for _, name := range files {
				if err := hashFile(sum, p.ImportPath+"/"+name, filepath.Join(p.Dir, name)); err != nil {
					return "", err
				}
			}
		}
	}
}

// hashFile adds a file with its name to a hash.
func hashFile(sum hash.Hash, name, file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	fmt.Fprintf(sum, "%q %d\n", name, len(data))
	sum.Write(data)
	return nil
}
