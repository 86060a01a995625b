import { z } from 'zod';

/** The specification that content is computed from; a resolved `value` is not needed. */
const specification = z.object({
  spec: z.object({
    ref: z.object({ kind: z.literal('openapi'), spec: z.string() }),
    value: z.unknown().optional(),
  }),
});

const openApi = z.literal('builtin:openapi');
const translation = z.literal('builtin:translation');

/** Source of a computed document (interface, Computed content). */
export const documentSource = z.discriminatedUnion('type', [
  z.object({
    type: openApi,
    dependencies: specification,
    props: z.union([
      z.object({ doc: z.literal('models') }),
      z.object({ doc: z.enum(['operations', 'info']), page: z.string() }),
    ]),
  }),
  z.object({
    type: translation,
    props: z.object({ space: z.string(), document: z.string() }),
  }),
]);

/** Source of a computed revision (interface, Computed content). */
export const revisionSourceInput = z.discriminatedUnion('type', [
  z.object({
    type: openApi,
    dependencies: specification,
    props: z.object({ models: z.boolean() }),
  }),
  z.object({
    type: translation,
    props: z.object({}),
    dependencies: z.object({
      translation: z.object({
        ref: z.object({ kind: z.literal('translation'), translation: z.string() }),
        value: z.unknown().optional(),
      }),
    }),
  }),
]);

export type DocumentSource = z.output<typeof documentSource>;
export type RevisionSourceInput = z.output<typeof revisionSourceInput>;
