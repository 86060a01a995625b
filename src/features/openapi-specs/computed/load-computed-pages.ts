import type { Context } from '../../../context.ts';
import type { PrismaTransaction } from '../../../database/database.ts';
import { badField, type InputPath } from '../../../errors.ts';
import type { ComputedPages } from '../../content/edit/computed-pages.ts';
import { keepBlobs } from '../../content/store/content-store.ts';
import { openApiSpecRows } from '../openapi-spec-rows.ts';
import { pagesOf } from '../version-parts.ts';

/**
 * What is computed of the latest version of a specification, for a page that the viewer puts in.
 *
 * @throws BAD_USER_INPUT when there is no such specification for the viewer
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

/** What is computed of the latest version; nothing for a specification without one. */
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
