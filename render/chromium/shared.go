package chromium

import (
	"context"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// Tests are the tests of a package that share a browser. Their TestMain runs them:
//
//	func TestMain(m *testing.M) { chromium.Tests{M: m}.Run() }
type Tests struct{ *testing.M }

// Run runs the tests, and ends their browser.
func (t Tests) Run() int {
	defer shared.end()
	return t.M.Run()
}

// shared is the browser of the tests of this process. To start one takes more than
// a second of work, and a new page half a second.
var shared browser

// browser is a Chromium that runs from when it is first asked for until it ends, or is ended.
type browser struct {
	mu   sync.Mutex
	ctx  context.Context // nil where none was started
	quit context.CancelFunc
}

// running returns the browser, which it starts anew if the last one has ended or has crashed.
func (b *browser) running(path string) (context.Context, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ctx != nil && b.ctx.Err() == nil {
		return b.ctx, nil
	}
	var err error
	for range mostStarts {
		if err = b.start(path); err == nil {
			break
		}
	}
	return b.ctx, err
}

// mostStarts is how often it is tried to start the browser, which may crash as it starts.
const mostStarts = 3

// start starts the browser anew.
func (b *browser) start(path string) error {
	b.stop()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-background-networking", true))
	allocator, free := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, quit := chromedp.NewContext(allocator)
	b.ctx, b.quit = ctx, func() { quit(); free() }
	return chromedp.Do(b.ctx) // which starts it
}

// end ends the browser, if there is one.
func (b *browser) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stop()
}

func (b *browser) stop() {
	if b.quit != nil {
		b.quit()
	}
	b.ctx, b.quit = nil, nil
}
