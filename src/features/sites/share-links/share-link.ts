import { connectionType } from '../../../builder/declare-types.ts';
import { builder, registerNode, type Row } from '../../../builder.ts';
import { declareSorting } from '../../../builder/list-sorting.ts';
import type { Context } from '../../../context.ts';
import { connectionField } from '../../../builder/connection-field.ts';
import { siteField, siteOf, sitePermissions } from '../site-access.ts';
import { publishedSiteUrl } from '../site-urls.ts';
import { Site } from '../site.ts';
import { shareLinkSource } from './share-link-source.ts';
import { childField, sameRow } from '../../../pagination/declared-fields.ts';

registerNode(shareLinkSource);

/**
 * Returns the key to viewers who may change the site; null to others, since it opens the whole
 * site.
 */
async function shownKey(context: Context, { key, siteId }: Row<'ShareLink'>) {
  const site = await siteOf(context, siteId);
  return sitePermissions(context.viewer, site).edit ? key : null;
}

const ShareLinkUrls = builder.objectRef<Row<'ShareLink'>>('ShareLinkUrls').implement({
  description: 'URLs of a share link.',
  fields: (t) => ({
    published: t.string({
      nullable: true,
      description:
        'The address to pass on, which carries the key. Null while the link or the site is off, and for viewers who may not change the site.',
      resolve: async (link, _args, context) => {
        const key = link.active ? await shownKey(context, link) : null;
        if (key === null) return null;
        return publishedSiteUrl(await siteOf(context, link.siteId), context.addresses, key);
      },
    }),
  }),
});

export const ShareLink = builder.prismaNode('ShareLink', {
  description: 'A secret address that opens a published site of visibility `SHARE_LINK`.',
  id: { field: 'id', description: 'Identifier, `shl_…`.' },
  rest: { object: 'share-link', rare: true, fields: 'id createdAt name active urls { published }' },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name, at most 50 characters.' }),
    active: t.exposeBoolean('active', { description: 'Whether the link is active.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    key: t.string({
      nullable: true,
      description: 'The secret in its address; null for viewers who may not change the site.',
      resolve: (link, _args, context) => shownKey(context, link),
    }),
    site: t.field({
      type: Site,
      description: 'The site of the link.',
      ...siteField,
    }),
    urls: t.field({ type: ShareLinkUrls, description: 'URLs of the share link.', ...sameRow }),
  }),
});

const sorting = declareSorting('ShareLinkSort', 'share links', {
  createdAt: 'When it was created.',
  name: 'Name.',
}).from('createdAt');

connectionField('Site.shareLinks', {
  type: connectionType(ShareLink, 'share link'),
  description: 'The share links of the site, oldest first; none for guests.',
  rest: { route: 'GET /share-links', operationId: 'listSiteShareLinks' },
  source: shareLinkSource,
  of: 'siteId',
  ...sorting,
});

builder.prismaObjectFields('Site', (t) => ({
  shareLink: t.field({
    type: ShareLink,
    description: 'A share link of the site.',
    args: { id: t.arg.id({ required: true, description: 'Id of the share link.' }) },
    ...childField(shareLinkSource, 'siteId'),
  }),
}));
