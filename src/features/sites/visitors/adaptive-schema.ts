import { enumType } from '../../../builder/declare-types.ts';
import { mutationField, returnedField } from '../../../builder/mutation-field.ts';
import { builder } from '../../../builder.ts';
import { siteInputFields } from '../site-input-fields.ts';
import { Site } from '../site.ts';
import { AdaptiveJSONSchema } from './adaptive-json-schema.ts';
import { loadAdaptiveSchema, type AdaptiveSchema } from './load-adaptive-schema.ts';
import type { AttributeType, VisitorAttribute } from './read-adaptive-schema.ts';
import { claimOf, templateConditions, type TemplateCondition } from './template-conditions.ts';
import { newAdaptiveSchema, updateAdaptiveSchema } from './update-adaptive-schema.ts';

const VisitorAttributeType = enumType<AttributeType>(
  'VisitorAttributeType',
  'Type of the value of a claim.',
  {
    boolean: 'True or false.',
    string: 'A text.',
    number: 'A number.',
    enum: 'One of some texts.',
    array: 'A list of booleans, texts or numbers.',
    object: 'Further claims, which are attributes themselves.',
  },
);

const VisitorAttributeRef = builder.objectRef<VisitorAttribute>('VisitorAttribute').implement({
  description: 'A claim that a site expects of its visitors.',
  fields: (t) => ({
    path: t.stringList({
      description: 'Its names from the top; the first is `unsigned` for unsigned claims.',
      resolve: ({ path }) => [...path],
    }),
    claim: t.string({
      description: 'Name of the claim in conditions, as in `visitor.claims.unsigned.isBeta`.',
      resolve: ({ path }) => claimOf(path),
    }),
    signed: t.boolean({
      description: "Whether a visitor's token has to sign it.",
      resolve: ({ path }) => path[0] !== 'unsigned',
    }),
    type: t.expose('type', { type: VisitorAttributeType, description: 'Type of the value.' }),
    itemType: t.expose('itemType', {
      type: VisitorAttributeType,
      nullable: true,
      description: 'Type of the items of an array; null for other types.',
    }),
    values: t.stringList({
      nullable: true,
      description:
        'The values of an enumeration, or of an array of enumeration values; null for other types.',
      resolve: ({ values }) => values && [...values],
    }),
    description: t.exposeString('description', { description: 'Description of the claim.' }),
  }),
});

const TemplateConditionRef = builder.objectRef<TemplateCondition>('TemplateCondition').implement({
  description: 'A sample condition.',
  rest: { fields: 'description condition' },
  fields: (t) => ({
    description: t.exposeString('description', { description: 'Meaning of the condition.' }),
    condition: t.exposeString('condition', {
      description: 'The expression, for sections and site-spaces.',
    }),
  }),
});

const SiteAdaptiveSchema = builder.objectRef<AdaptiveSchema>('SiteAdaptiveSchema').implement({
  description: 'Claims that a site expects of its visitors, as JSON Schema.',
  rest: { object: 'site-adaptive-schema', rare: true, fields: 'jsonSchema updatedAt' },
  fields: (t) => ({
    jsonSchema: t.expose('jsonSchema', {
      type: AdaptiveJSONSchema,
      description:
        'JSON Schema of draft-07. `properties.unsigned` contains the unsigned claims, the other properties the signed ones.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the schema was last updated.',
    }),
    attributes: t.field({
      type: [VisitorAttributeRef],
      description: 'The claims in the schema; nested claims follow the claim that contains them.',
      resolve: ({ attributes }) => [...attributes],
    }),
  }),
});

builder.prismaObjectFields('Site', (t) => ({
  adaptiveSchema: t.field({
    type: SiteAdaptiveSchema,
    nullable: true,
    description: 'Claims that the site expects of its visitors; null if no schema is defined.',
    rest: {
      route: 'GET /adaptive-schema',
      operationId: 'getSiteAdaptiveSchema',
      notFoundMessage: 'The site has no adaptive schema: define one with PUT.',
    },
    resolve: ({ id }, _args, context) => loadAdaptiveSchema(context, id),
  }),
  adaptiveTemplateConditions: t.field({
    type: [TemplateConditionRef],
    description: 'Conditions to start from, made of its adaptive schema; none without one.',
    rest: {
      route: 'GET /adaptive-schema/template-conditions',
      rare: true,
      operationId: 'listSiteAdaptiveTemplateConditions',
      as: 'items',
    },
    resolve: async ({ id }, _args, context) =>
      templateConditions((await loadAdaptiveSchema(context, id))?.attributes ?? []),
  }),
}));

mutationField('updateSiteAdaptiveSchema', {
  description: 'Sets the claims that a site expects of its visitors. Needs the role `create`.',
  rest: {
    routes: {
      updateSiteAdaptiveSchema: 'PUT /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
    },
    result: 'adaptiveSchema',
  },
  inputDescription: 'New adaptive schema.',
  inputSchema: newAdaptiveSchema,
  inputFields: (t) => ({
    ...siteInputFields(t),
    jsonSchema: t.field({
      type: AdaptiveJSONSchema,
      required: true,
      description:
        'JSON Schema of draft-07: an object whose properties are booleans, texts, numbers, enumerations, arrays of these or objects, each with a description; `unsigned` contains the unsigned claims. At most 200 attributes on 5 levels, 64 KiB.',
    }),
  }),
  resolve: ({ organizationId, siteId, ...input }, context) =>
    updateAdaptiveSchema(context, { organizationId, siteId }, input),
  payload: (t) => ({
    site: returnedField(t, Site, 'The site.'),
    adaptiveSchema: t.field({
      type: SiteAdaptiveSchema,
      nullable: true,
      description: 'The adaptive schema as it is now.',
      resolve: ({ id }, _args, context) => loadAdaptiveSchema(context, id),
    }),
  }),
});
