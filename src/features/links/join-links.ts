import type { Row } from '../../builder.ts';
import type { ContentReferenceValue } from './content-reference-values.ts';
import { withoutRepeats } from './link-graph.ts';
import { targetKey, type LinkTarget } from './link-target.ts';
import type { ResolvedLink } from './resolve-links.ts';

/**
 * Links of which each target is there once: something can be named in several ways, such as a
 * specification by its id and by its slug, and only who finds it knows that it is the same.
 */
export function joinLinks(
  revision: Row<'Revision'>,
  links: readonly ResolvedLink[],
): ResolvedLink[] {
  const joined = new Map<string, ResolvedLink[]>();
  for (const link of links) {
    const target = link.status === 'broken' ? undefined : foundTarget(revision, link.reference);
    const key = target ? `${targetKey(target, link.isApp)} ${link.relation}` : link.key;
    joined.set(key, [...(joined.get(key) ?? []), link]);
  }
  return [...joined]
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

/** What was found, as the one target that it is; undefined where what names it is all there is. */
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
