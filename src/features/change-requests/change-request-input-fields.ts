import type { InputBuilder } from '../../builder.ts';

/** Declares the input fields that identify a change request, as its path on `/v1` does. */
export const changeRequestInputFields = (t: InputBuilder) => ({
  spaceId: t.id({ required: true, description: 'Id of the space.' }),
  changeRequestId: t.id({
    required: true,
    description: 'Id of the change request, or its number in the space.',
  }),
});
