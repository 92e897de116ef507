package preview

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// news is a message to an open page: the state at once, and then every change.
type news struct {
	Version string `json:"version"`           // of the newest site
	Failure string `json:"failure,omitempty"` // why there is none that is newer
}

// tell sends changes to a page until it is closed. A slow page receives only the last change.
func (s *Server) tell(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	if r.Method == http.MethodHead {
		return
	}
	out := http.NewResponseController(w)
	for {
		now, changed := s.state()
		_ = out.SetWriteDeadline(time.Now().Add(s.times.request)) // of this piece of news
		if err := now.news().send(w); err != nil {
			return
		}
		if err := out.Flush(); err != nil {
			return
		}
		select {
		case <-changed:
		case <-r.Context().Done():
			return
		}
	}
}

// news returns the message about a state. A failure without a site is a page of its own, with a
// version of its own.
func (now state) news() news {
	if now.files == nil {
		return news{Version: now.version}
	}
	return news{Version: now.version, Failure: now.failure}
}

// send writes an event. JSON has no line ends, so it fits into one line.
func (n news) send(w http.ResponseWriter) error {
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "retry: 500\ndata: %s\n\n", data)
	return err
}
