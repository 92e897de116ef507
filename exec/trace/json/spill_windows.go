package json

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// deleteOnClose is FILE_FLAG_DELETE_ON_CLOSE: the system removes the file once its only handle
// is closed, also where the process is ended by force.
const deleteOnClose = 0x04000000

// createUnnamed makes a temporary file that the system removes when it is closed.
func createUnnamed() (*os.File, error) {
	name := filepath.Join(os.TempDir(), fmt.Sprintf("ceptre-steps-%016x", rand.Uint64()))
	return os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL|deleteOnClose, 0o600)
}
