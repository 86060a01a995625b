import type { Context } from '../../context.ts';
import { badField } from '../../errors.ts';
import type { ComputedPages } from '../content/edit/place-computed-pages.ts';
import { openApiSpecRows, openApiSpecVersionRows } from '../openapi-specs/openapi-spec-rows.ts';
import { pagesOf } from '../openapi-specs/version-parts.ts';

/**
 * Loads the pages that are computed from a specification, and when their version was made; none
 * before it was first processed.
 *
 * @param seed id of the version, or any other text for the latest one
 * @throws BAD_USER_INPUT when the specification does not exist for the viewer
 */
export async function loadSpecificationPages(
  { loaders }: Context,
  specId: string,
  seed: string,
): Promise<ComputedPages & { createdAt: Date }> {
  const spec = await loaders.one(openApiSpecRows, specId);
  if (!spec) {
    const path = ['input', 'source', 'dependencies', 'spec', 'ref', 'spec'];
    throw badField(path, 'must be the id of an OpenAPI specification');
  }
  const named = await loaders.oneIn(openApiSpecVersionRows, seed, 'specId', specId);
  const version =
    named ??
    (spec.lastVersionId && (await loaders.one(openApiSpecVersionRows, spec.lastVersionId)));
  return version
    ? { seed: version.id, pages: pagesOf(version), createdAt: version.createdAt }
    : { seed: null, pages: [], createdAt: spec.createdAt };
}
