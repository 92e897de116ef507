package json

import (
	"os"

	"golang.org/x/sys/unix"
)

// createUnnamed makes a temporary file that never has a name, so that nothing of it stays where the
// process is killed. File systems without such files get one that is removed at once.
func createUnnamed() (*os.File, error) {
	if f, err := os.OpenFile(os.TempDir(), os.O_RDWR|unix.O_TMPFILE, 0o600); err == nil {
		return f, nil
	}
	return createRemoved()
}
