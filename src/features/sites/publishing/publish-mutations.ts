import { builder } from '../../../builder.ts';
import { siteInputFields } from '../site-input-fields.ts';
import { Site } from '../site.ts';
import { publishSite } from './publish-site.ts';
import { unpublishSite } from './unpublish-site.ts';

builder.relayMutationField(
  'publishSite',
  { description: 'Reference to the site.', inputFields: siteInputFields },
  {
    description:
      'Publishes a site: its visibility says who can read it from now on. It must show a space. Needs the role `create`.',
    rest: {
      routes: { publishSite: 'POST /v1/orgs/{organizationId}/sites/{siteId}/publish' },
      result: 'site',
    },
    resolve: (_root, { input }, context) => publishSite(context, input),
  },
  {
    description: 'Payload of `publishSite`.',
    outputFields: (t) => ({
      site: t.field({
        type: Site,
        description: 'The published site.',
        resolve: (site) => site,
      }),
    }),
  },
);

builder.relayMutationField(
  'unpublishSite',
  { description: 'Reference to the site.', inputFields: siteInputFields },
  {
    description: 'Takes a site off the web, whatever its visibility. Needs the role `create`.',
    rest: {
      routes: { unpublishSite: 'POST /v1/orgs/{organizationId}/sites/{siteId}/unpublish' },
      result: 'site',
    },
    resolve: (_root, { input }, context) => unpublishSite(context, input),
  },
  {
    description: 'Payload of `unpublishSite`.',
    outputFields: (t) => ({
      site: t.field({
        type: Site,
        description: 'The site, not published any more.',
        resolve: (site) => site,
      }),
    }),
  },
);
