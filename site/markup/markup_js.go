// Package markup has the type of text that is markup already: nothing in it is escaped again.
package markup

// HTML is markup. In browsers, the engine has no templates: they are large.
type HTML string
