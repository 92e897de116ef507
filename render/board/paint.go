package board

import "strings"

// paints are the colours that authors name, as stylesheets mean them (CSS Color Module Level 4, section 6.1).
var paints = map[string]string{
	"aqua": "#00ffff", "black": "#000000", "blue": "#0000ff", "brown": "#a52a2a", "cyan": "#00ffff",
	"darkblue": "#00008b", "darkgreen": "#006400", "darkred": "#8b0000", "fuchsia": "#ff00ff", "gold": "#ffd700",
	"gray": "#808080", "green": "#008000", "grey": "#808080", "lightblue": "#add8e6", "lightgreen": "#90ee90",
	"lime": "#00ff00", "magenta": "#ff00ff", "maroon": "#800000", "navy": "#000080", "olive": "#808000",
	"orange": "#ffa500", "pink": "#ffc0cb", "purple": "#800080", "red": "#ff0000", "silver": "#c0c0c0",
	"tan": "#d2b48c", "teal": "#008080", "violet": "#ee82ee", "white": "#ffffff", "yellow": "#ffff00",
}

// paint returns a colour as `#rrggbb`; "" for what is none that is known.
func paint(colour string) string {
	colour = strings.ToLower(colour)
	if hex, ok := paints[colour]; ok {
		return hex
	}
	digits, ok := strings.CutPrefix(colour, "#")
	if !ok || strings.Trim(digits, "0123456789abcdef") != "" {
		return ""
	}
	switch len(digits) {
	case 3:
		return "#" + strings.Repeat(digits[:1], 2) + strings.Repeat(digits[1:2], 2) + strings.Repeat(digits[2:], 2)
	case 6:
		return colour
	}
	return ""
}
