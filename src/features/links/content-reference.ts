import { enumType } from '../../builder/declare-types.ts';
import { builder, type FieldBuilder, type Row } from '../../builder.ts';
import { Collection } from '../collections/collection.ts';
import { addToResponse } from '../content/response-size.ts';
import { computedParameter, metadataParameter } from '../content/content-parameters.ts';
import { PageResource } from '../content/content-scalars.ts';
import { File } from '../content/file.ts';
import { pageResource } from '../content/page-resource.ts';
import { PageInterface } from '../content/page.ts';
import { ReusableContent } from '../content/reusable-content.ts';
import { Organization } from '../organizations/organization.ts';
import { organizationSource } from '../organizations/organization-source.ts';
import { OpenAPISpec } from '../openapi-specs/openapi-spec.ts';
import { findSpace } from '../spaces/space-access.ts';
import { Space } from '../spaces/space.ts';
import { User } from '../users/user.ts';
import type { ContentReferenceValue, PageReferenceValue } from './content-reference-values.ts';
import { InternalLocationObject, VersionContext } from './reference-parts.ts';
import { CONTEXT_ENTRIES_MAX, type InList } from './version-contexts.ts';

/** Average size of a page in a response, in characters of JSON. */
const PAGE_SIZE = 700;
/**
 * Cost of a field below the context of a reference. CONTEXT_ENTRIES_MAX bounds all contexts of a
 * list together, whereas the fields of a revision count thousandfold.
 */
const CONTEXT_COST = 0.001;

type Of<Kind extends ContentReferenceValue['kind']> = Extract<
  ContentReferenceValue,
  { kind: Kind }
>;

const ContentReferenceKind = enumType(
  'ContentReferenceKind',
  'Kind of the target of a reference.',
  {
    file: 'A file.',
    url: 'A URL.',
    page: 'A page, or a place in it.',
    user: 'A user.',
    collection: 'A collection.',
    space: 'A space.',
    'reusable-content': 'A reusable content.',
    openapi: 'An OpenAPI specification.',
  },
);

/** Declares the type of a reference of one kind. */
function referenceType<Kind extends ContentReferenceValue['kind']>(name: string) {
  return builder.objectRef<Of<Kind>>(name);
}

/** Declares the field with the kind of a reference. */
function kindField<Kind extends ContentReferenceValue['kind']>(t: FieldBuilder<Of<Kind>>) {
  return t.field({
    type: ContentReferenceKind,
    description: 'Kind of the target.',
    resolve: ({ kind }) => kind,
  });
}

/** Declares the field with the owner of a reference's target. */
function ownerField<Node>(t: FieldBuilder<Node>, ownerOf: (node: Node) => string) {
  return t.field({
    type: Organization,
    nullable: true,
    description:
      'The organization that owns the target; null for viewers who are not members of it.',
    resolve: (node, _args, { loaders }) => loaders.one(organizationSource, ownerOf(node)),
  });
}

/** Declares the fields with the location of a reference's target. */
function placeFields<Node extends { revision: Row<'Revision'> } & Partial<InList>>(
  t: FieldBuilder<Node>,
) {
  return {
    organization: ownerField(t, ({ revision }) => revision.organizationId),
    space: t.field({
      type: Space,
      description: 'The space.',
      resolve: ({ revision }, _args, context) => findSpace(context, revision.spaceId),
    }),
    versionContext: t.field({
      type: VersionContext,
      description: 'Version of the content that the target belongs to.',
      resolve: ({ revision }) => revision,
    }),
    listedVersionContext: t.field({
      type: VersionContext,
      nullable: true,
      description:
        'The same as `/v1` shows it: null in a list whose contexts have more than ' +
        `${CONTEXT_ENTRIES_MAX} pages, files and reusable contents together.`,
      complexity: { field: 1, multiplier: CONTEXT_COST },
      resolve: ({ revision, showsContext }) => (showsContext ? revision : null),
    }),
  };
}

const inSpace = `
  kind organization { ...Organization } space { ...Space }
  versionContext: listedVersionContext { ...VersionContext }`;

const PageReference = referenceType<'page'>('PageReference').implement({
  description: 'A reference to a page, or to a place in it.',
  rest: {
    fields: `${inSpace} page: pageSummary(metadata: $metadata, computed: $computed)
      internalLocation { ...InternalLocation }`,
    parameters: { metadata: metadataParameter, computed: computedParameter },
  },
  fields: (t) => ({
    kind: kindField(t),
    ...placeFields(t),
    page: t.field({
      type: PageInterface,
      description: 'The page.',
      resolve: (reference) => reference,
    }),
    pageSummary: t.field({
      type: PageResource,
      description: 'The page with those below it, as `/v1` shows it without its text.',
      args: {
        metadata: t.arg.boolean({ defaultValue: true, description: metadataParameter.description }),
        computed: t.arg.boolean({ defaultValue: true, description: computedParameter.description }),
      },
      resolve: (page: PageReferenceValue, { metadata, computed }, context) => {
        const below = [...page.tree.walk(page.entry.id)];
        addToResponse(context, (1 + below.length) * PAGE_SIZE);
        return pageResource(page, {
          addresses: context.addresses,
          ...{ metadata: metadata ?? true, computed: computed ?? true },
        });
      },
    }),
    internalLocation: t.field({
      type: InternalLocationObject,
      nullable: true,
      description: 'The place in the page; null for the whole page.',
      resolve: ({ location }) => location ?? null,
    }),
  }),
});

const FileReference = referenceType<'file'>('FileReference').implement({
  description: 'A reference to a file.',
  rest: { fields: `${inSpace} file { ...File }` },
  fields: (t) => ({
    kind: kindField(t),
    ...placeFields(t),
    file: t.field({
      type: File,
      description: 'The file.',
      resolve: ({ entry, revision }) => ({ ...entry, revision }),
    }),
  }),
});

const ReusableContentReference = referenceType<'reusable-content'>(
  'ReusableContentReference',
).implement({
  description: 'A reference to content that pages share.',
  rest: {
    fields: `${inSpace} reusableContent {
      id: reusableContentId title git @include(if: $metadata) { oid path } createdAt updatedAt
    }`,
    parameters: { metadata: metadataParameter },
  },
  fields: (t) => ({
    kind: kindField(t),
    ...placeFields(t),
    reusableContent: t.field({
      type: ReusableContent,
      description: 'The content.',
      resolve: ({ entry, revision }) => ({ ...entry, revision }),
    }),
  }),
});

const SpaceReference = referenceType<'space'>('SpaceReference').implement({
  description: 'A reference to a space.',
  rest: { fields: 'kind organization { ...Organization } space { ...Space }' },
  fields: (t) => ({
    kind: kindField(t),
    organization: ownerField(t, ({ space }) => space.organizationId),
    space: t.field({ type: Space, description: 'The space.', resolve: ({ space }) => space }),
  }),
});

const CollectionReference = referenceType<'collection'>('CollectionReference').implement({
  description: 'A reference to a collection.',
  rest: { fields: 'kind organization { ...Organization } collection { ...Collection }' },
  fields: (t) => ({
    kind: kindField(t),
    organization: ownerField(t, ({ collection }) => collection.organizationId),
    collection: t.expose('collection', {
      type: Collection,
      description: 'The collection.',
    }),
  }),
});

const UserReference = referenceType<'user'>('UserReference').implement({
  description: 'A reference to a user: a mention.',
  rest: { fields: 'kind user { ...User }' },
  fields: (t) => ({
    kind: kindField(t),
    user: t.field({ type: User, description: 'The user.', resolve: ({ user }) => user }),
  }),
});

const OpenAPIReference = referenceType<'openapi'>('OpenAPIReference').implement({
  description: 'A reference to an OpenAPI specification.',
  rest: { fields: 'kind organization { ...Organization } openAPISpec { ...OpenAPISpec }' },
  fields: (t) => ({
    kind: kindField(t),
    organization: ownerField(t, ({ spec }) => spec.organizationId),
    openAPISpec: t.field({
      type: OpenAPISpec,
      description: 'The specification.',
      resolve: ({ spec }) => spec,
    }),
  }),
});

const UrlReference = referenceType<'url'>('UrlReference').implement({
  description: 'A reference to a URL.',
  rest: { fields: 'kind url' },
  fields: (t) => ({
    kind: kindField(t),
    url: t.exposeString('url', {
      description:
        'The address. That of a broken link is as it is written, and may be that of a file or a page.',
    }),
  }),
});

const typeNames = {
  page: 'PageReference',
  file: 'FileReference',
  'reusable-content': 'ReusableContentReference',
  space: 'SpaceReference',
  collection: 'CollectionReference',
  user: 'UserReference',
  openapi: 'OpenAPIReference',
  url: 'UrlReference',
} as const satisfies Record<ContentReferenceValue['kind'], string>;

export const ContentReferenceType = builder.unionType('ContentReference', {
  description: 'Target of a reference in content.',
  types: [
    PageReference,
    FileReference,
    ReusableContentReference,
    SpaceReference,
    CollectionReference,
    UserReference,
    OpenAPIReference,
    UrlReference,
  ],
  resolveType: ({ kind }) => typeNames[kind],
});

/** A page or reusable content that contains a link. */
export const LinkSourceType = builder.unionType('LinkSource', {
  description: 'A page or a reusable content that links to something.',
  types: [PageReference, ReusableContentReference],
  resolveType: ({ kind }) => typeNames[kind],
});
