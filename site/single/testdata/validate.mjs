// Says what is against HTML, or in the way of people, in a page; the first argument is the
// folder of html-validate, or its command. Sections are shown one at a time, so each has landmarks of the
// same names.
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [where, file] = process.argv.slice(2);
const real = realpathSync(where);
const dir = statSync(real).isFile() ? path.dirname(path.dirname(real)) : real;
const { HtmlValidate } = await import(pathToFileURL(path.join(dir, 'dist/esm/index.js')));
const report = await new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: { 'unique-landmark': 'off' },
}).validateFile(file);
for (const { messages } of report.results) {
  for (const m of messages) console.log(`${m.line}:${m.column}: ${m.ruleId}: ${m.message}`);
}
process.exit(report.valid ? 0 : 1);
