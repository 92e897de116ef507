// Package durable replaces an old file or folder by a new one in a single step: readers see the old
// one or the new one, even if the process is killed or the machine fails.
//
// The new contents are written to a draft beside the target, under a name that follows from that of
// the target: `.trace.json.ceptre-new` for trace.json. Writers of one target that run at the same
// time have drafts of their own (`.trace.json.ceptre-new-2`), and the last to finish gives the
// target its contents. A writer holds a lock on its draft, which ends with the process. A draft
// without a lock is the leftover of a writer that was killed. The next writer of the same target
// removes it, so that leftovers do not add up.
package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// noRenameOpen says that the system neither renames nor removes a file that is open.
const noRenameOpen = runtime.GOOS == "windows"

// Draft is a file or a folder that is to take the place of another. It has to be discarded, which
// does nothing once it is committed.
type Draft struct {
	*os.File // a folder's is open to be locked
	target   string
	folder   bool
	done     bool
}

// open are the drafts that are neither committed nor discarded.
var open struct {
	sync.Mutex
	drafts map[*Draft]bool
}

// File begins the file that is to have a name.
func File(name string) (*Draft, error) { return newDraft(name, makeFile, false) }

// Folder begins the folder that is to have a name.
func Folder(name string) (*Draft, error) {
	restore(name)
	return newDraft(name, makeFolder, true)
}

// newDraft begins a draft and enters it into those that are open.
func newDraft(target string, create func(string) (*os.File, error), folder bool) (*Draft, error) {
	open.Lock()
	defer open.Unlock()
	f, err := begin(target, create)
	d := &Draft{File: f, target: target, folder: folder}
	if err == nil {
		if open.drafts == nil {
			open.drafts = make(map[*Draft]bool)
		}
		open.drafts[d] = true
	}
	return d, err
}

// DiscardAll removes all drafts of the process, which has to end: no draft can be committed or
// discarded afterwards.
func DiscardAll() {
	open.Lock() // for ever
	for d := range open.drafts {
		os.RemoveAll(d.Name())
	}
}

// Commit gives the draft the name of its target, once all of it is on the disk.
func (d *Draft) Commit() error {
	err := syncFile(d.File)
	if noRenameOpen {
		err = errors.Join(err, d.Close())
	}
	if err != nil {
		return err
	}
	if err := d.move(); err != nil {
		return err
	}
	d.Close() // all of it is on the disk
	return syncFolder(filepath.Dir(d.target))
}

// move gives the draft the name of the target.
func (d *Draft) move() (err error) {
	open.Lock()
	defer open.Unlock()
	if d.folder {
		err = replaceFolder(d.Name(), d.target)
	} else {
		err = os.Rename(d.Name(), d.target)
	}
	if err == nil {
		delete(open.drafts, d)
		d.done = true
	}
	return err
}

// Discard removes a draft that is not committed.
func (d *Draft) Discard() {
	if d.File == nil || d.done {
		return
	}
	open.Lock()
	defer open.Unlock()
	delete(open.drafts, d)
	if noRenameOpen {
		d.Close()
	}
	os.RemoveAll(d.Name()) // while it is locked: afterwards, the name may be that of another's draft
	d.Close()
}

// mostDrafts bounds how many writers of one target there can be at the same time.
const mostDrafts = 1000

// begin makes a draft of a target under the first name that no other writer holds.
func begin(target string, create func(string) (*os.File, error)) (*os.File, error) {
	for n := 1; n <= mostDrafts; n++ {
		f, err := take(draftName(target, n), create)
		if err != nil {
			return nil, err
		}
		if f != nil {
			sweep(target, n+1)
			return f, nil
		}
	}
	return nil, fmt.Errorf("%d other processes are writing it", mostDrafts)
}

// usualDrafts is how many writers of one target there are at the same time, at most, as a rule.
const usualDrafts = 8

// sweep removes leftovers from the nth draft of a target on. It looks at the usual numbers, and
// beyond as long as there are drafts.
func sweep(target string, n int) {
	for there := true; n <= usualDrafts || there && n <= mostDrafts; n++ {
		_, err := os.Lstat(draftName(target, n))
		if there = err == nil; there {
			removeLeftover(draftName(target, n))
		}
	}
}

// take returns a new draft with a name, locked; nil where another writer holds that name.
func take(name string, create func(string) (*os.File, error)) (*os.File, error) {
	for {
		f, err := create(name)
		switch {
		case err == nil && lock(f):
			return f, nil
		case err == nil:
			f.Close() // another writer took it for a leftover before it was locked
		case !errors.Is(err, fs.ErrExist):
			return nil, err
		case !removeLeftover(name):
			return nil, nil
		}
	}
}

// makeFile makes a file that is not there yet.
func makeFile(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// makeFolder makes a folder that is not there yet.
func makeFolder(name string) (*os.File, error) {
	for {
		if err := os.Mkdir(name, 0o777); err != nil {
			return nil, err
		}
		f, err := os.Open(name)
		if !errors.Is(err, fs.ErrNotExist) { // else another writer took it for a leftover
			return f, err
		}
	}
}

// draftMark is part of the name of each draft.
const draftMark = ".ceptre-new"

// longestBase is how many bytes of the target's name are in that of a draft. Names of files have
// up to 255 bytes on most systems.
const longestBase = 200

// draftName returns the name of the nth draft of a target, beside it.
func draftName(target string, n int) string {
	folder, base := filepath.Split(target)
	for len(base) > longestBase {
		_, size := utf8.DecodeLastRuneInString(base)
		base = base[:len(base)-size]
	}
	name := folder + "." + base + draftMark
	if n != 1 {
		name += "-" + strconv.Itoa(n)
	}
	return name
}

// IsDraft reports whether a file's name is that of a draft, such as one that a killed process left.
func IsDraft(name string) bool {
	_, number, ok := strings.Cut(name, draftMark)
	return ok && strings.HasPrefix(name, ".") && strings.Trim(number, "-0123456789") == ""
}
