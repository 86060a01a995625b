import type { Context } from '../../../context.ts';
import type { PrismaTransaction } from '../../../database/database.ts';
import { badField, type InputPath } from '../../../errors.ts';
import type { ComputedPages } from '../../content/edit/place-computed-pages.ts';
import { keepBlobs } from '../../../revisions/store/content-store.ts';
import { openApiSpecRows } from '../openapi-spec-rows.ts';
import { pagesOf } from '../version-parts.ts';

/**
 * Loads the pages computed from a specification's latest version, for a page that the viewer adds.
 *
 * @throws BAD_USER_INPUT when the specification does not exist for the viewer
 */
export async function loadComputedPages(
  { loaders }: Context,
  transaction: PrismaTransaction,
  specId: string,
  path: InputPath,
): Promise<ComputedPages> {
  const spec = await loaders.one(openApiSpecRows, specId);
  if (!spec) throw badField(path, 'must be the id of an OpenAPI specification');
  return latestPages(transaction, specId);
}

/** Loads the pages computed from the latest version; none if the specification has no version. */
export async function latestPages(
  transaction: PrismaTransaction,
  specId: string,
): Promise<ComputedPages> {
  const spec = await transaction.openApiSpec.findUnique({ where: { id: specId } });
  const version =
    spec?.lastVersionId &&
    (await transaction.openApiSpecVersion.findUnique({ where: { id: spec.lastVersionId } }));
  if (!version) return { seed: null, pages: [] };
  const pages = pagesOf(version);
  await keepBlobs(
    transaction,
    pages.map(({ source }) => source),
  );
  return { seed: version.id, pages };
}
