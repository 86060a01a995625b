import { z } from 'zod';
import { builder, type Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import { requireEdit } from '../site-access.ts';
import { publishedSiteSpaceUrl } from '../site-urls.ts';
import { siteSpaceSource } from '../structure/site-space-source.ts';
import { signPreview } from './sign-preview.ts';

/** Maximum length of claims in Rison, in characters. */
const CLAIMS_LENGTH_MAX = 4096;

interface Preview {
  url: string;
  expiresAt: Date;
}

const SitePublishingPreview = builder.objectRef<Preview>('SitePublishingPreview').implement({
  description: 'Preview of a site as a visitor finds it.',
  rest: { fields: 'url' },
  fields: (t) => ({
    url: t.exposeString('url', {
      description: 'URL that opens the site for an hour, whatever its visibility.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the URL expires.' }),
  }),
});

/**
 * Returns a URL of a site for a visitor with claims (interface, Site preview).
 *
 * @throws FORBIDDEN below `create`, BAD_USER_INPUT for a site that is not published, a site-space
 *   that it does not show to the viewer, and invalid claims
 */
async function previewSite(
  context: Context,
  site: Row<'Site'>,
  { siteSpace: siteSpaceId, claims }: { siteSpace: string | null; claims: string | null },
): Promise<Preview> {
  requireEdit(context.viewer, site);
  if (!site.published) throw badField(['siteId'], 'is a site that is not published: publish it');
  const siteUrl = context.addresses.siteById(site);
  const siteSpace =
    siteSpaceId === null ? null : await context.loaders.one(siteSpaceSource, siteSpaceId);
  if (siteSpaceId !== null && siteSpace?.siteId !== site.id) {
    throw badField(['siteSpace'], 'must be the id of a site-space of the site');
  }
  const { token, expiresAt } = await signPreview(context, site, claims);
  const url = siteSpace ? publishedSiteSpaceUrl(siteUrl, siteSpace) : siteUrl;
  return { url: `${url}?jwt_token=${token}`, expiresAt };
}

builder.prismaObjectFields('Site', (t) => ({
  publishingPreview: t.field({
    type: SitePublishingPreview,
    description:
      'A URL of the published site as a visitor with some claims finds it. Needs the role `create`.',
    args: {
      siteSpace: t.arg.id({
        description: 'Id of the site-space to open; the default one if absent.',
      }),
      claims: t.arg.string({
        description:
          'Claims of the visitor as an object in Rison: `(plan:pro,beta:!t)`; none by default.',
        validate: z.string().max(CLAIMS_LENGTH_MAX).nullish(),
      }),
    },
    rest: {
      route: 'GET /publishing/preview',
      rare: true,
      operationId: 'getSitePublishingPreviewById',
    },
    resolve: (site, { siteSpace, claims }, context) =>
      previewSite(context, site, { siteSpace: siteSpace ?? null, claims: claims ?? null }),
  }),
}));
