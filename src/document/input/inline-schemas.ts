import { z } from 'zod';
import { palette } from '../document-tree.ts';
import {
  contentReference,
  expression,
  formula,
  icon,
  iconName,
  line,
  imageReference,
  tagData,
  text,
} from './value-schemas.ts';

const simpleMark = z.object({
  object: z.literal('mark').default('mark'),
  type: z.enum([
    ...(['bold', 'italic', 'code', 'keyboard', 'strikethrough'] as const),
    ...(['superscript', 'subscript'] as const),
  ]),
});
const colorMark = z.object({
  object: z.literal('mark').default('mark'),
  type: z.literal('color'),
  data: z.object({ text: z.enum(palette), background: z.enum(palette) }),
});
const mark = z.discriminatedUnion('type', [simpleMark, colorMark]);

/** Schema of a node's `object`. Keys in the input are ignored, since they are assigned again. */
const object = <Name extends string>(kind: Name) => z.literal(kind);

const textNode = z.object({
  object: object('text'),
  leaves: z.array(
    z.object({ object: object('leaf').default('leaf'), text, marks: z.array(mark).default([]) }),
  ),
});

/** Text in code, which cannot have marks. */
export const plainTextNode = z.object({
  object: object('text'),
  leaves: z.array(
    z.object({
      object: object('leaf').default('leaf'),
      text,
      marks: z.array(mark).max(0).default([]),
    }),
  ),
});

function voidInline<Type extends string, Data extends z.ZodType>(type: Type, data: Data) {
  return z.object({
    object: object('inline'),
    type: z.literal(type),
    isVoid: z.literal(true).default(true),
    data,
  });
}

const inlineImage = voidInline(
  'inline-image',
  z.object({
    ref: imageReference,
    refDark: imageReference.optional(),
    caption: line.optional(),
    size: z.enum(['original', 'line']).optional(),
  }),
);

/** An expression in text or code. */
export const expressionInline = voidInline('expression', z.object({ expression }));

const link = z.object({
  object: object('inline'),
  type: z.literal('link'),
  isVoid: z.literal(false).default(false),
  data: z.object({ ref: contentReference }),
  nodes: z.array(z.discriminatedUnion('object', [textNode, inlineImage])),
});

const voidInlines = [
  inlineImage,
  expressionInline,
  voidInline('emoji', z.object({ code: line.min(1).max(100) })),
  voidInline('icon', z.object({ icon: iconName })),
  voidInline('inline-math', z.object({ formula })),
  voidInline('mention', z.object({ ref: contentReference })),
  voidInline(
    'button',
    z.object({
      ref: contentReference,
      label: line,
      kind: z.enum(['primary', 'secondary']),
      icon: icon.optional(),
    }),
  ),
] as const;

/** Returns the schema of annotated text, whose footnote contains blocks. */
export function annotation(body: z.ZodType, nodes: z.ZodType = textNode) {
  return z.object({
    object: object('inline'),
    type: z.literal('annotation'),
    isVoid: z.literal(false).default(false),
    data: z.object({}).default({}),
    nodes: z.array(nodes),
    fragments: z
      .array(
        z.object({
          object: object('fragment'),
          fragment: z.string().optional(),
          type: z.literal('annotation-body'),
          nodes: body,
        }),
      )
      .length(1),
  });
}

function tag(nodes: z.ZodType) {
  return z.object({
    object: object('inline'),
    type: z.literal('tag'),
    isVoid: z.boolean().optional(),
    data: tagData,
    nodes: nodes.optional(),
  });
}

/**
 * Returns the schema of inline content. Annotations are allowed only if `body` defines their
 * content.
 *
 * @param within returns the schema of content in tags; defaults to the same schema
 */
export function inlineContent(body: z.ZodType | undefined, within?: () => z.ZodType): z.ZodType {
  const inner = within?.() ?? z.lazy(() => content);
  const inlines = [link, ...voidInlines, tag(inner), ...(body ? [annotation(body)] : [])] as const;
  const inline = z.discriminatedUnion('type', inlines as unknown as [typeof link]);
  const content: z.ZodType = z.array(
    z.discriminatedUnion('object', [textNode, inline as unknown as typeof link]),
  );
  return content;
}
