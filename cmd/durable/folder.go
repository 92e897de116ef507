package durable

import (
	"errors"
	"io/fs"
	"os"
)

// replaceFolder gives a draft the name of a folder, and removes the old folder of that name. There
// is a folder of that name at any time, where the system can exchange two names.
func replaceFolder(draft, target string) error {
	for {
		old, err := Hold(target)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if err = os.Rename(draft, target); !errors.Is(err, fs.ErrExist) {
				return err
			} // else another writer has just made it
		case err != nil:
			return err
		default:
			return exchangeAndRemove(draft, target, old)
		}
	}
}

// Hold opens a folder and locks it, once no other process holds it. From then on, no writer takes it
// for a leftover, though its name becomes that of a draft. The name is none of a link.
func Hold(target string) (*os.File, error) {
	for {
		f, err := os.Open(target)
		if err != nil {
			return nil, err
		}
		if lockInTurn(f) {
			return f, nil
		}
		f.Close() // it has been replaced
	}
}

// exchangeAndRemove gives the draft the target's name and the other way round, and removes the old
// folder, which is locked.
func exchangeAndRemove(draft, target string, old *os.File) error {
	defer old.Close()
	err := exchange(draft, target)
	if errors.Is(err, errors.ErrUnsupported) {
		err = exchangeByRenaming(draft, target)
	}
	if err != nil {
		return err
	}
	return os.RemoveAll(draft)
}

// asideName returns the name of the old folder for the moment in which another has no name yet.
func asideName(target string) string { return draftName(target, 0) }

// exchangeByRenaming is [exchange] for systems that have no such call. The target is missing for a
// moment; [restore] brings it back where the process is killed just then.
func exchangeByRenaming(draft, target string) error {
	aside := asideName(target)
	if err := os.Rename(target, aside); err != nil {
		return err
	}
	if err := os.Rename(draft, target); err != nil {
		return errors.Join(err, os.Rename(aside, target))
	}
	return os.Rename(aside, draft)
}

// restore gives a folder its name back that a killed writer has set aside.
func restore(target string) {
	aside := asideName(target)
	if _, err := os.Lstat(target); errors.Is(err, fs.ErrNotExist) {
		os.Rename(aside, target) // fails where there is none, as it should
		return
	}
	os.RemoveAll(aside) // the new folder is in its place
}
