package cli

import (
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// When progress is first shown, and how often it changes.
const (
	patience = time.Second
	pace     = 100 * time.Millisecond
)

// IsTerminal reports whether a standard file is a terminal.
func IsTerminal(file any) bool {
	f, ok := file.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}

// Progress shows on a terminal how far long work is. Elsewhere, and in the first
// second, nothing is shown.
type Progress struct {
	show *time.Timer // nil where nothing is ever shown
	lock sync.Mutex
	bar  *progressbar.ProgressBar // nil before it is shown
	done int
}

// Progress begins to show what is done. Total is the number of its parts, or -1 where
// there is no telling. It has to be closed.
func (s Streams) Progress(what string, total int) *Progress {
	p := new(Progress)
	if IsTerminal(s.Err) {
		p.show = time.AfterFunc(patience, func() { p.begin(newBar(s.Err, what, total)) })
	}
	return p
}

func newBar(w io.Writer, what string, total int) *progressbar.ProgressBar {
	return progressbar.NewOptions(total, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(what),
		progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(30), progressbar.OptionThrottle(pace))
}

func (p *Progress) begin(bar *progressbar.ProgressBar) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.bar = bar
	p.draw()
}

// draw shows what is done. What cannot be shown is not missed.
func (p *Progress) draw() {
	if p.bar != nil {
		_ = p.bar.Set(p.done)
	}
}

// Done says that one more part is done.
func (p *Progress) Done() {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.done++
	p.draw()
}

// Close takes away what was shown.
func (p *Progress) Close() {
	if p.show == nil {
		return
	}
	p.show.Stop()
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear()
		_ = p.bar.Exit()
	}
}
