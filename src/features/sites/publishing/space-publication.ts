import type { Addresses } from '../../../addresses.ts';
import { audienceRankSql, audienceSql } from '../../../auth/publication-sql.ts';
import { builder, type Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { rawSql, sql } from '../../../database/database.ts';
import { RevisionUrls } from '../../content/revision.ts';
import { spaceSource } from '../../spaces/space-source.ts';
import { SpaceUrls } from '../../spaces/space.ts';
import { shareKeyArgument } from '../share-links/share-key.ts';
import type { SiteVisibilityValue } from '../site-enums.ts';
import { shownPathSql } from '../shown-names-sql.ts';
import { publishedSiteSpaceUrl, publishedSiteUrl } from '../site-urls.ts';
import { isDefaultSiteSpaceSql } from '../structure/default-site-space-sql.ts';
import type { AuthBackend } from '../visitors/load-publishing-auth.ts';
import { PublishingAuthBackend } from '../visitors/publishing-auth-backend.ts';

/** Publication of a space on the site with the widest audience. */
interface Publication {
  /** Audience; a condition narrows it like a visitor token. */
  audience: SiteVisibilityValue;
  url: string | null;
  authBackend: AuthBackend;
}

const SpaceVisitorAuth = builder.objectRef<Publication>('SpaceVisitorAuth').implement({
  description: 'Visitor authentication of a space.',
  rest: { fields: 'backend' },
  fields: (t) => ({
    backend: t.expose('authBackend', {
      type: PublishingAuthBackend,
      description: 'Issuer of the tokens of visitors.',
    }),
  }),
});

builder.prismaObjectFields('Space', (t) => ({
  visitorAuth: t.field({
    type: SpaceVisitorAuth,
    nullable: true,
    description:
      'Visitor authentication of the published site that shows the space to the widest audience; null unless its visibility is `VISITOR_AUTH`.',
    resolve: async ({ id, deletedAt }, _args, context) => {
      const publication = deletedAt ? null : await publicationOf(context, id, '');
      return publication?.audience === 'visitor-auth' ? publication : null;
    },
  }),
}));

builder.objectFields(SpaceUrls, (t) => ({
  published: t.string({
    nullable: true,
    description:
      'URL of the space on the published site with the widest audience; null if no site shows it, and on a site of visibility `SHARE_LINK` without the key of an active share link.',
    args: shareKeyArgument(t.arg),
    resolve: async ({ id, deletedAt }, { shareKey }, context) =>
      deletedAt ? null : ((await publicationOf(context, id, shareKey ?? ''))?.url ?? null),
  }),
  public: t.string({
    nullable: true,
    description: 'Public URL of the space; null if no public or unlisted site shows it.',
    resolve: async ({ id, deletedAt }, _args, context) =>
      deletedAt ? null : openUrl(await publicationOf(context, id, '')),
  }),
}));

builder.objectFields(RevisionUrls, (t) => ({
  published: t.string({
    nullable: true,
    description:
      'URL of the revision on a published site; null unless it is the current one of a space that the site shows.',
    resolve: async (revision, _args, context) =>
      (await publicationOfRevision(context, revision))?.url ?? null,
  }),
  public: t.string({
    nullable: true,
    description:
      'Public URL of the revision; null unless it is the current one of a space that a public or unlisted site shows.',
    resolve: async (revision, _args, context) =>
      openUrl(await publicationOfRevision(context, revision)),
  }),
}));

/** Returns the publication of a revision. Sites show only the active revision of a space. */
async function publicationOfRevision(
  context: Context,
  { id, spaceId }: Row<'Revision'>,
): Promise<Publication | null> {
  const space = await context.loaders.one(spaceSource, spaceId);
  const isShown = space?.revisionId === id && !space.deletedAt;
  return isShown ? publicationOf(context, spaceId, '') : null;
}

/** Returns the address if the site is open to anyone. */
function openUrl(publication: Publication | null): string | null {
  const isOpen = publication?.audience === 'public' || publication?.audience === 'unlisted';
  return isOpen ? publication.url : null;
}

/** Returns the publication of a space for a share key; null if it is not published. Batched. */
function publicationOf(
  context: Context,
  spaceId: string,
  shareKey: string,
): Promise<Publication | null> {
  return context.loaders.batch(`publication ${shareKey}`, spaceId, async (spaceIds) => {
    const audience = audienceSql(sql`site`, sql`c`, sql`ss`);
    const sectionPath = shownPathSql(
      { id: sql`c.id`, path: sql`c.path`, pathSpaceId: sql`c.path_space_id` },
      context.viewer.id,
    );
    const rows = await context.db.query(sql`
      SELECT DISTINCT ON (ss.space_id) ss.space_id, ${audience},
        site.id, site.organization_id, site.basename, site.hostname, site.proxy_origin,
        site.visibility, ss.path, ${rawSql(isDefaultSiteSpaceSql('ss'))}, ${sectionPath}, c.is_default,
        COALESCE(auth.backend, 'custom')
      FROM site_spaces ss JOIN sites site ON site.id = ss.site_id
      LEFT JOIN site_sections c ON c.id = ss.section_id
      LEFT JOIN site_publishing_auths auth ON auth.site_id = site.id
      WHERE ss.space_id = ANY(${[...spaceIds]}::text[]) AND site.published
        AND (site.visibility <> 'share-link' OR EXISTS (SELECT FROM share_links k
          WHERE k.site_id = site.id AND k.key = ${shareKey} AND k.active))
      ORDER BY ss.space_id, ${audienceRankSql(audience)}, ss.id`);
    const bySpace = new Map(
      rows.map(([id, ...columns]) => [
        id as string,
        publicationFrom(columns, context.addresses, shareKey),
      ]),
    );
    return spaceIds.map((id) => bySpace.get(id) ?? null);
  });
}

function publicationFrom(columns: unknown[], addresses: Addresses, shareKey: string): Publication {
  const [audience, ...ofSite] = columns as [SiteVisibilityValue, ...unknown[]];
  const [id, organizationId, basename, hostname, proxyOrigin, visibility, ...place] = ofSite as [
    string,
    string,
    string | null,
    string | null,
    string | null,
    SiteVisibilityValue,
    ...unknown[],
  ];
  const [path, isDefault, sectionPath, sectionIsDefault, authBackend] = place as [
    string,
    boolean,
    string | null,
    boolean | null,
    AuthBackend,
  ];
  const site = { id, organizationId, basename, hostname, proxyOrigin, visibility, published: true };
  const siteUrl = publishedSiteUrl(site, addresses, shareKey);
  const siteSpace = { path, isDefault, sectionPath, sectionIsDefault };
  return { audience, authBackend, url: siteUrl && publishedSiteSpaceUrl(siteUrl, siteSpace) };
}
