// Package release says which release of the commands this is.
package release

import (
	"regexp"
	"runtime/debug"
	"sync"
)

// Version is the version of all commands, which traces name.
const Version = "0.1.0"

// Build returns the version of the command. If it was not built from a release, the commit follows, as in
// `0.1.0+5b530cb67e43`, and `.dirty` if files had been changed. Go records the commit if it builds the command in a
// clone of the repository, without -buildvcs=false, or if `go install` has fetched it.
var Build = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Version
	}
	return build(info.Main.Version)
})

// commit matches the end of a version that Go makes of a commit without a tag: see [golang.org/x/mod/module].
var commit = regexp.MustCompile(`[-.][0-9]{14}-([0-9a-f]{12})(\+dirty)?$`)

// build returns the version of a build to which Go gives a version of its own.
func build(version string) string {
	found := commit.FindStringSubmatch(version)
	switch {
	case found == nil:
		return Version
	case found[2] != "":
		return Version + "+" + found[1] + ".dirty"
	}
	return Version + "+" + found[1]
}
