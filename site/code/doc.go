// Package code highlights programs in colour. Built for browsers (GOOS=js), where no colour is
// needed, it writes plain text.
package code
