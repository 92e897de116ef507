package cli

import (
	"errors"

	"github.com/spf13/cobra"
)

// FileFlag enters -o, the file or folder to write to. It refuses an empty name, such as an unset
// variable in a script: nothing would be written, without any notice.
func FileFlag(c *cobra.Command, file *string, value, usage string) {
	*file = value
	c.Flags().VarP((*fileName)(file), "output", "o", usage)
}

// fileName is a name that is not empty, as a flag.
type fileName string

// String implements [pflag.Value].
func (n *fileName) String() string { return string(*n) }

// Type implements [pflag.Value].
func (n *fileName) Type() string { return "string" }

// Set implements [pflag.Value].
func (n *fileName) Set(name string) error {
	if name == "" {
		return errors.New("want a name")
	}
	*n = fileName(name)
	return nil
}
