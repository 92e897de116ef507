// Package code writes programs in colour; in browsers, where nobody asks for it, without.
package code
