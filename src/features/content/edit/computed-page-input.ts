import { builder } from '../../../builder.ts';

const ComputedSpecRefInput = builder.inputType('ComputedSpecRefInput', {
  description: 'Names an OpenAPI specification.',
  fields: (t) => ({
    kind: t.string({ required: true, description: 'What it names: `openapi`.' }),
    spec: t.id({ required: true, description: 'Id of the specification.' }),
  }),
});

const ComputedSpecInput = builder.inputType('ComputedSpecInput', {
  description: 'The OpenAPI specification that pages are made of.',
  fields: (t) => ({
    ref: t.field({ type: ComputedSpecRefInput, required: true, description: 'Which one.' }),
  }),
});

const ComputedDependenciesInput = builder.inputType('ComputedDependenciesInput', {
  description: 'What pages are made of.',
  fields: (t) => ({
    spec: t.field({
      type: ComputedSpecInput,
      required: true,
      description: 'The OpenAPI specification.',
    }),
  }),
});

const ComputedPropsInput = builder.inputType('ComputedPropsInput', {
  description: 'How pages are made of an OpenAPI specification.',
  fields: (t) => ({
    models: t.boolean({ required: true, description: 'Whether there is a page of its models.' }),
  }),
});

/** Source of a computed page, in the form of the interface. */
export const ComputedPageInput = builder.inputType('ComputedPageInput', {
  description:
    'What a page is made of that nobody writes. It has a page below it for each tag of the ' +
    'specification, and follows its versions.',
  fields: (t) => ({
    type: t.string({ required: true, description: 'How it is made: `builtin:openapi`.' }),
    dependencies: t.field({
      type: ComputedDependenciesInput,
      required: true,
      description: 'What it is made of.',
    }),
    props: t.field({ type: ComputedPropsInput, required: true, description: 'How it is made.' }),
  }),
});
