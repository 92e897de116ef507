package site

// playName is the title of the link to the pages for play.
const playName = "Play it yourself"

// addPlay adds the pages for play. Several stories have them in common, beside their index.
func (b *builder) addPlay() {
	if b.Above != "" {
		return
	}
	for _, p := range b.Play {
		b.add(playFolder+"/"+p.Path, p.Title, p.Data)
	}
}

// playURL returns the way from a page at a path to the pages for play, or "".
func (b *builder) playURL(path string) string {
	if len(b.Play) == 0 {
		return b.PlayURL
	}
	root := toRoot(path)
	if b.Above != "" {
		root += "../"
	}
	return root + playFolder + "/" + indexPath
}
