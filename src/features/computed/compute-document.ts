import type { Context } from '../../context.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import { AppError } from '../../errors.ts';
import { documentOf } from '../content/load-content.ts';
import { findSpace } from '../spaces/space-access.ts';
import { loadDocument } from '../spaces/space-documents.ts';
import type { DocumentSource } from './computed-sources.ts';
import { loadSpecificationPages } from './load-specification-pages.ts';

/**
 * Computes a document (interface, Computed content). Changes nothing.
 *
 * @throws NOT_FOUND for a space or a document that does not exist for the viewer, BAD_USER_INPUT
 *   for an unknown specification
 */
export async function computeDocument(
  context: Context,
  spaceId: string,
  { source, seed }: { source: DocumentSource; seed: string },
): Promise<DocumentTree> {
  await findSpace(context, spaceId);
  const document = await (source.type === 'builtin:openapi'
    ? specificationDocument(context, source, seed)
    : translatedDocument(context, source.props));
  if (document) return document;
  throw new AppError('NOT_FOUND', 'The source has no such document: check its "props".');
}

async function specificationDocument(
  context: Context,
  { dependencies, props }: Extract<DocumentSource, { type: 'builtin:openapi' }>,
  seed: string,
): Promise<DocumentTree | null> {
  const { pages } = await loadSpecificationPages(context, dependencies.spec.ref.spec, seed);
  const page = pages.find(
    ({ doc, page: name }) => doc === props.doc && (props.doc === 'models' || name === props.page),
  );
  return page ? documentOf(context, { source: page.source, sourceStart: 0 }) : null;
}

async function translatedDocument(
  context: Context,
  { space: spaceId, document }: { space: string; document: string },
): Promise<DocumentTree | null> {
  return loadDocument(context, await findSpace(context, spaceId), document);
}
