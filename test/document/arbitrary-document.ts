import fc from 'fast-check';
import type { Block, DocumentTree, InlineContent } from '../../src/document/document-tree.ts';
import {
  text,
  lineText,
  textNode,
  address,
  fileRef,
  imageRef,
  formula,
  icon,
  expressionInline,
  plainInline,
  tagPair,
  link,
  plainText,
  optional,
  withoutAbsent,
  block,
  voidBlock,
  fragment,
  type AnyNode,
} from './arbitrary-inlines.ts';
import { apiBlocks, references, tagData } from './arbitrary-tags.ts';
import { arbitraryColumn, arbitraryValues, createTable } from './arbitrary-tables.ts';

/** The blocks that a container may hold, with blocks in them down to a depth. */
function blocksAt(depth: number, hasNotes: boolean, isCell = false) {
  const none = fc.constant({});
  const note: fc.Arbitrary<AnyNode> = fc
    .tuple(
      fc.array(textNode, { maxLength: 1 }),
      fragment(
        'annotation-body',
        some(() => annotated(depth - 1)),
      ),
    )
    .map(([nodes, body]) => ({
      object: 'inline',
      type: 'annotation',
      isVoid: false,
      data: {},
      nodes,
      fragments: [body],
    }));
  const inline: fc.Arbitrary<AnyNode> = fc.oneof(
    { weight: 6, arbitrary: textNode },
    { weight: 2, arbitrary: plainInline },
    { weight: 2, arbitrary: link },
    { weight: 1, arbitrary: tagPair },
    ...(hasNotes && depth > 0 ? [{ weight: 1, arbitrary: note }] : []),
  );
  const content = fc.array(inline, { maxLength: 5 }) as unknown as fc.Arbitrary<InlineContent>;
  const align = optional(fc.constantFrom('start', 'center', 'end'));
  const paragraph = block('paragraph', fc.record({ align }), content);
  const code = codeOf(hasNotes && depth > 0 ? [plainNote(note)] : []);
  const essentials: fc.Arbitrary<AnyNode>[] = [
    paragraph,
    block(
      'heading-1',
      fc.record({ align, id: optional(fc.constantFrom('a', 'b.c-d_e+1')) }),
      content,
    ).chain((heading) =>
      fc.constantFrom(1, 2, 3).map((level) => ({ ...heading, type: `heading-${level}` })),
    ),
    voidBlock('divider', none),
    ...(depth > 0 ? lists(depth, isCell) : []),
  ];
  const images = imagesOf(paragraph);
  const drawing = voidBlock('drawing', fc.record({ ref: optional(fileRef) }));
  const embed = voidBlock(
    'embed',
    fc.record({ url: address, fullWidth: optional(fc.constant(true)) }),
  );
  const math = voidBlock(
    'math',
    fc.record({ formula: fc.oneof(formula, fc.constant('a\n\nb\n{% endtab %}')) }),
  );
  return { essentials, paragraph, code, images, drawing, embed, math, none };
}

/** Code, with what may stand in its lines beside text and expressions. */
function codeOf(notes: fc.Arbitrary<AnyNode>[]) {
  return block(
    'code',
    fc.record({
      syntax: optional(fc.constantFrom('js', 'c++', 'objective-c', 'x{y')).map(
        (value) => value?.split('{')[0],
      ),
      title: optional(lineText),
      overflow: optional(fc.constantFrom('scroll', 'wrap')),
      lineNumbers: optional(fc.boolean()),
      fullWidth: optional(fc.constant(true)),
    }),
    fc.array(
      block(
        'code-line',
        fc.record({ highlighted: optional(fc.boolean()) }),
        fc.array(
          fc.oneof(
            { weight: 5, arbitrary: text.map((value) => plainText(value.replaceAll('\n', ''))) },
            { weight: 1, arbitrary: expressionInline },
            ...notes.map((arbitrary) => ({ weight: 1, arbitrary })),
          ),
          { maxLength: 2 },
        ),
      ),
      { minLength: 1, maxLength: 4 },
    ),
  );
}

/** Images with captions. */
function imagesOf(paragraph: fc.Arbitrary<AnyNode>) {
  const width = optional(
    fc.oneof(fc.constantFrom(1, 375, 12.5), fc.constant({ unit: '%', value: 50 })),
  );
  return block(
    'images',
    fc.record({
      align: optional(fc.constantFrom('left', 'center', 'right')),
      fullWidth: optional(fc.constant(true)),
    }),
    fc.array(
      fc
        .tuple(
          fc.record({
            ref: imageRef,
            refDark: optional(imageRef),
            width,
            height: width,
            alt: optional(lineText),
          }),
          fc.array(
            fragment('caption', fc.array(paragraph, { minLength: 1, maxLength: 1 }), false),
            {
              maxLength: 1,
            },
          ),
        )
        .map(([data, fragments]) => ({
          object: 'block',
          type: 'image',
          isVoid: true,
          data: withoutAbsent(data),
          fragments,
        })),
      { minLength: 1, maxLength: 3 },
    ),
  );
}

function plainNote(note: fc.Arbitrary<AnyNode>) {
  return note.map((node) => ({ ...node, nodes: [plainText('x & y')] }));
}

/** Made only when it is asked for: blocks are within blocks. */
function some(oneOf: () => fc.Arbitrary<AnyNode>[]) {
  return fc.array(
    fc.constant(null).chain(() => fc.oneof(...oneOf())),
    { minLength: 1, maxLength: 3 },
  );
}

function lists(depth: number, isCell: boolean): fc.Arbitrary<AnyNode>[] {
  const item = (checked: fc.Arbitrary<boolean | undefined>) =>
    block(
      'list-item',
      fc.record({ checked }),
      some(() => (isCell ? celled(depth - 1) : listed(depth - 1))),
    );
  const items = (checked: fc.Arbitrary<boolean | undefined>) =>
    fc.array(item(checked), { maxLength: 3 });
  const never = fc.constant(undefined);
  return [
    block('list-unordered', fc.constant({}), items(never)),
    block(
      'list-ordered',
      fc.record({ start: optional(fc.constantFrom(0, 1, 7, 999_999_999)) }),
      items(never),
    ),
    block('list-tasks', fc.constant({}), items(optional(fc.boolean()))),
  ];
}

function annotated(depth: number): fc.Arbitrary<AnyNode>[] {
  const { essentials, code } = blocksAt(Math.max(depth, 0), false);
  return [...essentials, code];
}

function quote(depth: number): fc.Arbitrary<AnyNode> {
  const { essentials, paragraph } = blocksAt(depth - 1, true);
  const inner = depth > 1 ? [...essentials, quote(depth - 1)] : [paragraph];
  return block(
    'blockquote',
    fc.constant({}),
    some(() => inner),
  );
}

function hint(depth: number): fc.Arbitrary<AnyNode> {
  const style = fc.constantFrom('info', 'warning', 'danger', 'success');
  return block(
    'hint',
    fc.record({ style }),
    some(() => conditional(depth - 1, blocksAt(depth - 1, true).essentials)),
  );
}

/** Blocks, such as only some readers see, and such as stand between or for tags. */
function conditional(depth: number, blocks: fc.Arbitrary<AnyNode>[]): fc.Arbitrary<AnyNode>[] {
  const condition = fc.constantFrom('visitor.claims.beta', 'a == "b" && c > 1');
  return depth > 0
    ? [
        ...blocks,
        block(
          'if',
          fc.record({ expression: condition }),
          some(() => blocks),
        ),
        block(
          'tag',
          tagData,
          some(() => blocks),
        ),
        voidBlock(
          'tag',
          tagData.map((data) => ({ ...data, name: `${data.name}v` })),
        ),
        ...references,
        ...apiBlocks,
      ]
    : blocks;
}

/** What an item of a list in a cell may hold. */
function celled(depth: number): fc.Arbitrary<AnyNode>[] {
  const { essentials, code } = blocksAt(Math.max(depth, 0), true, true);
  return [...essentials, code];
}

function listed(depth: number): fc.Arbitrary<AnyNode>[] {
  const { essentials, code, math } = blocksAt(Math.max(depth, 0), true);
  return depth > 0
    ? conditional(depth, [...essentials, code, math, hint(depth), quote(depth), table(depth)])
    : [...essentials, code, math];
}

function panel(depth: number): fc.Arbitrary<AnyNode>[] {
  const { essentials, code, images, drawing, embed, math } = blocksAt(depth, true);
  return conditional(depth, [
    ...[...essentials, code, images, drawing, embed, math],
    ...[hint(depth), quote(depth)],
    ...references,
  ]);
}

function table(depth: number): fc.Arbitrary<AnyNode> {
  const { essentials, paragraph, code, images, drawing, embed } = blocksAt(
    Math.max(depth - 1, 0),
    true,
    true,
  );
  const cell = fc.oneof(
    { weight: 4, arbitrary: fc.array(paragraph, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: some(() => [...essentials, code, images, drawing, embed]) },
  );
  return fc
    .tuple(
      fc.oneof(
        fc.array(arbitraryColumn, { minLength: 1, maxLength: 4 }),
        fc.array(
          arbitraryColumn.filter(({ type }) => type === 'text'),
          { minLength: 1, maxLength: 3 },
        ),
      ),
      fc.nat(3),
      fc.constantFrom('grid', 'grid', 'wide', 'cards'),
      fc.boolean(),
    )
    .chain(([columns, rowCount, kind, flag]) => {
      const named = columns.map((column, index) => ({ ...column, id: `d${index}` }));
      const rows = Array.from({ length: rowCount }, () => {
        return fc.tuple(...named.map(({ type }) => arbitraryValues[type] ?? cell));
      });
      return fc.tuple(...rows).map((cells) => {
        return createTable(named, cells, { kind, flag });
      });
    });
}

/** Any block that may stand at the top of a document. */
function topBlocks(depth: number): fc.Arbitrary<AnyNode>[] {
  const { code, images, essentials, paragraph, none } = blocksAt(depth, true);
  const body = [...essentials, images, code, table(depth - 1), hint(depth - 1), quote(depth - 1)];
  const expandable = fc
    .tuple(
      fragment('expandable-title', fc.array(paragraph, { minLength: 1, maxLength: 1 })),
      fragment(
        'expandable-body',
        some(() => conditional(depth - 1, body)),
      ),
    )
    .map((fragments) => ({
      object: 'block',
      type: 'expandable',
      isVoid: true,
      data: {},
      fragments,
    }));
  const panels = (
    type: string,
    item: string,
    data: fc.Arbitrary<object>,
    own: fc.Arbitrary<object>,
  ) =>
    block(
      type,
      own,
      fc.array(
        block(
          item,
          data,
          some(() => panel(depth - 1)),
        ),
        { minLength: 1, maxLength: 3 },
      ),
    );
  const full = fc.record({ fullWidth: optional(fc.constant(true)) });
  const column = fc.record({
    width: optional(fc.constantFrom(100, { unit: '%', value: 33.3 })),
    verticalAlignment: optional(fc.constantFrom('top', 'middle', 'bottom')),
  });
  const all = [
    ...panel(depth),
    ...apiBlocks,
    ...[table(depth), expandable],
    panels('tabs', 'tabs-item', fc.record({ title: optional(lineText) }), full),
    panels('stepper', 'stepper-step', fc.record({ icon: optional(icon) }), none),
    panels('columns', 'column', column, full),
  ];
  return depth > 1 ? conditional(depth, all) : all;
}

/** Documents with every kind of block, inline element and mark that the interface knows. */
export const arbitraryDocument: fc.Arbitrary<DocumentTree> = fc
  .array(fc.oneof(...topBlocks(2)), { minLength: 1, maxLength: 4 })
  .map((nodes) => ({
    object: 'document',
    data: { schemaVersion: 1 },
    nodes: nodes as unknown as Block[],
  }));
