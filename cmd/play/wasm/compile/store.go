package compile

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/ceptre-graph/ceptre/cmd/durable"
	"github.com/ceptre-graph/ceptre/render/usercache"
)

// store is a folder with engines; "" for none, which holds nothing. An engine is two files, named
// by its key. Beside them a file for each command says which engine it compiled or used last.
type store string

// The ends of the names of files in a store.
const (
	codeSuffix    = ".wasm.gz"
	supportSuffix = ".js"
	commandSuffix = ".command" // after the hash of a command, with a key in it
	lockName      = "lock"
)

// open returns the store in the user's cache.
func open() store {
	dir := usercache.Folder("engine")
	if dir == "" || os.MkdirAll(dir, 0o700) != nil {
		return ""
	}
	return store(dir)
}

func (s store) path(name string) string { return filepath.Join(string(s), name) }

// get returns the engine with a key, or nil where there is none, or a damaged one.
func (s store) get(key string) *Engine {
	code, support := s.read(key+codeSuffix), s.read(key+supportSuffix)
	if code == nil || support == nil {
		return nil
	}
	return &Engine{Code: code, Support: support}
}

// read returns a file that is as it was written, or nil.
func (s store) read(name string) []byte {
	file := s.path(name)
	if s == "" || !usercache.IsWhole(file) {
		return nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	touch(file)
	touch(file + usercache.SumSuffix)
	return data
}

// touch notes that a file is used now, for [usercache.Evict].
func touch(file string) {
	now := time.Now()
	_ = os.Chtimes(file, now, now)
}

// put puts an engine into the store, and removes engines that were not used for long.
func (s store) put(key string, e *Engine) error {
	if s == "" {
		return errors.New("there is no folder for it in the user's cache")
	}
	usercache.Evict(string(s), "", unused)
	for name, data := range map[string][]byte{key + codeSuffix: e.Code, key + supportSuffix: e.Support} {
		if err := write(s.path(name), data); err != nil {
			return err
		}
		if err := usercache.Seal(s.path(name)); err != nil {
			return err
		}
	}
	return nil
}

// write writes a file, whole or not at all.
func write(name string, data []byte) error {
	d, err := durable.File(name)
	if err != nil {
		return err
	}
	defer d.Discard()
	if _, err := d.Write(data); err != nil {
		return err
	}
	return d.Commit()
}

// unused is the age from which files are taken out: each change of the sources leaves an engine of
// some megabytes.
const unused = 30 * 24 * time.Hour

// lastOf returns the engine that a command compiled or used last, or nil.
func (s store) lastOf(command string) *Engine {
	if s == "" || command == "" {
		return nil
	}
	key, err := os.ReadFile(s.path(command + commandSuffix))
	if err != nil || len(key) != hex.EncodedLen(sha256.Size) {
		return nil
	}
	return s.get(string(key))
}

// remember notes which engine a command uses. A note that cannot be written is only missed where
// there is no Go any more.
func (s store) remember(command, key string) {
	if s == "" || command == "" {
		return
	}
	file := s.path(command + commandSuffix)
	if noted, err := os.ReadFile(file); err == nil && string(noted) == key {
		touch(file)
		return
	}
	_ = write(file, []byte(key))
}

// executable returns the hash of the running command, or "".
func executable() string {
	file, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// lock waits until no other process compiles an engine, and returns the function that ends the
// lock. It calls busy if it has to wait. If locking is not possible, processes compile at the same
// time.
func (s store) lock(ctx context.Context, busy func()) (unlock func()) {
	if s != "" {
		if unlock, err := durable.Lock(ctx, s.path(lockName), busy); err == nil {
			return unlock
		}
	}
	return func() {}
}
