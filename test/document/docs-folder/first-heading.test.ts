import { expect, test } from 'vitest';
import { firstHeading } from '../../../src/document/docs-folder/commonmark-parser.ts';

test.each([
  ['markdown', 'Text\n\n# The *title*\n\n# Other', 'The title'],
  ['HTML', '<h1 align="center">\n  <img src="a.png"> A &amp; <b>B</b>\n</h1>\n\n# Other', 'A & B'],
  ['HTML around it', '<div align="center">\n  <h2>No</h2>\n  <h1>Title</h1>\n</div>', 'Title'],
  ['markdown in HTML', '<div>\n\n# Title\n\n</div>', 'Title'],
  ['none', '<!-- <h1>No</h1> -->\n\n```html\n<h1>No</h1>\n```\n\n## No\n\n<h1> </h1>', undefined],
  ['HTML without an end', `<div>${'<b>'.repeat(20_000)}<h1>Title`, 'Title'],
])('the first heading of a page is found in %s', (_, markdown, title) => {
  expect(firstHeading(markdown)).toBe(title);
});
