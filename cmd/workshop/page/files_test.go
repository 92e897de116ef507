package page_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/chromium"
)

// bytesOf is a script with the bytes of a text in base64, as of a file.
func bytesOf(text string) string {
	return "Uint8Array.from(atob('" + base64.StdEncoding.EncodeToString([]byte(text)) + "'), c => c.charCodeAt(0))"
}

// drops drops a file on the page.
func (w *workshop) drops(name, text string) {
	w.Helper()
	w.runs(`(() => {
		const data = new DataTransfer();
		data.items.add(new File([%s], %s));
		document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
	})()`, bytesOf(text), quoted(name))
}

// downloads has the page hand its downloads to the test; downloaded returns the last one.
func (w *workshop) downloads() {
	w.Helper()
	w.runs(`showSaveFilePicker = undefined;
		URL.createObjectURL = blob => { globalThis.downloaded = blob; return "about:blank#"; };
		addEventListener("click", e => {
			if (!e.target.download) return;
			e.preventDefault();
			globalThis.downloadedAs = e.target.download;
		}, true);
		HTMLAnchorElement.prototype.click = function () { globalThis.downloadedAs = this.download; };`)
}

func (w *workshop) downloaded() (name, data string) {
	w.Helper()
	w.comes(`globalThis.downloaded`)
	packed := w.value(`downloaded.bytes().then(all => btoa(String.fromCharCode(...all)))`)
	bare, err := base64.StdEncoding.DecodeString(packed)
	require.NoError(w, err)
	return w.value(`downloadedAs`), string(bare)
}

// A file that is opened is saved byte for byte, where the browser lets pages write no files, too.
func TestOpenAndSave(t *testing.T) {
	text := "\ufeff" + strings.ReplaceAll(doors, "\n", "\r\n")
	w := open(t, "", "")
	w.downloads()
	w.drops("my doors.cep", text)
	w.shows(doors)
	w.comes(`document.querySelector("#name").textContent === "my doors.cep" && document.querySelector(".unsaved").hidden`)
	w.puts("hall : door.")
	w.keys(" % x")
	w.comes(`!document.querySelector(".unsaved").hidden && document.title.startsWith("•")`)
	w.keys("s", chromedp.ModifierCtrl)
	w.comes(`document.activeElement.value === "my doors.cep"`)
	w.enters()
	w.comes(`document.querySelector(".unsaved").hidden`)
	name, data := w.downloaded()
	require.Equal(t, "my doors.cep", name)
	require.Equal(t, strings.Replace(text, "hall : door.", "hall : door. % x", 1), data)
}

// Files that are no programs are refused with a reason, and all stays as it was. Undo leads back over an opened file.
func TestOpenWhatIsNone(t *testing.T) {
	w := open(t, "doors.cep", doors)
	w.drops("picture.cep", "\x89PNG\xff\xfe")
	w.comes(`document.querySelector("#notice-text").textContent === "picture.cep is no text in UTF-8."`)
	w.drops("large.cep", strings.Repeat("%\n", 1<<21+1))
	w.comes(`document.querySelector("#notice-text").textContent.startsWith("large.cep is too large")`)
	w.shows(doors)
	w.drops("b.cep", "b : pred.\n")
	w.shows("b : pred.\n")
	w.keys("z", chromedp.ModifierCtrl)
	w.shows(doors)
	w.comes(`document.querySelector("#name").textContent === "doors.cep"`)
	w.puts("% Doors")
	w.keys("!")
	w.saves()
	require.Equal(t, strings.Replace(doors, "Doors", "Doors!", 1), w.read())
}

// A file of the older web editor becomes a program, which is saved for it again.
func TestOpenFileOfWebEditor(t *testing.T) {
	w := open(t, "", "")
	w.drops("lamp.txt", `[[],[],[{"id":"p0","name":"off","arguments":[]},{"id":"p1","name":"lit","arguments":[]}],[],
		[{"id":"i0","name":"off","arguments":[]}],2,0,1]`)
	w.comes(`document.querySelector("#text-field").value.includes("lit : pred.")`)
	w.comes(`document.querySelector("#name").textContent === "lamp.cep" && !document.querySelector(".unsaved").hidden`)
	w.downloads()
	w.clicks(`[aria-label="More for the file"]`, "")
	w.clicks(".menu-label", "Save for the older web editor")
	name, data := w.downloaded()
	require.Equal(t, "lamp.json", name)
	require.Contains(t, data, `"lit"`)
}

// A link carries a program as it is. One that is damaged, or would become too large, is not opened.
func TestLinks(t *testing.T) {
	large := doors + strings.Repeat("% "+strings.Repeat("long ", 20)+"😀\n", 900)
	require.Greater(t, len(large), 90_000)
	w := open(t, "doors.cep", large)
	w.clicks("#share", "")
	w.comes(`document.querySelector(".share input")`)
	chromium.Photograph(t, w.ctx, "share.png")
	link := w.value(`document.querySelector(".share input").value`)
	w.runs(`document.querySelector(".share").close()`)

	other := open(t, "", "")
	to := func(fragment string) string { return other.url + "#" + fragment }
	_, fragment, _ := strings.Cut(link, "#")
	other.goes(to(fragment))
	other.shows(large)
	other.comes(`document.querySelector("#name").textContent === "doors.cep"`)
	bomb := chromium.Packed(t, `{"text":"`+strings.Repeat(" ", 1<<26)+`"}`)
	for _, damaged := range []string{
		fragment[:len(fragment)-30], "world=", "world=äö", "world=" + chromium.Packed(t, `{"text":5}`), "world=" + bomb,
	} {
		other.runs(`document.querySelector("#notice").hidden = true; location.hash = %s`, quoted(damaged))
		other.comes(`document.querySelector("#notice-text").textContent.startsWith("The link is damaged") &&
			!document.querySelector("#notice").hidden && !location.hash`)
		other.shows(large)
	}
	other.runs(`location.hash = %s`, quoted("world="+chromium.Packed(t, `{"text":"a : pred.\n","name":"../<b>/x.exe"}`)))
	other.shows("a : pred.\n")
	other.comes(`document.querySelector("#name").textContent === "x.exe.cep"`)
}

// Unsaved changes survive a reload: the page offers them, and takes none before it is told to.
func TestDrafts(t *testing.T) {
	w := open(t, "doors.cep", doors, "beforeunload") // it asks nothing where nothing was typed or clicked
	asked := w.leaves()
	w.puts("% Doors")
	w.keys(" and keys")
	changed := strings.Replace(doors, "Doors", "Doors and keys", 1)
	w.shows(changed)
	w.goes(w.url)
	require.Equal(t, 1, *asked)
	w.shows(doors)
	w.comes(`document.querySelector("#offer-draft").textContent.includes("doors.cep were not saved (just now)")`)
	chromium.Photograph(t, w.ctx, "draft.png")
	w.clicks("#offer-draft button", "Later")
	w.clicks("#new", "")
	w.clicks(".gallery .world", "doors.cep")
	w.shows(changed)
	w.comes(`!document.querySelector(".unsaved").hidden`)
	w.goes(w.url)
	w.clicks("#offer-draft button", "Restore")
	w.shows(changed)
	require.Equal(t, doors, w.read())
	w.saves()
	require.Equal(t, changed, w.read())
	w.goes(w.url)
	w.shows(changed)
	w.comes(`!document.querySelector("#offer-draft") && Object.keys(localStorage).every(key => !key.includes("draft"))`)
	require.Equal(t, 1, *asked)
}

// A new world begins with a kit, an example or nothing; the old one is kept as a draft.
func TestNewWorlds(t *testing.T) {
	w := open(t, "doors.cep", doors)
	w.puts("% Doors")
	w.keys("?")
	w.clicks("#new", "")
	w.comes(`document.querySelector(".gallery")`)
	chromium.Photograph(t, w.ctx, "gallery.png")
	w.clicks(".gallery .world", "Story")
	w.comes(`document.querySelector("#name").textContent === "story.cep" && document.querySelector(".unsaved").hidden`)
	w.clicks("#new", "")
	w.clicks(".gallery .world", "Empty")
	w.shows("")
	w.clicks("#new", "")
	w.clicks(".gallery .world", "doors.cep")
	w.shows(strings.Replace(doors, "Doors", "Doors?", 1))
	w.saves()
	require.Equal(t, doors, strings.Replace(w.read(), "Doors?", "Doors", 1))
}

// A change of another editor is shown, or merged when the page saves. Where both changed the same, the user decides.
func TestChangesOnDisk(t *testing.T) {
	w := open(t, "doors.cep", doors)
	theirs := strings.Replace(doors, "% Doors", "% Their doors", 1)
	w.writes(theirs)
	w.shows(theirs)
	w.comes(`document.querySelector(".unsaved").hidden`)
	w.puts("shut hall")
	w.keys(", open hall")
	theirs = strings.Replace(theirs, "Their", "Their own", 1)
	w.writes(theirs)
	w.clicks("#offer-changed button", "Save both changes")
	both := strings.Replace(theirs, "shut hall", "shut hall, open hall", 1)
	w.shows(both)
	w.comes(`document.querySelector(".unsaved").hidden`)
	require.Equal(t, both, w.read())

	for _, decide := range []struct {
		item, kept string
		saves      bool // at once, which asks
	}{
		{"Write mine", "mine", true}, {"Take the other", "theirs", true},
		{"Write mine", "mine", false}, {"Take the other", "theirs", false},
	} {
		before := w.value(`document.querySelector("#text-field").value`)
		w.puts("%")
		w.keys(" mine")
		w.writes(strings.Replace(before, "%", "% theirs", 1))
		w.comes(`document.querySelector("#offer-changed")`)
		if decide.saves {
			w.keys("s", chromedp.ModifierCtrl)
			w.clicks(".menu-label", decide.item)
		} else {
			w.clicks("#offer-changed button", decide.item)
		}
		w.comes(`document.querySelector(".unsaved").hidden && !document.querySelector("#offer-changed")`)
		w.comes(`document.querySelector("#notice").hidden`)
		w.shows(strings.Replace(before, "%", "% "+decide.kept, 1))
		require.Equal(t, strings.Replace(before, "%", "% "+decide.kept, 1), w.read())
	}
}

// Where the browser lets pages write files, a file is opened, saved in its place, and saved under another name. A
// change of another program is not overwritten without a question.
func TestFileHandles(t *testing.T) {
	text := strings.ReplaceAll(doors, "\n", "\r\n")
	w := open(t, "", "")
	w.value(`(async () => {
		const folder = await navigator.storage.getDirectory(); // of files that only this page has
		globalThis.handleOf = name => folder.getFileHandle(name, {create: true});
		globalThis.put = async (name, text) => {
			const to = await (await handleOf(name)).createWritable();
			await to.write(text);
			await to.close();
		};
		globalThis.read = async name => (await (await handleOf(name)).getFile()).text();
		globalThis.showOpenFilePicker = async () => [await handleOf("doors.cep")];
		globalThis.showSaveFilePicker = async () => handleOf("other.cep");
		await put("doors.cep", %s);
		return "";
	})()`, quoted(text))
	w.clicks("#file-folder", "Open")
	w.shows(doors)
	w.puts("% Doors")
	w.keys("!")
	w.saves()
	text = strings.Replace(text, "Doors", "Doors!", 1)
	require.Equal(t, text, w.value(`read("doors.cep")`))

	w.keys("?")
	w.value(`put("doors.cep", "a : pred.\n").then(String)`)
	w.keys("s", chromedp.ModifierCtrl)
	w.comes(`document.querySelector(".menu")?.ariaLabel === "Another program has changed doors.cep, too"`)
	w.keys(kb.Escape)
	w.comes(`!document.querySelector(".menu") && !document.querySelector(".unsaved").hidden`)
	require.Equal(t, "a : pred.\n", w.value(`read("doors.cep")`))
	w.keys("s", chromedp.ModifierCtrl)
	w.clicks(".menu-label", "Save mine as another file")
	w.comes(`document.querySelector("#name").textContent === "other.cep" && document.querySelector(".unsaved").hidden`)
	require.Equal(t, strings.Replace(text, "Doors!", "Doors!?", 1), w.value(`read("other.cep")`))
	require.Equal(t, "a : pred.\n", w.value(`read("doors.cep")`))
}

// A file is written after each change where the user wants that.
func TestSaveAfterEachChange(t *testing.T) {
	w := open(t, "doors.cep", doors)
	w.clicks(`[aria-label="More for the file"]`, "")
	w.clicks(".menu-label", "Save after each change")
	w.puts("% Doors")
	w.keys("!")
	w.comes(`!document.querySelector(".unsaved").hidden`)
	w.comes(`document.querySelector(".unsaved").hidden`)
	require.Equal(t, strings.Replace(doors, "Doors", "Doors!", 1), w.read())
}
