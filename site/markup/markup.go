//go:build !js

// Package markup has the type of text that is markup already: nothing in it is escaped again.
package markup

import "html/template"

// HTML is markup as templates know it.
type HTML = template.HTML
