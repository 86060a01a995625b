import { builder } from '../../../builder.ts';
import { Variables } from '../variables-scalar.ts';
import {
  builtInTemplates,
  type BuiltInTemplate,
  type TemplateReference as Reference,
} from './built-in-templates.ts';

const TemplateReference = builder.objectRef<Reference>('TemplateReference').implement({
  description: 'A reference that whoever applies a template can give.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What the template calls it.' }),
    description: t.exposeString('description', { description: 'What it is to lead to.' }),
    url: t.exposeString('url', { description: 'Where it leads when none is given.' }),
  }),
});

const Template = builder.objectRef<BuiltInTemplate>('Template').implement({
  description: 'Content to begin a space with.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier, e.g. `product-docs`.' }),
    title: t.exposeString('title', { description: 'Title.' }),
    emoji: t.exposeString('emoji', { description: 'Emoji before the title.' }),
    description: t.exposeString('description', { description: 'What it has, in a sentence.' }),
    variables: t.field({
      type: Variables,
      description: 'Variables that it brings, with their first values, by name.',
      resolve: ({ variables }) => variables,
    }),
    contentRefs: t.field({
      type: [TemplateReference],
      description: 'The references that can be given.',
      resolve: ({ contentRefs }) => contentRefs,
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
