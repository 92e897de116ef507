// Prints a story as extwee reads it from a file in Twee, and as it reads it from the page
// for Twine that it compiles of it: each as JSON with the names of package twee.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import path from 'node:path';

const [dir, file] = process.argv.slice(2);
const { parseTwee, parseTwine2HTML } = await import(pathToFileURL(path.join(dir, 'index.js')));

const point = (text) => {
  const [X, Y] = (text ?? '0,0').split(',').map(Number);
  return { X, Y };
};

const told = (story) => JSON.stringify({
  Title: story.name,
  Data: {
    ifid: story.IFID,
    format: story.format,
    'format-version': story.formatVersion,
    start: story.start,
    'tag-colors': story.tagColors,
    zoom: story.zoom,
  },
  Passages: story.passages
    .filter((p) => !['StoryTitle', 'StoryData'].includes(p.name))
    .map((p) => ({
      Name: p.name,
      Tags: p.tags.length ? p.tags : null,
      Position: point(p.metadata.position),
      Text: p.text,
    })),
});

const story = parseTwee(readFileSync(file, 'utf8'));
console.log(told(story));
console.log(told(parseTwine2HTML(story.toTwine2HTML())));
