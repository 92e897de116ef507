// Package itself starts the running program once more, as a worker: work that needs a process of its own needs no
// other program.
package itself

import (
	"os"
	"runtime"
	"strings"
)

// Program returns the file of this program. Linux finds it even when it has been deleted or replaced.
func Program() (string, error) {
	if runtime.GOOS == "linux" {
		return "/proc/self/exe", nil
	}
	return os.Executable()
}

// Head keeps the beginning of the text written to it, such as the messages of a worker.
type Head struct{ text strings.Builder }

// Write implements [io.Writer]. It does not fail.
func (h *Head) Write(data []byte) (int, error) {
	const most = 1000
	h.text.Write(data[:min(len(data), max(0, most-h.text.Len()))])
	return len(data), nil
}

// Line returns the first line.
func (h *Head) Line() string {
	line, _, _ := strings.Cut(h.text.String(), "\n")
	return line
}
