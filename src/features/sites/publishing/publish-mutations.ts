import { mutationField, returnedField } from '../../../builder/mutation-field.ts';
import { siteInputFields } from '../site-input-fields.ts';
import { Site } from '../site.ts';
import { publishSite } from './publish-site.ts';
import { unpublishSite } from './unpublish-site.ts';

mutationField('publishSite', {
  description:
    'Publishes a site. Its visibility determines who can read it. The site must show a space. Needs the role `create`.',
  rest: {
    routes: { publishSite: 'POST /v1/orgs/{organizationId}/sites/{siteId}/publish' },
    result: 'site',
  },
  inputDescription: 'Reference to the site.',
  inputFields: siteInputFields,
  resolve: (input, context) => publishSite(context, input),
  payload: (t) => ({ site: returnedField(t, Site, 'The published site.') }),
});

mutationField('unpublishSite', {
  description: 'Unpublishes a site: visitors can no longer reach it. Needs the role `create`.',
  rest: {
    routes: { unpublishSite: 'POST /v1/orgs/{organizationId}/sites/{siteId}/unpublish' },
    result: 'site',
  },
  inputDescription: 'Reference to the site.',
  inputFields: siteInputFields,
  resolve: (input, context) => unpublishSite(context, input),
  payload: (t) => ({ site: returnedField(t, Site, 'The site, not published any more.') }),
});
