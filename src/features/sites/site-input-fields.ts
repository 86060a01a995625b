import type { InputBuilder } from '../../builder.ts';

/** Returns the input fields that identify a site, like its `/v1` path. */
export const siteInputFields = (t: InputBuilder) => ({
  organizationId: t.id({ required: true, description: 'Id of the organization.' }),
  siteId: t.id({ required: true, description: 'Id of the site.' }),
});
