import { enumType } from '../../builder/declare-types.ts';
import { mutationField, returnedField } from '../../builder/mutation-field.ts';
import { builder } from '../../builder.ts';
import { AppError } from '../../errors.ts';
import { visitorTokenSchema } from '../sites/visitors/find-published-content.ts';
import { SiteVisitorInput } from '../sites/visitors/published-content.ts';
import {
  findPublishedContentByUrl,
  publishedLookup,
  type PublishedContentRedirect,
  type PublishedSiteContent,
} from './find-published-content-by-url.ts';

const MISSING = 'Nothing is published at the address: check it, and that the visitor has access.';

const PublishedSiteContentObject = builder
  .objectRef<PublishedSiteContent>('PublishedSiteContent')
  .implement({
    description: 'Content of a published site at an address, by the ids of what contains it.',
    rest: {
      fields: `
        organization: organizationId site: siteId siteSection: siteSectionId siteSpace: siteSpaceId
        space: spaceId page: pageId siteBasePath basePath pathname complete canonicalUrl shareKey`,
    },
    fields: (t) => ({
      organizationId: t.id({
        description: 'Id of the organization.',
        resolve: ({ visit }) => visit.site.organizationId,
      }),
      siteId: t.id({ description: 'Id of the site.', resolve: ({ visit }) => visit.site.id }),
      siteSectionId: t.id({
        nullable: true,
        description: 'Id of the section; null for a site without sections.',
        resolve: ({ visit }) => visit.siteSpace.sectionId,
      }),
      siteSpaceId: t.id({
        description: 'Id of the site-space.',
        resolve: ({ visit }) => visit.siteSpace.id,
      }),
      spaceId: t.id({
        description: 'Id of the space.',
        resolve: ({ visit }) => visit.siteSpace.spaceId,
      }),
      pageId: t.exposeID('pageId', {
        nullable: true,
        description: 'Id of the page; null if the space has none for the visitor at `pathname`.',
      }),
      siteBasePath: t.exposeString('siteBasePath', {
        description: 'Path of the root of the site, with the share key and a slash at its end.',
      }),
      basePath: t.exposeString('basePath', {
        description: 'Path of the root of the space, with the share key and a slash at its end.',
      }),
      pathname: t.exposeString('pathname', {
        description: 'Path of the page below `basePath`, which starts with a slash.',
      }),
      complete: t.boolean({
        description: 'Whether the whole address was resolved: false without a page.',
        resolve: ({ pageId }) => pageId !== null,
      }),
      canonicalUrl: t.exposeString('canonicalUrl', {
        description: 'The one address of the content, which search engines keep.',
      }),
      shareKey: t.string({
        nullable: true,
        description: 'The share key in the address, if it opened the site.',
        resolve: ({ visit }) => visit.shareKey,
      }),
    }),
  });

const RedirectTarget = enumType<PublishedContentRedirect['target']>(
  'PublishedContentRedirectTarget',
  'Kind of the address to which a visitor is sent.',
  {
    application: 'The app.',
    content: 'Content of the same site.',
    external: 'The login of a site with visitor authentication.',
  },
);

const PublishedContentRedirectObject = builder
  .objectRef<PublishedContentRedirect>('PublishedContentRedirect')
  .implement({
    description: 'Another address to which a visitor is sent.',
    rest: { fields: 'target redirect' },
    fields: (t) => ({
      target: t.expose('target', { type: RedirectTarget, description: 'Kind of the address.' }),
      redirect: t.exposeString('redirect', { description: 'The address.' }),
    }),
  });

const PublishedContentLookup = builder.unionType('PublishedContentLookup', {
  description: 'Published content at an address, or the address to which a visitor is sent.',
  types: [PublishedSiteContentObject, PublishedContentRedirectObject],
  resolveType: (lookup) =>
    'redirect' in lookup ? PublishedContentRedirectObject : PublishedSiteContentObject,
});

const DESCRIPTION =
  'The published content at an address (`urls.published`), as a visitor finds it. Returns a redirect where the reader redirects: for a moved page, a group, a redirect of the site, an address of the app, and for a visitor without a token on a site with visitor authentication and a fallback URL.';
const REDIRECT_ON_ERROR_DESCRIPTION =
  'Whether a visitor who finds no page is sent to the root of the space or the site, and one with an invalid token to the fallback URL.';

builder.queryField('publishedContentByUrl', (t) =>
  t.field({
    type: PublishedContentLookup,
    nullable: true,
    description: `${DESCRIPTION} Null if nothing is published there for the visitor.`,
    rest: {
      route: 'GET /v1/urls/published',
      operationId: 'getPublishedContentByUrl',
      without: ['visitor'],
      notFoundMessage: MISSING,
      deprecated: 'use `POST /v1/urls/published`, whose address contains no token.',
    },
    args: {
      url: t.arg.string({
        required: true,
        validate: publishedLookup.shape.url,
        description: 'The address.',
      }),
      visitor: t.arg({ type: SiteVisitorInput, description: 'The visitor; unknown by default.' }),
      visitorAuthToken: t.arg.string({
        validate: visitorTokenSchema,
        deprecationReason: 'Give `visitor.jwtToken` since 2026-11-30. `/v1` takes it on.',
        description: 'Token of the visitor, unless `visitor` has one.',
      }),
      redirectOnError: t.arg.boolean({
        defaultValue: false,
        description: REDIRECT_ON_ERROR_DESCRIPTION,
      }),
    },
    resolve: (_root, { url, redirectOnError, visitor, visitorAuthToken }, context) => {
      // Without a token, `publishedAddress` is open.
      void context.viewer;
      const jwtToken = visitor?.jwtToken ?? visitorAuthToken;
      return findPublishedContentByUrl(context, {
        ...{ url, redirectOnError },
        visitor: { ...visitor, ...(jwtToken != null && { jwtToken }) },
      });
    },
  }),
);

mutationField('resolvePublishedContentByUrl', {
  description: `${DESCRIPTION} Changes nothing: it is \`publishedContentByUrl\` as a POST request, whose address contains no token.`,
  rest: {
    routes: { resolvePublishedContentByUrl: 'POST /v1/urls/published' },
    result: 'content',
  },
  inputDescription: 'The address and the visitor.',
  inputSchema: publishedLookup,
  inputFields: (t) => ({
    url: t.string({ required: true, description: 'The address.' }),
    redirectOnError: t.boolean({
      defaultValue: false,
      description: REDIRECT_ON_ERROR_DESCRIPTION,
    }),
    visitor: t.field({ type: SiteVisitorInput, description: 'The visitor; unknown by default.' }),
  }),
  resolve: async (input, context) => {
    void context.viewer;
    const content = await findPublishedContentByUrl(context, input);
    if (!content) throw new AppError('NOT_FOUND', MISSING);
    return content;
  },
  payload: (t) => ({
    content: returnedField(
      t,
      PublishedContentLookup,
      'The content, or the address to which the visitor is sent.',
    ),
  }),
});
