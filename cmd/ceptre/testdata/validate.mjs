// Reads the names of HTML files, one a line, and prints what html-validate says of each:
// file:line:column: message [rule]. CEPTRE_HTML_VALIDATE is the folder of the package.
import {createRequire} from "node:module";
import {readFileSync} from "node:fs";

const require = createRequire(process.env.CEPTRE_HTML_VALIDATE + "/package.json");
const {HtmlValidate, StaticConfigLoader} = require("html-validate");
const validator = new HtmlValidate(new StaticConfigLoader({
  extends: ["html-validate:standard", "html-validate:a11y", "html-validate:document"],
  rules: {
    "no-inline-style": "off", // in pictures
    "require-sri": "off", // all is of the same folder
  },
}));
for (const file of readFileSync(0, "utf8").trim().split("\n")) {
  const report = validator.validateStringSync(readFileSync(file, "utf8"), file);
  for (const result of report.results) {
    for (const m of result.messages) console.log(`${file}:${m.line}:${m.column}: ${m.message} [${m.ruleId}]`);
  }
}
