import { builder } from '../../../builder.ts';
import { VariablesScalar } from '../variables-scalar.ts';
import {
  builtInTemplates,
  type BuiltInTemplate,
  type TemplateReference as Reference,
} from './built-in-templates.ts';

const TemplateReference = builder.objectRef<Reference>('TemplateReference').implement({
  description: 'A reference that can be set when a template is applied.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the reference in the template.' }),
    description: t.exposeString('description', {
      description: 'Expected target of the reference.',
    }),
    url: t.exposeString('url', { description: 'URL that is used by default.' }),
  }),
});

const Template = builder.objectRef<BuiltInTemplate>('Template').implement({
  description: 'Initial content for a space.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier, e.g. `product-docs`.' }),
    title: t.exposeString('title', { description: 'Title.' }),
    emoji: t.exposeString('emoji', { description: 'Emoji before the title.' }),
    description: t.exposeString('description', { description: 'Description, in one sentence.' }),
    variables: t.expose('variables', {
      type: VariablesScalar,
      description: 'Initial values of the variables of the template, by name.',
    }),
    contentRefs: t.expose('contentRefs', {
      type: [TemplateReference],
      description: 'The references that can be set when the template is applied.',
    }),
  }),
});

builder.queryField('templates', (t) =>
  t.field({
    type: [Template],
    description:
      'The templates that every organization has. Beside them, each space can be the template of ' +
      'another one, by its id.',
    resolve: () => builtInTemplates,
  }),
);
