package themes

import (
	"math"
	"strconv"
)

// The contrasts of WCAG 2.2, level AA.
const (
	forText  = 4.5 // 1.4.3
	forLines = 3.0 // 1.4.11: lines and outlines that say something
)

// light is a colour in linear RGB, each 0 to 1.
type light [3]float64

// luma is how much of the luminance of white the primaries of sRGB have.
var luma = light{0.2126, 0.7152, 0.0722}

// contrast returns the contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast
// ratio").
func contrast(a, b string) float64 {
	la, lb := dot(luma, linear(a)), dot(luma, linear(b))
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// On returns black or white, whichever has the greater contrast to a colour `#rrggbb`.
func On(colour string) string {
	const black, white = "#000000", "#ffffff"
	if contrast(colour, black) >= contrast(colour, white) {
		return black
	}
	return white
}

// linear returns a colour `#rrggbb` of sRGB without its gamma (IEC 61966-2-1).
func linear(colour string) light {
	n, err := strconv.ParseUint(colour[1:], 16, 24)
	if err != nil {
		panic(err) // checked by Parse
	}
	var l light
	for i := range l {
		c := float64(n>>(16-8*i)&0xff) / 255
		if c <= 0.04045 {
			l[i] = c / 12.92
		} else {
			l[i] = math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return l
}

func dot(a, b light) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
