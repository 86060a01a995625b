import { z } from 'zod';
import type { Container } from '../block-nesting.ts';
import { annotation, expressionInline, inlineContent, plainTextNode } from './inline-schemas.ts';
import { tableShape } from './table-schema.ts';
import {
  address,
  contentReference,
  expression,
  fileOnly,
  formula,
  icon,
  length,
  line,
  openApiReference,
  reusableContentReference,
  imageReference,
  sourceReference,
  tagData,
  textAlignment,
  verticalAlignment,
  syntax,
} from './value-schemas.ts';

/** The position of blocks, which determines their allowed content. */
export interface BlockPlace {
  container: Container;
  /** Whether it is inside a footnote, which cannot contain footnotes. */
  isInNote: boolean;
  /** Returns the schema of content in inline tags; defaults to that of the line. */
  inlinesWithin?: () => z.ZodType;
  blocksOf: (container: Container) => z.ZodType;
}

const isWide = z.boolean().optional();
const empty = z.object({}).default({});
const method = line.min(1);

function block<Type extends string, Data extends z.ZodType>(
  type: Type,
  data: Data,
  nodes: z.ZodType,
) {
  return z.object({
    object: z.literal('block'),
    type: z.literal(type),
    isVoid: z.literal(false).default(false),
    data,
    nodes,
  });
}

function voidBlock<Type extends string, Data extends z.ZodType>(type: Type, data: Data) {
  return z.object({
    object: z.literal('block'),
    type: z.literal(type),
    isVoid: z.literal(true).default(true),
    data,
  });
}

/** Returns the schema of a void block's fragment, which contains blocks. */
function fragment<Name extends z.ZodType>(fragmentName: Name, nodes: z.ZodType) {
  return z.object({ object: z.literal('fragment'), fragment: fragmentName, nodes });
}

/** Returns the schemas of all kinds of blocks at a position, by type. */
export function blockShapes(place: BlockPlace): Record<string, z.ZodObject> {
  return {
    ...textShapes(place),
    ...containerShapes(place),
    ...voidShapes,
    ...apiShapes,
    ...tableShape(place),
  };
}

function notesIn({ isInNote, blocksOf }: BlockPlace): z.ZodType | undefined {
  return isInNote ? undefined : blocksOf('annotation-body');
}

function textShapes(place: BlockPlace): Record<string, z.ZodObject> {
  const content = inlineContent(notesIn(place), place.inlinesWithin);
  const align = textAlignment.optional();
  const headingId = z
    .string()
    .max(200)
    .regex(/^[-a-z0-9.+_]+$/, 'must be of a-z, 0-9, "-", ".", "+" and "_"')
    .optional();
  const heading = z.object({ id: headingId, align }).default({});
  return {
    paragraph: block('paragraph', z.object({ align }).default({}), content),
    'heading-1': block('heading-1', heading, content),
    'heading-2': block('heading-2', heading, content),
    'heading-3': block('heading-3', heading, content),
    code: codeShape(place),
    images: imagesShape(content),
    divider: voidBlock('divider', empty),
  };
}

function codeShape(place: BlockPlace) {
  const body = notesIn(place);
  const inlines = [expressionInline, ...(body ? [annotation(body, plainTextNode)] : [])] as const;
  const inline = z.discriminatedUnion('type', inlines as [typeof expressionInline]);
  const codeLine = block(
    'code-line',
    z.object({ highlighted: z.boolean().optional() }).default({}),
    z.array(
      z.discriminatedUnion('object', [plainTextNode, inline as unknown as typeof expressionInline]),
    ),
  );
  const data = z.object({
    syntax: syntax.optional(),
    title: line.optional(),
    overflow: z.enum(['scroll', 'wrap']).optional(),
    lineNumbers: z.boolean().optional(),
    fullWidth: isWide,
  });
  return block('code', data.default({}), z.array(codeLine));
}

function imagesShape(content: z.ZodType) {
  const paragraph = block(
    'paragraph',
    z.object({ align: textAlignment.optional() }).default({}),
    content,
  );
  const image = voidBlock(
    'image',
    z.object({
      ref: imageReference,
      refDark: imageReference.optional(),
      width: length.optional(),
      height: length.optional(),
      alt: line.optional(),
    }),
  ).extend({ fragments: z.array(fragment(z.literal('caption'), z.array(paragraph))).default([]) });
  const align = z.enum(['center', 'left', 'right']).optional();
  return block('images', z.object({ align, fullWidth: isWide }).default({}), z.array(image));
}

function containerShapes(place: BlockPlace): Record<string, z.ZodObject> {
  const { container, blocksOf } = place;
  const isCell = container.startsWith('cell');
  const item = block(
    'list-item',
    z.object({ checked: z.boolean().optional() }).default({}),
    blocksOf(isCell ? 'cell-item' : 'list-item'),
  );
  const panels = <Type extends string>(type: Type, own: z.ZodType, panel: z.ZodObject) =>
    block(type, own, z.array(panel));
  const wide = z.object({ fullWidth: isWide }).default({});
  const start = z.int().min(0).max(999_999_999).optional();
  return {
    'list-ordered': block('list-ordered', z.object({ start }).default({}), z.array(item)),
    'list-unordered': block('list-unordered', empty, z.array(item)),
    'list-tasks': block('list-tasks', empty, z.array(item)),
    blockquote: block('blockquote', empty, blocksOf(isCell ? 'cell-quote' : 'blockquote')),
    hint: block(
      'hint',
      z.object({ style: z.enum(['info', 'warning', 'danger', 'success']) }),
      blocksOf('hint'),
    ),
    if: block('if', z.object({ expression }), blocksOf(container)),
    tag: tagShape(place),
    tabs: panels(
      'tabs',
      wide,
      block('tabs-item', z.object({ title: line.optional() }).default({}), blocksOf('tabs-item')),
    ),
    stepper: panels(
      'stepper',
      empty,
      block(
        'stepper-step',
        z.object({ icon: icon.optional() }).default({}),
        blocksOf('stepper-step'),
      ),
    ),
    columns: panels(
      'columns',
      wide,
      block(
        'column',
        z
          .object({ width: length.optional(), verticalAlignment: verticalAlignment.optional() })
          .default({}),
        blocksOf('column'),
      ),
    ),
    expandable: expandableShape(place),
  };
}

/** A tag with an end contains blocks; one without is void. */
function tagShape({ container, blocksOf }: BlockPlace) {
  return z.object({
    object: z.literal('block'),
    type: z.literal('tag'),
    isVoid: z.boolean().optional(),
    data: tagData,
    nodes: blocksOf(container).optional(),
  });
}

/** Title and body are fragments. */
function expandableShape(place: BlockPlace) {
  const title = block(
    'paragraph',
    z.object({ align: textAlignment.optional() }).default({}),
    inlineContent(notesIn(place), place.inlinesWithin),
  );
  const part = (name: string, nodes: z.ZodType) =>
    z.object({
      object: z.literal('fragment'),
      fragment: z.literal(name).default(name),
      type: z.literal(name),
      nodes,
    });
  return voidBlock('expandable', empty).extend({
    fragments: z
      .array(
        z.discriminatedUnion('type', [
          part('expandable-title', z.array(title).length(1)),
          part('expandable-body', place.blocksOf('expandable-body')),
        ] as unknown as [z.ZodObject]),
      )
      .max(2),
  });
}

const jsonObject = z.record(z.string(), z.unknown());

const voidShapes: Record<string, z.ZodObject> = {
  math: voidBlock('math', z.object({ formula })),
  file: voidBlock('file', z.object({ ref: fileOnly })),
  drawing: voidBlock('drawing', z.object({ ref: fileOnly.optional() }).default({})),
  embed: voidBlock('embed', z.object({ url: address, fullWidth: isWide })),
  'content-ref': voidBlock('content-ref', z.object({ ref: contentReference })),
  'reusable-content': voidBlock('reusable-content', z.object({ ref: reusableContentReference })),
  integration: voidBlock(
    'integration',
    z.object({
      integration: z
        .string()
        .max(100)
        .regex(/^[a-zA-Z][\w-]*$/, 'must be the name of an integration'),
      block: z
        .string()
        .max(100)
        .regex(/^[\w-]+$/, 'must be the name of a block'),
      props: jsonObject,
      action: jsonObject.optional(),
      url: address.optional(),
      fullWidth: isWide,
    }),
  ),
};

const path = line.min(1);

const apiShapes: Record<string, z.ZodObject> = {
  swagger: voidBlock(
    'swagger',
    z.object({
      ref: sourceReference,
      path,
      method,
      expanded: z.boolean().optional(),
      fullWidth: isWide,
    }),
  ),
  'openapi-operation': voidBlock(
    'openapi-operation',
    z.object({ ref: openApiReference, path, method }),
  ),
  'openapi-webhook': voidBlock(
    'openapi-webhook',
    z.object({ ref: openApiReference, name: path, method }),
  ),
  'openapi-schemas': voidBlock(
    'openapi-schemas',
    z.object({
      ref: openApiReference,
      schemas: z
        .array(
          z
            .string()
            .min(1)
            .max(250)
            .regex(/^[^,]+$/, 'must not contain ","'),
        )
        .max(1000),
      grouped: z.boolean(),
    }),
  ),
};
