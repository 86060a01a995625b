import fc from 'fast-check';
import type { ContentReference, TextMark } from '../../src/document/document-tree.ts';
import { palette } from '../../src/document/document-tree.ts';

/** Text with all that markdown or HTML could take for something else. */
const snippets = [
  ...['word', 'two words', 'x', '1', '漢字', '😀', 'é', ' ', '  ', '\n', '\t', '\u00a0', '\u3000'],
  ...['*', '**', '_', '__', '~', '~~', '`', '``', '```', '\\', '\\\\', '$', '$$', '|', ':', '::'],
  ...['[', ']', '(', ')', '![', '](', '[^1]', '[^1]:', '<', '>', '</', '<b>', '</td>', '<!--'],
  ...['-->', '&', '&amp;', '&#x20;', '#', '# ', '{#a}', '{%', '%}', '{% hint %}', '{% x *y* %}'],
  ...['{% endtab %}', '- ', '+ ', '* ', '1. ', '2) ', '> ', '=', '---', ':--', '|-|', ':smile:'],
  ...[
    'http://a.b',
    'https://a.b/c',
    'mailto:a@b.c',
    '//a',
    ':a',
    'b:',
    '[ ] ',
    '[x] ',
    'snake_case',
  ],
  ...['{{', '}}', '{{ page.vars.x }}', ' space.vars.y'],
  ...['</details>', '</summary', '<summary>', '<table>', '"', "'", '!', '.', ','],
];
export const text = fc
  .array(fc.constantFrom(...snippets), { minLength: 1, maxLength: 6 })
  .map((parts) => {
    return parts.join('');
  });
export const lineText = text.map((value) => value.replaceAll(/\s+/g, ' ').trim() || 'x');
export const id = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/);

const mark: fc.Arbitrary<TextMark> = fc.oneof(
  fc
    .constantFrom(
      ...(['bold', 'italic', 'code', 'keyboard', 'strikethrough'] as const),
      ...(['superscript', 'subscript'] as const),
    )
    .map((type) => ({ object: 'mark' as const, type })),
  fc.record({
    object: fc.constant('mark' as const),
    type: fc.constant('color' as const),
    data: fc.record({ text: fc.constantFrom(...palette), background: fc.constantFrom(...palette) }),
  }),
);
const leaf = fc.record({
  object: fc.constant('leaf' as const),
  text,
  marks: fc.oneof(fc.constant([]), fc.array(mark, { maxLength: 3 })),
});
export const textNode = fc.record({
  object: fc.constant('text' as const),
  leaves: fc.array(leaf, { minLength: 1, maxLength: 4 }),
});

export const address = fc.constantFrom(
  ...['https://a.b/c?d=e&f=g#h', 'a.md', '../b/c.md#d', 'a b (c).md', 'x<y>.png', 'mailto:a@b.c'],
  ...['a\\b', 'a&amp;b', 'a|b', "it's", '%20', 'https://a.b/(c)'],
);
const urlRef = address.map((url) => ({ kind: 'url' as const, url }));
export const fileRef = id.map((file) => ({ kind: 'file' as const, file }));
export const sourceRef = fc.oneof(urlRef, fileRef);
/** A picture, which can hold a drawing itself. */
export const imageRef = fc.oneof(
  sourceRef,
  fc.constant({ kind: 'url' as const, url: 'data:image/svg+xml;base64,PHN2Zy8+' }),
);
export const inSpace = fc.oneof(
  fc.constant({}),
  id.map((space) => ({ space })),
);
export const contentRef: fc.Arbitrary<ContentReference> = fc.oneof(
  urlRef,
  fileRef,
  fc.tuple(id, inSpace).map(([page, space]) => ({ kind: 'page' as const, page, ...space })),
  fc
    .tuple(fc.constantFrom('a', 'b c', 'é/ü#x'), fc.option(id, { nil: undefined }), inSpace)
    .map(([anchor, page, space]) => {
      return { kind: 'anchor' as const, anchor, ...(page ? { page } : {}), ...space };
    }),
  id.map((user) => ({ kind: 'user' as const, user })),
  id.map((collection) => ({ kind: 'collection' as const, collection })),
  id.map((space) => ({ kind: 'space' as const, space })),
  fc.tuple(id, inSpace).map(([reusableContent, space]) => {
    return { kind: 'reusable-content' as const, reusableContent, ...space };
  }),
  id.map((spec) => ({ kind: 'openapi' as const, spec })),
);

export function optional<Value>(arbitrary: fc.Arbitrary<Value>) {
  return fc.option(arbitrary, { nil: undefined, freq: 2 });
}

/** An object without the members that are undefined. */
export function withoutAbsent<Value extends object>(value: Value): Value {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries) as Value;
}

function voidInline<Data extends object>(type: string, data: fc.Arbitrary<Data>) {
  return data.map((value) => ({
    object: 'inline' as const,
    type,
    isVoid: true as const,
    data: withoutAbsent(value),
  }));
}

const image = voidInline(
  'inline-image',
  fc.record({
    ref: imageRef,
    refDark: optional(imageRef),
    caption: optional(lineText),
    size: optional(fc.constantFrom('original', 'line')),
  }),
);
export const formula = fc.constantFrom(
  'x',
  'a^2 + b_1',
  '\\frac{1}{2}',
  '\\text{5\\$}',
  'a | b',
  '*x*',
  '<',
);
export const icon = fc.constantFrom('globe', 'arrow-right', 'x_1');
const expression = fc.constantFrom('page.vars.x', 'a < b && c * d * e', '"<b>" + `x`', "it's");
export const expressionInline = voidInline('expression', fc.record({ expression }));
export const plainInline = fc.oneof(
  image,
  voidInline(
    'tag',
    fc.record({
      name: fc.constantFrom('badge', 'page-ref', 'X_1'),
      attributes: fc.oneof(fc.constant({}), fc.record({ url: lineText, 'data-x': lineText })),
      text: optional(fc.constantFrom('in (1..5)', '"a=b" c', 'x | y: 2')),
    }),
  ),
  voidInline(
    'emoji',
    fc.record({ code: fc.constantFrom('smile', '+1', '2705', '1f680', 'Big One') }),
  ),
  voidInline('icon', fc.record({ icon })),
  expressionInline,
  voidInline('inline-math', fc.record({ formula })),
  voidInline('mention', fc.record({ ref: contentRef })),
  voidInline(
    'button',
    fc.record({
      ref: contentRef,
      label: lineText,
      kind: fc.constantFrom('primary', 'secondary'),
      icon: optional(icon),
    }),
  ),
);
export const link = fc.record({
  object: fc.constant('inline' as const),
  type: fc.constant('link' as const),
  isVoid: fc.constant(false as const),
  data: fc.record({ ref: contentRef }),
  nodes: fc.oneof(
    fc.array(fc.oneof({ weight: 3, arbitrary: textNode }, { weight: 1, arbitrary: image }), {
      maxLength: 2,
    }),
    address.map((url) => [{ object: 'text', leaves: [{ object: 'leaf', text: url, marks: [] }] }]),
  ),
});

/** A tag within a line, with content. */
export const tagPair = fc.record({
  object: fc.constant('inline' as const),
  type: fc.constant('tag' as const),
  isVoid: fc.constant(false as const),
  data: fc.record({ name: fc.constantFrom('note', 'x'), attributes: fc.constant({}) }),
  nodes: fc.array(fc.oneof(textNode, link, plainInline), { maxLength: 3 }),
});

export function block<Data extends object, Nodes>(
  type: string,
  data: fc.Arbitrary<Data>,
  nodes: fc.Arbitrary<Nodes>,
) {
  return fc.tuple(data, nodes).map(([value, children]) => ({
    object: 'block' as const,
    type,
    isVoid: false as const,
    data: withoutAbsent(value),
    nodes: children,
  }));
}

export function voidBlock<Data extends object>(type: string, data: fc.Arbitrary<Data>) {
  return data.map((value) => ({
    object: 'block' as const,
    type,
    isVoid: true as const,
    data: withoutAbsent(value),
  }));
}

export function fragment<Nodes>(name: string, nodes: fc.Arbitrary<Nodes>, hasType = true) {
  return nodes.map((children) => ({
    object: 'fragment' as const,
    fragment: name,
    ...(hasType ? { type: name } : {}),
    nodes: children,
  }));
}

export type AnyNode = object;

export const plainText = (value: string) => ({
  object: 'text' as const,
  leaves: [{ object: 'leaf' as const, text: value, marks: [] }],
});
