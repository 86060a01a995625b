import { connectionType, permissionsType } from '../../builder/declare-types.ts';
import { z } from 'zod';
import { builder, registerNode, type Row } from '../../builder.ts';
import { declareSorting } from '../../builder/list-sorting.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { Organization } from '../organizations/organization.ts';
import { ownerField } from '../organizations/organization-of.ts';
import { openedSiteUrl, shareKeyArgument, shareKeyParameter } from './share-links/share-key.ts';
import { sitePermissions, type SitePermissions } from './site-access.ts';
import { SiteAgentsContext, SiteType, SiteVisibility } from './site-enums.ts';
import { SiteFeatureType } from './site-feature.ts';
import { featuresOf } from './site-features.ts';
import { iconOf, SiteIcon } from './site-icon.ts';
import { shownTitleSql } from './shown-names-sql.ts';
import { siteSource } from './site-source.ts';
import { publishedUrlFields } from './site-urls.ts';
import { shownSpaceVisibleSql } from './site-visibility-sql.ts';
import {
  addressField,
  childField,
  reading,
  rootField,
  sameRow,
  sharedBy,
  showing,
} from '../../pagination/declared-fields.ts';

/** Maximum length of a title search, in characters. */
const TITLE_FILTER_LENGTH_MAX = 128;

registerNode(siteSource);

/** A site with the key of a share link, if one was sent. */
type OpenedSite = Row<'Site'> & { shareKey?: string | null };

const SiteUrls = builder.objectRef<OpenedSite>('SiteUrls').implement({
  description: 'URLs of a site.',
  fields: (t) => ({
    location: t.string({
      description: 'The site on `/v1`.',
      ...addressField('v1', 'orgs', { field: 'organizationId' }, 'sites', { field: 'id' }),
    }),
    app: t.string({
      description: 'The site in the app.',
      ...addressField('app', { field: 'organizationId' }, 'sites', { field: 'id' }),
    }),
    published: t.string({
      nullable: true,
      description:
        'URL of the published site; null while it is not published, and for visibility `SHARE_LINK` without the key of an active share link.',
      ...reading(...publishedUrlFields),
      resolve: (site, _args, context) => openedSiteUrl(context, site, site.shareKey),
    }),
  }),
});

const SiteProxy = builder.objectRef<{ origin: string; target: string }>('SiteProxy').implement({
  description: 'Shows a site under a path of another domain.',
  fields: (t) => ({
    origin: t.exposeString('origin', {
      description: 'Host and path under which visitors find the site.',
    }),
    target: t.exposeString('target', {
      description: 'URL to which that host forwards requests.',
    }),
  }),
});

const SiteAdaptiveContent = builder.objectRef<Row<'Site'>>('SiteAdaptiveContent').implement({
  description: 'Content that adapts to the visitor.',
  fields: (t) => ({
    enabled: t.exposeBoolean('adaptiveContentEnabled', {
      description: 'Whether adaptive content is enabled.',
    }),
  }),
});

const SitePermissionsType = permissionsType<keyof SitePermissions>(
  'SitePermissions',
  'Permissions of the viewer on a site and everything below it. The same flags are enforced.',
  {
    view: 'May read the site.',
    edit: 'May change and delete it. Needs the role `create` in the organization.',
  },
);

/** Fields of a site on `/v1`, without the number of its site-spaces. */
export const siteBody = `
  id type title icon { ...SiteIcon } hostname basename proxy { origin target } visibility published
  createdAt adaptiveContent { enabled } ads { ...SiteAds } agentsContext
  features { ...SiteFeature } urls(shareKey: $shareKey) { location app published }`;

export const Site = builder.prismaNode('Site', {
  description: 'A documentation site: published spaces, in sections or at its root level.',
  id: { field: 'id', description: 'Identifier, `site_…`.' },
  rest: {
    object: 'site',
    fields: `${siteBody} siteSpaces: siteSpaceCount`,
    parameters: shareKeyParameter,
  },
  fields: (t) => ({
    type: t.field({
      type: SiteType,
      description: 'Plan of the site, which determines its features.',
      ...showing('type'),
    }),
    title: t.exposeString('title', { description: 'Title, 2 to 128 characters.' }),
    icon: t.field({
      type: SiteIcon,
      nullable: true,
      description: 'The icon; null for none.',
      ...sharedBy('iconEmoji', 'iconLightUrl', 'iconDarkUrl'),
      resolve: (site) => iconOf(site),
    }),
    hostname: t.exposeString('hostname', {
      nullable: true,
      description: 'Custom hostname, at most 253 characters.',
    }),
    basename: t.exposeString('basename', {
      nullable: true,
      description:
        'Last segment of the address below the service, 1 to 100 characters; unique in the organization.',
    }),
    proxy: t.field({
      type: SiteProxy,
      nullable: true,
      description: 'The path of another domain that shows the site; null for none.',
      ...reading('id', 'organizationId', 'proxyOrigin'),
      resolve: (site, _args, { addresses }) =>
        site.proxyOrigin === null
          ? null
          : { origin: site.proxyOrigin, target: addresses.siteById(site) },
    }),
    visibility: t.field({
      type: SiteVisibility,
      description: 'Visibility of the site while it is published.',
      ...showing('visibility'),
    }),
    published: t.exposeBoolean('published', {
      description: 'Whether the audience that the visibility sets can reach it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    adaptiveContent: t.field({
      type: SiteAdaptiveContent,
      description: 'Content that adapts to the visitor.',
      ...sameRow,
    }),
    agentsContext: t.field({
      type: SiteAgentsContext,
      description: 'Whether the agent can access the site.',
      ...showing('agentsContext'),
    }),
    features: t.field({
      type: [SiteFeatureType],
      description: 'Features of the site, by its plan.',
      ...sharedBy('type'),
      resolve: ({ type }) => [...featuresOf(type)],
    }),
    urls: t.field({
      type: SiteUrls,
      description: 'URLs of the site.',
      args: shareKeyArgument(t.arg),
      extensions: {
        ...sameRow.extensions,
        ...reading('id', 'organizationId', ...publishedUrlFields).extensions,
      },
      resolve: (site, { shareKey }) => (shareKey == null ? site : { ...site, shareKey }),
    }),
    organization: t.field({
      type: Organization,
      description: 'The organization that owns it.',
      ...ownerField,
    }),
    permissions: t.field({
      type: SitePermissionsType,
      description: 'Permissions of the viewer.',
      ...sharedBy('organizationId'),
      resolve: (site, _args, { viewer }) => sitePermissions(viewer, site),
    }),
  }),
});

const sorting = declareSorting('SiteSort', 'sites', {
  createdAt: 'When it was created.',
  title: 'Title.',
}).from('createdAt');

connectionField('Organization.sites', {
  type: connectionType(Site, 'site'),
  description: 'The sites that exist for the viewer, oldest first.',
  rest: { route: 'GET /sites', operationId: 'listSites' },
  source: siteSource,
  of: 'organizationId',
  arguments: (arg) => ({
    space: arg.id({ description: 'Only sites that show the space with this id.' }),
    title: arg.string({
      validate: z.string().max(TITLE_FILTER_LENGTH_MAX),
      description: 'Only sites whose title contains this; case is ignored.',
    }),
    published: arg.boolean({
      description: 'True for published sites only, false for the others only.',
    }),
    type: arg({ type: [SiteType], description: 'Only sites of these types.' }),
    ...sorting.arguments(arg),
  }),
  order: sorting.order,
  filter: ({ space, title, published, type }, viewerId) => [
    ...(space == null
      ? []
      : [
          sql`EXISTS (SELECT FROM site_spaces fs WHERE fs.site_id = t.id AND fs.space_id = ${space}
            AND ${shownSpaceVisibleSql(sql`fs`, sql`${viewerId}`)})`,
        ]),
    ...(title == null
      ? []
      : [
          sql`strpos(lower(${shownTitleSql('site', sql`t`, viewerId)}), lower(${title}::text)) > 0`,
        ]),
    ...(published == null ? [] : [sql`t.published = ${published}`]),
    ...(type == null ? [] : [sql`t.type = ANY(${type}::text[])`]),
  ],
});

builder.prismaObjectFields('Organization', (t) => ({
  site: t.field({
    type: Site,
    description: 'A site of the organization.',
    args: { id: t.arg.id({ required: true, description: 'Id of the site.' }) },
    rest: { route: 'GET /sites/{siteId}', operationId: 'getSiteById' },
    ...childField(siteSource, 'organizationId'),
  }),
}));

builder.queryField('site', (t) =>
  t.field({
    type: Site,
    description: 'A site of an organization that the viewer is a member of.',
    args: { id: t.arg.id({ required: true, description: 'Id of the site.' }) },
    ...rootField(siteSource),
  }),
);
