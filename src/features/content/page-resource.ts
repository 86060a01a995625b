import type { Addresses } from '../../addresses.ts';
import { createPauses } from '../../lib/pauses.ts';
import { childPagesOf, type PageNode } from './page-node.ts';
import { computedSource } from './computed-source.ts';
import { layoutDefaults } from './page-parts.ts';

export interface PageResourceOptions {
  addresses: Addresses;
  /** Whether to include the origin of pages in git. */
  metadata: boolean;
  /** Whether to show computed pages as documents. */
  computed: boolean;
}

/**
 * Returns the child pages of a page, or the top-level pages for null, with all descendants. Each
 * has its form on `/v1`, without its text. GraphQL fragments cannot recurse, so the tree is one
 * value. Pauses for other requests between two pages, since a tree can have thousands.
 */
export async function pageResources(
  parent: Pick<PageNode, 'revision' | 'tree'>,
  parentId: string | null,
  options: PageResourceOptions,
  pause = createPauses(),
): Promise<object[]> {
  const resources: object[] = [];
  for (const page of childPagesOf(parent, parentId)) {
    await pause();
    resources.push(await pageResource(page, options, pause));
  }
  return resources;
}

/** Returns a page in its form on `/v1`, without its text. */
export async function pageResource(
  page: PageNode,
  options: PageResourceOptions,
  pause = createPauses(),
): Promise<object> {
  const { computed } = page.entry;
  if (computed && !options.computed) {
    const shown = { ...commonMembers(page), type: 'computed', slug: page.entry.slug };
    return { ...shown, computed: computedSource(computed, 'page') };
  }
  switch (page.entry.type) {
    case 'document':
      return documentResource(page, options, pause);
    case 'group':
      return { ...commonMembers(page), ...(await placeMembers(page, options, pause)) };
    case 'link': {
      const { target } = page.entry;
      return {
        ...commonMembers(page),
        target,
        ...(target?.kind === 'url' && { href: target.url }),
      };
    }
  }
}

async function documentResource(
  page: PageNode,
  options: PageResourceOptions,
  pause: () => Promise<void>,
): Promise<object> {
  const { description, noIndex, noRobotsIndex, layout, cover } = page.entry;
  const { variables, git, computed } = page.entry;
  return {
    ...commonMembers(page),
    ...(await placeMembers(page, options, pause)),
    ...(description !== undefined && { description }),
    noIndex: noIndex ?? false,
    noRobotsIndex: noRobotsIndex ?? false,
    layout: { ...layoutDefaults, ...layout },
    ...(cover && { cover }),
    ...(variables && { variables }),
    ...(git && options.metadata && { git }),
    ...(computed && {
      computed: computedSource(computed, 'document'),
      computedSeed: computed.seed ?? '',
    }),
  };
}

function commonMembers({ entry }: PageNode): object {
  const { id, type, title, emoji, icon, hidden, createdAt, updatedAt } = entry;
  return {
    id,
    type,
    title,
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon }),
    hidden: hidden ?? false,
    createdAt,
    updatedAt,
  };
}

async function placeMembers(
  page: PageNode,
  options: PageResourceOptions,
  pause: () => Promise<void>,
): Promise<object> {
  const { revision, tree, entry } = page;
  const path = tree.path(entry.id);
  return {
    slug: entry.slug,
    path,
    pages: await pageResources(page, entry.id, options, pause),
    urls: { app: options.addresses.revision(revision, path) },
  };
}
