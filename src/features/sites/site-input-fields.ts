import type { builder } from '../../builder.ts';

type InputBuilder = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

/** The fields of an input that name a site, as its path on `/v1` does. */
export const siteInputFields = (t: InputBuilder) => ({
  organizationId: t.id({ required: true, description: 'Id of the organization.' }),
  siteId: t.id({ required: true, description: 'Id of the site.' }),
});
