import { builder, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { RevisionUrls } from '../content/revision.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { SpaceUrls } from '../spaces/space.ts';
import { shareKeySchema } from './share-key.ts';
import { siteVisibilities, type SiteVisibilityValue } from './site-enums.ts';
import { publishedSiteSpaceUrl, publishedSiteUrl } from './site-urls.ts';

/** The published site that shows a space to the widest audience, and where. */
interface Publication {
  visibility: SiteVisibilityValue;
  url: string | null;
}

builder.objectFields(SpaceUrls, (t) => ({
  published: t.string({
    nullable: true,
    description:
      'Where visitors find the space, on the published site with the widest audience; null when no site shows it, and on a site of visibility `SHARE_LINK` without the key of an active share link.',
    args: {
      shareKey: t.arg.string({
        validate: shareKeySchema,
        description: 'Key of a share link, to get the published address it opens.',
      }),
    },
    resolve: async ({ id, deletedAt }, { shareKey }, context) =>
      deletedAt ? null : ((await publicationOf(context, id, shareKey ?? ''))?.url ?? null),
  }),
  public: t.string({
    nullable: true,
    description: 'Where anyone finds the space; null when no public or unlisted site shows it.',
    resolve: async ({ id, deletedAt }, _args, context) =>
      deletedAt ? null : openUrl(await publicationOf(context, id, '')),
  }),
}));

builder.objectFields(RevisionUrls, (t) => ({
  published: t.string({
    nullable: true,
    description:
      'Where visitors find the revision; null unless it is the active one of a space that a published site shows.',
    resolve: async (revision, _args, context) =>
      (await publicationOfRevision(context, revision))?.url ?? null,
  }),
  public: t.string({
    nullable: true,
    description:
      'Where anyone finds the revision; null unless it is the active one of a space that a public or unlisted site shows.',
    resolve: async (revision, _args, context) =>
      openUrl(await publicationOfRevision(context, revision)),
  }),
}));

/** Sites show the active revision of a space and no other. */
async function publicationOfRevision(
  context: Context,
  { id, spaceId }: Row<'Revision'>,
): Promise<Publication | null> {
  const space = await context.loaders.one(spaceSource, spaceId);
  const isShown = space?.revisionId === id && !space.deletedAt;
  return isShown ? publicationOf(context, spaceId, '') : null;
}

/** The address, if the site lets anyone in. */
function openUrl(publication: Publication | null): string | null {
  const isOpen = publication?.visibility === 'public' || publication?.visibility === 'unlisted';
  return isOpen ? publication.url : null;
}

/** How a space is published for someone with a share key; null when it is not. Batched. */
function publicationOf(
  context: Context,
  spaceId: string,
  shareKey: string,
): Promise<Publication | null> {
  return context.loaders.batch(`publication ${shareKey}`, spaceId, async (spaceIds) => {
    const rows = await context.db.query(sql`
      SELECT p.id, s.id, s.organization_id, s.basename, s.hostname, s.proxy_origin, s.visibility,
        s.path, s.is_default, s.section_path, s.section_is_default
      FROM unnest(${[...spaceIds]}::text[]) p(id) CROSS JOIN LATERAL (
        SELECT site.*, ss.path, ss.is_default, c.path AS section_path,
          c.is_default AS section_is_default
        FROM site_spaces ss JOIN sites site ON site.id = ss.site_id
        LEFT JOIN site_sections c ON c.id = ss.section_id
        WHERE ss.space_id = p.id AND site.published AND (site.visibility <> 'share-link'
          OR EXISTS (SELECT FROM share_links k
            WHERE k.site_id = site.id AND k.key = ${shareKey} AND k.active))
        ORDER BY array_position(${[...siteVisibilities]}::text[], site.visibility), ss.id LIMIT 1
      ) s`);
    const bySpace = new Map(
      rows.map(([id, ...columns]) => [
        id as string,
        publicationFrom(columns, context.baseUrl, shareKey),
      ]),
    );
    return spaceIds.map((id) => bySpace.get(id) ?? null);
  });
}

function publicationFrom(columns: unknown[], baseUrl: string, shareKey: string): Publication {
  const [id, organizationId, basename, hostname, proxyOrigin, visibility, ...place] = columns as [
    string,
    string,
    string | null,
    string | null,
    string | null,
    SiteVisibilityValue,
    ...unknown[],
  ];
  const [path, isDefault, sectionPath, sectionIsDefault] = place as [
    string,
    boolean,
    string | null,
    boolean | null,
  ];
  const site = { id, organizationId, basename, hostname, proxyOrigin, visibility, published: true };
  const siteUrl = publishedSiteUrl(site, baseUrl, shareKey);
  const siteSpace = { path, isDefault, sectionPath, sectionIsDefault };
  return { visibility, url: siteUrl && publishedSiteSpaceUrl(siteUrl, siteSpace) };
}
