// Package release says which release of the commands this is.
package release

// Version is the version of all commands, which traces name.
const Version = "0.1.0"
