import type { InputBuilder } from '../../builder.ts';

/** The fields of an input that name a site, as its path on `/v1` does. */
export const siteInputFields = (t: InputBuilder) => ({
  organizationId: t.id({ required: true, description: 'Id of the organization.' }),
  siteId: t.id({ required: true, description: 'Id of the site.' }),
});
