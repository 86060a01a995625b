import { builder, type ArgumentBuilder, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { pageOfList } from '../../pagination/list-field.ts';
import {
  PAGE_SIZE_DEFAULT,
  pageRequest,
  type ConnectionArguments,
} from '../../pagination/page-request.ts';
import { revisionSource } from '../content/revision-source.ts';
import { joinLinks } from './join-links.ts';
import { Link, LinkStatus, LOCATIONS_MAX } from './link.ts';
import type { LinkGraph, LinkUsage } from './link-graph.ts';
import { linkGraphOf } from './load-link-graph.ts';
import { resolveLinks, type LinkStatusValue, type ResolvedLink } from './resolve-links.ts';
import { canShowContexts } from './version-contexts.ts';

/** Cost of finding links, besides the cost of those in the page. */
const LINKS_COST = 50;

interface Stats {
  total: number;
  broken: { total: number; changeRequest: number };
}

export type BrokenContext = 'change-request' | 'space';

interface LinkFilter {
  status?: LinkStatusValue | null | undefined;
  brokenContext?: BrokenContext | null | undefined;
}

const BrokenLinkStats = builder.objectRef<Stats['broken']>('BrokenLinkStats').implement({
  description: 'Numbers of broken links.',
  rest: { fields: 'total changeRequest' },
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Total number of broken links.' }),
    changeRequest: t.exposeInt('changeRequest', {
      description:
        'Number of links broken by the change request, which the primary content does not contain. 0 in primary content.',
    }),
  }),
});

const LinkStats = builder.objectRef<Stats>('LinkStats').implement({
  description: 'Numbers of links, regardless of the filters of the list.',
  rest: { fields: 'total broken { ...BrokenLinkStats }' },
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Total number of links: each target counts once.' }),
    broken: t.expose('broken', {
      type: BrokenLinkStats,
      description: 'Number of broken links.',
    }),
  }),
});

export const LinkConnection = builder.connectionObject(
  {
    type: Link,
    name: 'LinkConnection',
    description: 'Link targets of content: each once, in a stable order.',
    rest: { fields: 'count: totalCount items: nodes { ...Link } stats { ...LinkStats }' },
    fields: (t) => ({
      stats: t.field({
        type: LinkStats,
        description: 'Numbers of links, regardless of filters.',
        resolve: (page) => (page as unknown as { stats: Stats }).stats,
      }),
    }),
  },
  { name: 'LinkEdge', description: 'A link in a list.' },
);

/** Declares the arguments of a list of links. */
export const linkArguments = (arg: ArgumentBuilder) => ({
  status: arg({ type: LinkStatus, description: 'Only links of this status.' }),
});

/**
 * Returns the field options of a list of links. Spread them into `t.field`, beside
 * `t.arg.connectionArgs()`.
 *
 * @param name identifies the list in cursors
 * @param options.revisionOf returns the revision that contains the links
 * @param options.select selects some of its links; all by default
 */
export function linksField<Parent>(
  name: string,
  options: {
    revisionOf: (parent: Parent, context: Context) => Row<'Revision'> | Promise<Row<'Revision'>>;
    select?: (graph: LinkGraph, parent: Parent) => readonly LinkUsage[];
  },
) {
  const { revisionOf, select = (graph: LinkGraph) => graph.usages } = options;
  return {
    complexity: (args: ConnectionArguments) => ({
      field: LINKS_COST,
      multiplier: args.first ?? args.last ?? PAGE_SIZE_DEFAULT,
    }),
    resolve: async (parent: Parent, args: ConnectionArguments & LinkFilter, context: Context) => {
      const request = pageRequest(args, context.pageSizeMax);
      const revision = await revisionOf(parent, context);
      const usages = select(await linkGraphOf(context, revision), parent);
      const links = joinLinks(revision, await resolveLinks(context, revision, usages));
      const base = await baseOf(context, revision);
      const known = new Set(base && select(base, parent).map(({ key }) => key));
      const broken = links.filter(({ status }) => status === 'broken');
      const isNew = ({ key }: ResolvedLink) => base !== null && !known.has(key);
      const { status, brokenContext } = args;
      const kept = links.filter(
        (link) =>
          (status == null || link.status === status) &&
          (brokenContext == null ||
            (link.status === 'broken' && isNew(link) === (brokenContext === 'change-request'))),
      );
      const stats: Stats = {
        total: links.length,
        broken: { total: broken.length, changeRequest: broken.filter(isNew).length },
      };
      const showsContext = canShowContexts(links.flatMap((link) => revisionsOf(link)));
      const items = kept.map((link) => ({ ...link, showsContext }));
      return { ...pageOfList(name, items, ({ key }) => key, request), stats };
    },
  };
}

/** Returns the revisions of all references in a link. */
function revisionsOf({ revision, reference, locations }: ResolvedLink): Row<'Revision'>[] {
  const target = reference && 'revision' in reference ? [reference.revision] : [];
  return [...target, ...locations.slice(0, LOCATIONS_MAX).map(() => revision)];
}

/** Returns the links of a change request's merge base; null for primary content. */
async function baseOf(
  context: Context,
  { mergeBaseId }: Row<'Revision'>,
): Promise<LinkGraph | null> {
  if (mergeBaseId === null) return null;
  const base = await context.loaders.oneRegardlessOfAccess(revisionSource, mergeBaseId);
  return base && linkGraphOf(context, base);
}
