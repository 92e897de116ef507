package chromium

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// Turning is what releases of Chromium report, in parts, where a style has pages turn with a
// movement, and one is turned before the last turn is over or comes in late. No script has asked
// for the movement, so none can see to it.
var Turning = []string{"ViewTransition", "AbortError: Transition was skipped"}

// MustNotComplain fails a test at its end if the browser has had something to complain of:
// exceptions, what a policy refused, whatever stands in the console. What holds one of some
// texts is no fault.
func MustNotComplain(t testing.TB, ctx context.Context, excused ...string) {
	t.Helper()
	var lock sync.Mutex
	var complaints []string
	require.NoError(t, chromedp.Listen(ctx, func(event any) {
		said := complaint(event)
		for _, text := range excused {
			if strings.Contains(said, text) {
				return
			}
		}
		if said != "" {
			lock.Lock()
			defer lock.Unlock()
			complaints = append(complaints, said)
		}
	}))
	t.Cleanup(func() {
		lock.Lock()
		defer lock.Unlock()
		require.Empty(t, complaints)
	})
}

// complaint returns what a browser complains of in an event; "" for nothing.
func complaint(event any) string {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		said := "exception: " + e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			said += " " + e.ExceptionDetails.Exception.Description
		}
		return said
	case *runtime.EventConsoleAPICalled:
		return fmt.Sprint("console.", e.Type)
	case *log.EventEntryAdded:
		return strings.TrimSpace(e.Entry.Text + " " + e.Entry.URL)
	}
	return ""
}
