import fc from 'fast-check';
import {
  contentRef,
  fileRef,
  id,
  inSpace,
  lineText,
  optional,
  sourceRef,
  voidBlock,
  type AnyNode,
} from './arbitrary-inlines.ts';

/** What the tags of a container say: of names that the dialect gives no meaning. */
export const tagData = fc.record({
  name: fc.constantFrom('updates', 'Prompt', 'page-a/b', 'x_1'),
  attributes: fc.oneof(
    fc.constant({}),
    fc.record({ date: lineText, 'data-x.y': lineText }, { requiredKeys: ['date'] }),
  ),
  text: optional(fc.constantFrom('in (1..5)', '"a=b" c', 'x | y: 2')),
});

/** Blocks that stand for something elsewhere. */
export const references: fc.Arbitrary<AnyNode>[] = [
  voidBlock('file', fc.record({ ref: fileRef })),
  voidBlock('content-ref', fc.record({ ref: contentRef })),
  voidBlock(
    'integration',
    fc.record({
      integration: fc.constantFrom('mermaid', 'a-b'),
      block: fc.constantFrom('diagram', 'mermaid'),
      props: fc.oneof(
        fc.record({ content: lineText }),
        fc.constantFrom(
          {},
          { a: 1 },
          { a: 'x\ny' },
          { fullWidth: 'x' },
          { a: { b: [true, '"%}'] } },
        ),
      ),
      fullWidth: optional(fc.boolean()),
      action: optional(fc.constant({ action: '@ui.url.open', url: 'https://a.b/"c"' })),
      url: optional(fc.constant('https://a.b')),
    }),
  ),
];

const specRef = id.map((spec) => ({ kind: 'openapi' as const, spec }));
const [path, method] = [fc.constantFrom('/a/{b}', '/x?"y"'), fc.constantFrom('get', 'post')];
/** Operations of specifications, and included content. */
export const apiBlocks: fc.Arbitrary<AnyNode>[] = [
  voidBlock(
    'swagger',
    fc.record({
      ref: sourceRef,
      path,
      method,
      expanded: optional(fc.boolean()),
      fullWidth: optional(fc.constant(true)),
    }),
  ),
  voidBlock('openapi-operation', fc.record({ ref: specRef, path, method })),
  voidBlock('openapi-webhook', fc.record({ ref: specRef, name: id, method })),
  voidBlock(
    'openapi-schemas',
    fc.record({ ref: specRef, schemas: fc.array(id, { maxLength: 2 }), grouped: fc.boolean() }),
  ),
  voidBlock(
    'reusable-content',
    fc.record({
      ref: fc.tuple(id, inSpace).map(([reusableContent, space]) => {
        return { kind: 'reusable-content' as const, reusableContent, ...space };
      }),
    }),
  ),
];
