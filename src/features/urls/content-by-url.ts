import { z } from 'zod';
import { builder } from '../../builder.ts';
import { URL_LENGTH_MAX } from '../../lib/web-url.ts';
import { ChangeRequest } from '../change-requests/change-request.ts';
import { Collection } from '../collections/collection.ts';
import { PageResource } from '../content/content-scalars.ts';
import { pageResource } from '../content/page-resource.ts';
import { PageInterface } from '../content/page.ts';
import { addToResponse } from '../content/response-size.ts';
import { Revision } from '../content/revision.ts';
import { OpenAPISpec } from '../openapi-specs/openapi-spec.ts';
import { Organization } from '../organizations/organization.ts';
import { SiteSection } from '../sites/structure/site-section.ts';
import { SiteSpace } from '../sites/structure/site-space.ts';
import { Site } from '../sites/site.ts';
import { Space } from '../spaces/space.ts';
import { findContentByUrl, type ContentAtUrl } from './find-content-by-url.ts';

/** Average size of a page in a response, in characters of JSON. */
const PAGE_SIZE = 700;

const ContentAtUrlObject = builder.objectRef<ContentAtUrl>('ContentAtUrl').implement({
  description:
    'The objects that an address refers to and the viewer may see, from the organization down to the page.',
  rest: {
    fields: `
      organization { ...Organization } collection { ...Collection } openAPISpec { ...OpenAPISpec }
      site { ...Site } siteSection { ...SiteSection } siteSpace { ...SiteSpace }
      space { ...Space } changeRequest { ...ChangeRequest } revision: revisionId page: pageSummary`,
  },
  fields: (t) => ({
    organization: t.field({
      type: Organization,
      nullable: true,
      description: 'The organization; null for viewers who are not members of it.',
      resolve: ({ organization }) => organization,
    }),
    collection: t.field({
      type: Collection,
      nullable: true,
      description: 'The collection.',
      resolve: ({ collection }) => collection,
    }),
    openAPISpec: t.field({
      type: OpenAPISpec,
      nullable: true,
      description: 'The OpenAPI specification.',
      resolve: ({ openAPISpec }) => openAPISpec,
    }),
    site: t.field({
      type: Site,
      nullable: true,
      description: 'The site.',
      resolve: ({ site }) => site,
    }),
    siteSection: t.field({
      type: SiteSection,
      nullable: true,
      description: 'The section of the site.',
      resolve: ({ siteSection }) => siteSection,
    }),
    siteSpace: t.field({
      type: SiteSpace,
      nullable: true,
      description: 'The site-space.',
      resolve: ({ siteSpace }) => siteSpace,
    }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space.',
      resolve: ({ space }) => space,
    }),
    changeRequest: t.field({
      type: ChangeRequest,
      nullable: true,
      description: 'The change request.',
      resolve: ({ changeRequest }) => changeRequest,
    }),
    revision: t.field({
      type: Revision,
      nullable: true,
      description: 'The revision, if the address names one.',
      resolve: ({ revision }) => revision,
    }),
    revisionId: t.id({
      nullable: true,
      description: 'Id of the revision, if the address names one.',
      resolve: ({ revision }) => revision?.id,
    }),
    page: t.field({
      type: PageInterface,
      nullable: true,
      description: 'The page; at the address of a published space, its first one.',
      resolve: ({ page }) => page,
    }),
    pageSummary: t.field({
      type: PageResource,
      nullable: true,
      description: 'The page with those below it, as `/v1` shows it without its text.',
      resolve: ({ page }, _args, context) => {
        if (!page) return null;
        const below = [...page.tree.walk(page.entry.id)];
        addToResponse(context, (1 + below.length) * PAGE_SIZE);
        return pageResource(page, { addresses: context.addresses, metadata: true, computed: true });
      },
    }),
  }),
});

builder.queryField('contentByUrl', (t) =>
  t.field({
    type: ContentAtUrlObject,
    nullable: true,
    description:
      'What is at an address of the app (`urls.app`) or of a published site (`urls.published`): organization, collection, site, section, site-space, space, change request, revision and page. Conditions of a site do not hide its parts from members. Null if there is nothing that the viewer may see.',
    rest: {
      route: 'GET /v1/urls/content',
      operationId: 'getContentByUrl',
      notFoundMessage: 'Nothing was found at the address: check it, and that you have access.',
    },
    args: {
      url: t.arg.string({
        required: true,
        validate: z.string().max(URL_LENGTH_MAX),
        description: 'The address, with its host.',
      }),
    },
    resolve: (_root, { url }, context) => findContentByUrl(context, url),
  }),
);
