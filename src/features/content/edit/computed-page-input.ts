import { builder } from '../../../builder.ts';

const ComputedSpecRefInput = builder.inputType('ComputedSpecRefInput', {
  description: 'Reference to an OpenAPI specification.',
  fields: (t) => ({
    kind: t.string({ required: true, description: 'Kind of the reference: `openapi`.' }),
    spec: t.id({ required: true, description: 'Id of the specification.' }),
  }),
});

const ComputedSpecInput = builder.inputType('ComputedSpecInput', {
  description: 'The OpenAPI specification that pages are computed from.',
  fields: (t) => ({
    ref: t.field({
      type: ComputedSpecRefInput,
      required: true,
      description: 'Reference to the specification.',
    }),
  }),
});

const ComputedDependenciesInput = builder.inputType('ComputedDependenciesInput', {
  description: 'Sources of computed pages.',
  fields: (t) => ({
    spec: t.field({
      type: ComputedSpecInput,
      required: true,
      description: 'The OpenAPI specification.',
    }),
  }),
});

const ComputedPropsInput = builder.inputType('ComputedPropsInput', {
  description: 'Parameters of pages that are computed from an OpenAPI specification.',
  fields: (t) => ({
    models: t.boolean({ required: true, description: 'Whether to include a page of the models.' }),
  }),
});

/** Source of a computed page, in the form of the interface. */
export const ComputedPageInput = builder.inputType('ComputedPageInput', {
  description:
    'Source of a computed page. It has a page below it for each tag of the specification, and follows the versions of the specification.',
  fields: (t) => ({
    type: t.string({ required: true, description: 'Kind of computation: `builtin:openapi`.' }),
    dependencies: t.field({
      type: ComputedDependenciesInput,
      required: true,
      description: 'Sources of the page.',
    }),
    props: t.field({
      type: ComputedPropsInput,
      required: true,
      description: 'Parameters of the computation.',
    }),
  }),
});
