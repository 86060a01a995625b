import type { Row } from '../../builder.ts';
import { groupBy } from '../../lib/group-by.ts';
import type { ContentReferenceValue } from './content-reference-values.ts';
import { withoutRepeats } from './link-graph.ts';
import { targetKey, type LinkTarget } from './link-target.ts';
import type { ResolvedLink } from './resolve-links.ts';

/**
 * Joins links with the same target. Different names may refer to one target, e.g. the id and the
 * slug of a specification, which only resolving shows.
 */
export function joinLinks(
  revision: Row<'Revision'>,
  links: readonly ResolvedLink[],
): ResolvedLink[] {
  const byTarget = groupBy(links, (link) => {
    const target = link.status === 'broken' ? undefined : foundTarget(revision, link.reference);
    return target ? `${targetKey(target, link.isApp)} ${link.relation}` : link.key;
  });
  return [...byTarget]
    .flatMap(([key, same]) => joinedLink(key, same))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function joinedLink(key: string, same: readonly ResolvedLink[]): ResolvedLink[] {
  const [first] = same;
  if (!first) return [];
  if (same.length === 1) return [{ ...first, key }];
  const places = same.flatMap(({ locations }) => locations);
  const locations = withoutRepeats(places.toSorted((a, b) => a.order - b.order));
  return [{ ...first, key, locations }];
}

/** Returns the target of a resolved reference; undefined if its own name identifies it. */
function foundTarget(
  revision: Row<'Revision'>,
  found: ContentReferenceValue | null,
): LinkTarget | undefined {
  switch (found?.kind) {
    case 'openapi':
      return { kind: 'openapi', spec: found.spec.id };
    case 'space':
      return { kind: 'space', space: found.space.id };
    case 'page': {
      const { entry, location } = found;
      const anchor = location?.type === 'anchor' ? { anchor: location.anchor } : {};
      return found.revision.id === revision.id
        ? { kind: 'page', page: entry.id, ...anchor, isMissing: false }
        : { kind: 'space', space: found.revision.spaceId, within: { page: entry.id, ...anchor } };
    }
    default:
      return undefined;
  }
}
