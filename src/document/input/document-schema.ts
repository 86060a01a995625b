import { z } from 'zod';
import { allowedBlocks } from '../block-nesting.ts';
import type { Container } from '../block-nesting.ts';
import type { DocumentTree } from '../document-tree.ts';
import { blockShapes } from './block-schemas.ts';
import { normalizeDocument } from './normalize-document.ts';
import { requireReadable } from './require-readable.ts';

/** Returns the schema of a container's blocks: of the allowed kinds, with their own content. */
function blocksOf(container: Container, isInNote: boolean): z.ZodType {
  return z.array(z.lazy(() => blockOf(container, isInNote)));
}

const known = new Map<string, z.ZodType>();

/** Returns the cached schema of a kind of container. */
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
 * Schema of a document in normal form (interface, Document shape): it allows known kinds of nodes
 * where they may appear. Limits of size and depth are checked first.
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
