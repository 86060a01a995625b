import { z } from 'zod';
import { requireLastingId } from '../../lib/lasting-id.ts';
import { isDrawing, isScript } from '../content-references.ts';
import { lengthUnits } from '../lengths.ts';

/** Maximum lengths of an address or id, and of a text on one line, in characters. */
const ADDRESS_LENGTH_MAX = 10_000;
const LINE_LENGTH_MAX = 200_000;
const SYNTAX_LENGTH_MAX = 1000;
/** Maximum length of an icon's name, in characters (interface, Limits). */
const ICON_LENGTH_MAX = 50;

/** Text without restrictions. */
export const text = z.string();
/** Text on one line. */
export const line = text.max(LINE_LENGTH_MAX);
/** An address of any scheme that does not run scripts. */
export const address = text
  .max(ADDRESS_LENGTH_MAX)
  .refine((value) => !isScript(value), 'must not be a script');
/** An id, or the address that replaces one. */
export const id = address.min(1);
const lastingId = id.superRefine(requireLastingId);
/** The language of code. */
export const syntax = text
  .max(SYNTAX_LENGTH_MAX)
  .regex(/^[^\s{`]*$/, 'must have no spaces and none of the characters { and `');
export const icon = line.max(ICON_LENGTH_MAX);
/** An icon within text. */
export const iconName = icon.regex(/^[\w-]+$/, 'must have letters, digits, "_" and "-" only');
/** A formula in TeX. */
export const formula = line
  .refine((value) => value.trim() !== '', 'must not be empty')
  .refine((value) => !value.includes('$$'), 'must not contain "$$"');
/** An expression that is evaluated when the document is shown; its syntax is not checked here. */
export const expression = line.refine((value) => !value.includes('%}'), 'must not contain "%}"');

/** The name and arguments of a tag. */
export const tagData = z.object({
  name: z
    .string()
    .max(100)
    .regex(/^@?[a-zA-Z][\w-]*(?:\/[\w-]+)?$/, 'must be the name of a tag'),
  attributes: z
    .record(
      z
        .string()
        .max(100)
        .regex(/^(?!__proto__$)[a-zA-Z_][\w:.-]*$/, 'must be the name of an attribute'),
      line,
    )
    .default({}),
  text: expression.optional(),
});

const urlReference = z.object({ kind: z.literal('url'), url: address });
const fileReference = z.object({ kind: z.literal('file'), file: lastingId });
export const reusableContentReference = z.object({
  kind: z.literal('reusable-content'),
  reusableContent: lastingId.refine((value) => !value.includes('%}'), 'must not contain "%}"'),
  space: id.optional(),
});
export const openApiReference = z.object({ kind: z.literal('openapi'), spec: id });
export const fileOnly = fileReference;
const imageAddress = text
  .max(ADDRESS_LENGTH_MAX)
  .refine((value) => isDrawing(value) || !isScript(value), 'must not be a script');
/** An image. */
export const imageReference = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('url'), url: imageAddress }),
  fileReference,
]);
/** The source of an API specification. */
export const sourceReference = z.discriminatedUnion('kind', [urlReference, fileReference]);
/** A reference to any kind of content. */
export const contentReference = z.discriminatedUnion('kind', [
  urlReference,
  fileReference,
  z.object({ kind: z.literal('page'), page: lastingId, space: id.optional() }),
  z.object({
    kind: z.literal('anchor'),
    anchor: id,
    page: lastingId.optional(),
    space: id.optional(),
  }),
  z.object({ kind: z.literal('user'), user: id }),
  z.object({ kind: z.literal('collection'), collection: id }),
  z.object({ kind: z.literal('space'), space: id }),
  reusableContentReference,
  openApiReference,
]);

const amount = z.number().min(0).max(999_999);
export const length = z.union([
  amount,
  z.object({ unit: z.enum(['px', ...lengthUnits]), value: amount }),
]);
export const textAlignment = z.enum(['start', 'center', 'end']);
export const verticalAlignment = z.enum(['top', 'middle', 'bottom']);
