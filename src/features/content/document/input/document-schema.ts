import { z } from 'zod';
import { allowedBlocks } from '../block-nesting.ts';
import type { Container } from '../block-nesting.ts';
import type { DocumentTree } from '../document-tree.ts';
import { blockShapes } from './block-schemas.ts';
import { normalizeDocument } from './normalize-document.ts';
import { requireReadable } from './require-readable.ts';

/** Blocks of a container: of the kinds that it may hold, with what those may hold. */
function blocksOf(container: Container, isInNote: boolean): z.ZodType {
  return z.array(z.lazy(() => blockOf(container, isInNote)));
}

const known = new Map<string, z.ZodType>();

/** One schema for each kind of container, made when it is first asked for. */
function blockOf(container: Container, isInNote: boolean): z.ZodType {
  const name = `${container} ${isInNote}`;
  const made = known.get(name) ?? createBlock(container, isInNote);
  known.set(name, made);
  return made;
}

function createBlock(container: Container, isInNote: boolean): z.ZodType {
  const types = [...allowedBlocks[container]];
  const shapes = blockShapes({
    container,
    isInNote,
    blocksOf: (inner) => blocksOf(inner, isInNote || inner === 'annotation-body'),
  });
  return z.discriminatedUnion(
    'type',
    types.flatMap((type) => {
      const shape = shapes[type];
      return shape ? [shape] : [];
    }) as unknown as [z.ZodObject<{ type: z.ZodLiteral<string> }>],
  );
}

/**
 * A document as a tree of blocks, in its normal form (interface, Document shape): of known kinds of
 * nodes, each where it may stand. Limits of size and depth are checked before anything else.
 */
export const documentSchema: z.ZodType<DocumentTree> = z
  .unknown()
  .superRefine(requireReadable)
  .pipe(
    z.object({
      object: z.literal('document'),
      data: z.looseObject({ schemaVersion: z.int().optional() }).optional(),
      nodes: blocksOf('document', false),
    }),
  )
  .transform((tree) => normalizeDocument(tree as unknown as DocumentTree));
