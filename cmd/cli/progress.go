package cli

import (
	"io"
	"sync"
	"time"

	"github.com/ceptre-graph/ceptre/lang/visible"
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
	f, ok := behind(file).(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}

// Columns returns the width of a terminal in columns, or 0 if the file is not a terminal.
func Columns(file any) int {
	f, ok := behind(file).(interface{ Fd() uintptr })
	if !ok {
		return 0
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

// Progress shows on a terminal how far long work is. Elsewhere, and in the first
// second, nothing is shown.
type Progress struct {
	on   io.Writer // nil where nothing is shown, ever or any more
	tick *time.Timer

	lock  sync.Mutex
	what  string
	total int
	done  int
	bar   *progressbar.ProgressBar // nil before it is shown
}

// Progress begins to show the progress of a piece of work. Total is the number of its parts, or -1
// if that is unknown. The result must be closed.
func (s Streams) Progress(what string, total int) *Progress {
	if !IsTerminal(s.Err) {
		return new(Progress)
	}
	return newProgress(Raw(s.Err), patience, what, total)
}

func newProgress(on io.Writer, wait time.Duration, what string, total int) *Progress {
	p := &Progress{on: on, what: what, total: total}
	p.lock.Lock() // the first tick may come at once
	defer p.lock.Unlock()
	p.tick = time.AfterFunc(wait, p.show)
	return p
}

// show shows how far the work is, now and again after a while. What cannot be shown is
// not missed.
func (p *Progress) show() {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.on == nil {
		return
	}
	if p.bar == nil {
		// The bar is drawn only by calls of this package, as its own clock could draw it again after it
		// was erased. Erasing clears the whole line, with a ^C on it.
		p.bar = progressbar.NewOptions(p.total, progressbar.OptionSetWriter(p.on),
			progressbar.OptionSetDescription(visible.Line(p.what)), progressbar.OptionClearOnFinish(),
			progressbar.OptionSetWidth(30), progressbar.OptionSetSpinnerChangeInterval(0),
			progressbar.OptionUseANSICodes(true))
	}
	if p.total > 0 {
		_ = p.bar.Set(p.done)
	}
	p.bar.Describe(visible.Line(p.what)) // even if no more is done: it turns, and tells the time
	p.tick.Reset(pace)
}

// Done says that one more part is done.
func (p *Progress) Done() {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.done++
}

// Say changes the text shown, and does not count a part as done.
func (p *Progress) Say(what string) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.what = what
}

// Turn goes on to other work.
func (p *Progress) Turn(what string, total int) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.erase()
	p.what, p.total, p.done = what, total, 0
}

// erase removes the bar from the terminal.
func (p *Progress) erase() {
	if p.bar != nil {
		_ = p.bar.Clear()
		p.bar = nil
	}
}

// Close takes away what was shown. What comes after it is not shown.
func (p *Progress) Close() {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.on != nil {
		p.tick.Stop()
		p.erase()
		p.on = nil
	}
}
