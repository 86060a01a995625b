import { describe, expect, test } from 'vitest';
import { outline, paragraph, url } from './support.ts';

const line = (...nodes: string[]) => ({ type: 'code-line', nodes });

describe('plain markdown', () => {
  test('headings have three levels and an anchor', () => {
    expect(outline('# A\n\n## B <a href="#b" id="b"></a>\n\n### C {#see}\n\n##### D')).toEqual([
      { type: 'heading-1', nodes: ['A'] },
      { type: 'heading-2', id: 'b', nodes: ['B'] },
      { type: 'heading-3', id: 'see', nodes: ['C'] },
      { type: 'heading-3', nodes: ['D'] },
    ]);
  });

  test('an empty page has one empty paragraph, and front matter is not shown', () => {
    expect(outline('')).toEqual([paragraph('')]);
    expect(outline('---\ntitle: A\n---\n')).toEqual([paragraph('')]);
    expect(outline('---\r\ntitle: A\r\n---\r\nB')).toEqual([paragraph('B')]);
  });

  test('a rule on the first line is not front matter', () => {
    expect(outline('---\nsome text\n---\n')).toEqual([
      { type: 'divider' },
      { type: 'heading-2', nodes: ['some text'] },
    ]);
  });

  test('lists', () => {
    const item = (text: string, ...rest: unknown[]) => ({
      type: 'list-item',
      nodes: [paragraph(text), ...rest],
    });
    expect(outline('* a\n\n  3. b\n')).toEqual([
      {
        type: 'list-unordered',
        nodes: [item('a', { type: 'list-ordered', start: 3, nodes: [item('b')] })],
      },
    ]);
  });

  test('an item with a box makes a list of tasks', () => {
    const item = (checked: boolean, text: string) => ({
      type: 'list-item',
      checked,
      nodes: [paragraph(text)],
    });
    expect(outline('- [ ] a\n- [x] b')).toEqual([
      { type: 'list-tasks', nodes: [item(false, 'a'), item(true, 'b')] },
    ]);
  });

  test('code keeps its lines', () => {
    expect(outline('```js {1}\na\n\n  b\n```')).toEqual([
      { type: 'code', syntax: 'js', nodes: [line('a'), line(''), line('  b')] },
    ]);
  });

  test('a divider, a quote and a formula', () => {
    expect(outline('***\n\n> a\n\n$$\nx\n= y\n$$\n\n$$z$$')).toEqual([
      { type: 'divider' },
      { type: 'blockquote', nodes: [paragraph('a')] },
      { type: 'math', formula: 'x\n= y' },
      { type: 'math', formula: 'z' },
    ]);
  });

  test('a footnote that no text refers to stays text', () => {
    expect(outline('[^1]: note')).toEqual([paragraph('[^1]: note')]);
    expect(outline('a[^2]')).toEqual([paragraph('a[^2]')]);
  });

  test('a footnote is a note on the text that leads to it', () => {
    const note = (text: string, ...nodes: unknown[]) => ({
      type: 'annotation',
      ...(nodes.length > 0 ? { nodes } : {}),
      fragments: [{ fragment: 'annotation-body', nodes: [paragraph(text)] }],
    });
    expect(outline('a[^1] [b](#user-content-fn-2)[^2]\n\n[^1]: one\n[^2]: two')).toEqual([
      paragraph('a', note('one'), ' ', note('two', 'b')),
    ]);
  });
});

describe('images', () => {
  const image = { type: 'image', ref: url('b.png'), alt: 'a' };

  test('on their own line, also between lines of text', () => {
    expect(outline('x\n![a](b.png)\ny')).toEqual([
      paragraph('x'),
      { type: 'images', nodes: [image] },
      paragraph('y'),
    ]);
  });

  test('as a figure with caption, width and dark variant', () => {
    const markdown =
      '<div align="left"><figure><picture><source srcset="d.png" media="(prefers-color-scheme: dark)">' +
      '<img src="b.png" alt="a" width="50%"></picture><figcaption><p>c <b>d</b></p></figcaption></figure></div>';
    const caption = { fragment: 'caption', nodes: [paragraph(['c ', ['bold', 'd']])] };
    expect(outline(markdown)).toEqual([
      {
        type: 'images',
        align: 'left',
        nodes: [
          {
            ...image,
            refDark: url('d.png'),
            width: { unit: '%', value: 50 },
            fragments: [caption],
          },
        ],
      },
    ]);
  });
});

describe('expandable', () => {
  const expandable = (title: unknown, ...body: unknown[]) => ({
    type: 'expandable',
    fragments: [
      { fragment: 'expandable-title', nodes: [title] },
      { fragment: 'expandable-body', nodes: body },
    ],
  });

  test.each([
    ['<details>\n\n<summary>T</summary>\n\n**B**\n\n</details>'],
    ['<details>\n<summary>T</summary>\n**B**\n</details>'],
    ['<details><summary>T</summary>**B**</details>'],
    ['<details>\n<summary>\nT\n</summary>\n**B**\n</details>'],
  ])('%j', (markdown) => {
    expect(outline(markdown)).toEqual([expandable(paragraph('T'), paragraph(['bold', 'B']))]);
  });

  test('nested in itself it becomes a title and text', () => {
    const inner = '<details>\n<summary>U</summary>\nB\n</details>';
    const blocks = outline(`<details>\n<summary>T</summary>\n${inner}\n</details>`);
    expect(blocks).toEqual([expandable(paragraph('T'), paragraph('U'), paragraph('B'))]);
  });
});

describe('raw HTML', () => {
  test('that is understood becomes blocks', () => {
    expect(outline('<p align="center">a</p><ul><li>b</li></ul><pre>c</pre>')).toEqual([
      { type: 'paragraph', align: 'center', nodes: ['a'] },
      { type: 'list-unordered', nodes: [{ type: 'list-item', nodes: [paragraph('b')] }] },
      { type: 'code', nodes: [line('c')] },
    ]);
  });

  test('that is not understood stays as code, and a comment is not shown', () => {
    expect(outline('<!-- x -->\n\n<form>\na\n</form>')).toEqual([
      { type: 'code', syntax: 'html', nodes: [line('<form>'), line('a'), line('</form>')] },
    ]);
  });
});
