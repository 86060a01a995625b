import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { badField } from '../../errors.ts';
import { idOfText } from '../../lib/id.ts';
import { createSlugs } from '../../document/docs-folder/page-slug.ts';
import type { PageEntry } from '../../revisions/store/entry.ts';
import { PageTree } from '../../revisions/store/page-tree.ts';
import { placeComputedPages, type ComputedRoot } from '../content/edit/place-computed-pages.ts';
import { pageTreeOf } from '../content/load-content.ts';
import { loadHead } from '../content/load-head.ts';
import { revisionSource } from '../content/revision-source.ts';
import { findSpace } from '../spaces/space-access.ts';
import { translationSource } from '../translations/translation-source.ts';
import type { RevisionSourceInput } from './computed-sources.ts';
import { loadSpecificationPages } from './load-specification-pages.ts';

/** Computed content. */
export interface ComputedContents {
  /** The revision that addresses of pages are below. */
  revision: Row<'Revision'>;
  tree: PageTree;
  /** True if the files and reusable contents of the revision belong to it. */
  hasFiles: boolean;
}

/**
 * Computes the content of a revision (interface, Computed content). Changes nothing.
 *
 * @throws NOT_FOUND for a space that does not exist for the viewer, BAD_USER_INPUT for an unknown
 *   specification, and for a translation that is unknown or has no result
 */
export async function computeRevision(
  context: Context,
  spaceId: string,
  { source, seed }: { source: RevisionSourceInput; seed: string },
): Promise<ComputedContents> {
  const space = await findSpace(context, spaceId);
  if (source.type === 'builtin:translation') {
    return translatedContents(context, source.dependencies.translation.ref.translation);
  }
  const specId = source.dependencies.spec.ref.spec;
  const computed = await loadSpecificationPages(context, specId, seed);
  const entries = new Map<string, PageEntry>();
  const pages = {
    children: () => Promise.resolve([]),
    put: (entry: PageEntry) => Promise.resolve(void entries.set(entry.id, entry)),
    delete: () => Promise.resolve(),
  };
  const { createdAt } = computed;
  const title = computed.pages[0]?.title ?? 'API';
  const root = {
    ...rootOf(specId, source.props.models, title),
    createdAt: createdAt.toISOString(),
  };
  await placeComputedPages(pages, root, computed, createdAt);
  const tree = new PageTree([...entries.values()]);
  return { revision: await loadHead(context, space), tree, hasFiles: false };
}

/** Returns the page that shows the introduction of a specification. */
function rootOf(spec: string, models: boolean, title: string): ComputedRoot {
  return {
    id: idOfText('Page', `${spec} computed`),
    ...{ type: 'document', parent: null, position: 'a0', title, slug: createSlugs()(title) },
    computed: { type: 'builtin:openapi', spec, doc: 'info', page: 'info', models },
    // Both are set when it is placed.
    ...{ createdAt: '', updatedAt: '' },
  };
}

async function translatedContents(context: Context, id: string): Promise<ComputedContents> {
  const { loaders } = context;
  const translation = await loaders.one(translationSource, id);
  const revisionId = translation?.resultRevisionId;
  const revision = revisionId ? await loaders.one(revisionSource, revisionId) : null;
  if (!revision) {
    const path = ['input', 'source', 'dependencies', 'translation', 'ref', 'translation'];
    throw badField(path, 'must be the id of a translation with a result');
  }
  return { revision, tree: await pageTreeOf(context, revision), hasFiles: true };
}
