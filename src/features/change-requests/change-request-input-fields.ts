import type { builder } from '../../builder.ts';

type InputBuilder = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

/** The fields of an input that name a change request, as its path on `/v1` does. */
export const changeRequestInputFields = (t: InputBuilder) => ({
  spaceId: t.id({ required: true, description: 'Id of the space.' }),
  changeRequestId: t.id({
    required: true,
    description: 'Id of the change request, or its number in the space.',
  }),
});
