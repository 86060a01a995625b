import { inputIdField, mutationField, returnedField } from '../../../builder/mutation-field.ts';
import { siteInputFields } from '../site-input-fields.ts';
import { createSiteRedirect, newSiteRedirect, SITE_REDIRECTS_MAX } from './create-site-redirect.ts';
import { deleteSiteRedirect } from './delete-site-redirect.ts';
import {
  destinationRestInput,
  SiteRedirectDestinationInput,
} from './redirect-destination-types.ts';
import { destinationFrom } from './redirect-destination.ts';
import { SiteRedirect } from './site-redirect.ts';
import { siteRedirectChanges, updateSiteRedirect } from './update-site-redirect.ts';

const REDIRECTS = '/v1/orgs/{organizationId}/sites/{siteId}/redirects';

mutationField('createSiteRedirect', {
  description: `Creates a redirect from an address below a site. At most ${SITE_REDIRECTS_MAX} a site. Needs the role \`create\`.`,
  rest: {
    routes: { createSiteRedirect: `POST ${REDIRECTS}` },
    result: 'redirect',
    status: 201,
    location: true,
  },
  inputDescription: 'Input of `createSiteRedirect`.',
  inputSchema: newSiteRedirect,
  inputFields: (t) => ({
    ...siteInputFields(t),
    source: t.string({
      required: true,
      description: 'Path below the root of the site, percent-encoded; unique on the site.',
    }),
    destination: t.field({
      type: SiteRedirectDestinationInput,
      required: true,
      description: 'Place on the site to which it leads.',
      rest: destinationRestInput,
    }),
  }),
  resolve: ({ source, destination, ...key }, context) =>
    createSiteRedirect(context, key, { source, destination: destinationFrom(destination) }),
  payload: (t) => ({ redirect: returnedField(t, SiteRedirect, 'The new redirect.') }),
});

mutationField('updateSiteRedirect', {
  description: 'Changes a redirect. Needs the role `create`.',
  rest: {
    routes: { updateSiteRedirectById: `PATCH ${REDIRECTS}/{siteRedirectId}` },
    result: 'redirect',
  },
  inputDescription: 'Fields to change. Omitted fields are unchanged.',
  inputSchema: siteRedirectChanges,
  inputFields: (t) => ({
    ...siteInputFields(t),
    siteRedirectId: t.id({ required: true, description: 'Id of the redirect.' }),
    source: t.string({
      description: 'Path below the root of the site, percent-encoded; unique on the site.',
    }),
    destination: t.field({
      type: SiteRedirectDestinationInput,
      description: 'Place on the site to which it leads.',
      rest: destinationRestInput,
    }),
  }),
  resolve: ({ source, destination, ...key }, context) =>
    updateSiteRedirect(context, key, {
      source,
      destination: destination ? destinationFrom(destination) : undefined,
    }),
  payload: (t) => ({ redirect: returnedField(t, SiteRedirect, 'The redirect as it is now.') }),
});

mutationField('deleteSiteRedirect', {
  description: 'Deletes a redirect. Succeeds if it does not exist. Needs the role `create`.',
  rest: { routes: { deleteSiteRedirectById: `DELETE ${REDIRECTS}/{siteRedirectId}` } },
  inputDescription: 'Redirect to delete.',
  inputFields: (t) => ({
    ...siteInputFields(t),
    siteRedirectId: t.id({ required: true, description: 'Id of the redirect.' }),
  }),
  resolve: (input, context) => deleteSiteRedirect(context, input),
  payload: (t) => ({
    deletedSiteRedirectId: inputIdField(
      t,
      'siteRedirectId',
      'Id of the deleted redirect, as given.',
    ),
  }),
});
