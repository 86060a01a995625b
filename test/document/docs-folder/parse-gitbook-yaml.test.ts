import { describe, expect, test } from 'vitest';
import { parseGitbookYaml } from '../../../src/document/docs-folder/parse-gitbook-yaml.ts';

const aliasBomb = [
  'a: &a [x, x]',
  ...Array.from('bcdefgh', (key, index) => {
    const before = `*${'abcdefg'[index]}`;
    return `${key}: &${key} [${Array.from({ length: 9 }, () => before).join(', ')}]`;
  }),
].join('\n');

const defaults = { root: '', readme: 'README.md', summary: 'SUMMARY.md', redirects: [] };

test.each(['', '\n\n', '# nothing', 'other: key'])('defaults for %j', (text) => {
  expect(parseGitbookYaml(text)).toEqual({ ...defaults, problems: [] });
});

test('reads root, structure and redirects', () => {
  const text = `root: ./docs/
structure:
  readme: ./intro.md
  summary: toc/SUMMARY.md
redirects:
  /old/page/: ./new/page.md
  1.0: first.md
`;
  expect(parseGitbookYaml(text)).toEqual({
    root: 'docs',
    readme: 'intro.md',
    summary: 'toc/SUMMARY.md',
    redirects: [
      { source: 'old/page', target: './new/page.md' },
      { source: '1.0', target: 'first.md' },
    ],
    problems: [],
  });
});

test('forgives zero-width spaces, a byte order mark, tabs and trailing blanks', () => {
  const text =
    '\uFEFFroot: ./docs\u200B\r\n\r\n\u200Bstructure:  \r\n\treadme: INTRO.md  \r\n\tsummary:\u00A0TOC.md\u200B\r\n';
  expect(parseGitbookYaml(text)).toEqual({
    root: 'docs',
    readme: 'INTRO.md',
    summary: 'TOC.md',
    redirects: [],
    problems: [],
  });
});

test.each([
  ['./docs/', 'docs'],
  ['docs', 'docs'],
  ['/docs//', 'docs'],
  ['./a/../docs', 'docs'],
  ['.\\docs\\en', 'docs/en'],
  ['./', ''],
  ['.', ''],
  ['/', ''],
  ['""', ''],
])('the root %s is %j', (written, root) => {
  expect(parseGitbookYaml(`root: ${written}`)).toMatchObject({ root, problems: [] });
});

describe('the default applies and the problem is named', () => {
  test.each([
    ['root: ../', 'root leads out of the folder'],
    ['root: docs/../../x', 'root leads out of the folder'],
    ['root: [a]', 'root is not a path'],
    ['structure: { summary: ../SUMMARY.md }', 'structure.summary leads out of the folder'],
    ['structure:\nredirects:\nroot: [a]', 'root is not a path'],
    ['structure: text', 'structure is not a map'],
    ['redirects: [a]', 'redirects is not a map'],
    ['redirects: { a: { b: c } }', 'the redirect "a" has no path'],
    ['root: "docs', 'not valid YAML (line 1)'],
    ['a: 1\nb: "x\nc: 3', 'not valid YAML (line 3)'],
    ['just text', 'not a YAML map'],
    [aliasBomb, 'not valid YAML (too many aliases)'],
  ])('%j', (text, problem) => {
    const { problems, ...settings } = parseGitbookYaml(text);
    expect(settings).toEqual(defaults);
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });
});

test.each(['[', '{', '- ', '? ', '{a: ['])('nesting by %j without end is a problem', (opening) => {
  const { problems } = parseGitbookYaml(opening.repeat(50_000));
  expect(problems).toEqual(['nested more than 50 times; the defaults apply']);
});
