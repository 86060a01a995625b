import SchemaBuilder, { brandWithType, type OutputType, type SchemaTypes } from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ValidationPlugin from '@pothos/plugin-validation';
import { GraphQLDateTimeISO, GraphQLJSONObject } from 'graphql-scalars';
import type { Level } from './auth/roles.ts';
import type { Context } from './context.ts';
import { getDatamodel, type default as ModelTypes } from './database/generated/pothos.ts';
import type { PrismaClient } from './database/generated/prisma/client.ts';
import { badInput } from './errors.ts';
import { describeIssues, pathOf } from './lib/describe-issue.ts';
import { kindOfId } from './lib/id.ts';
import type { Page } from './pagination/loaders.ts';
import type { Source } from './pagination/source.ts';

/** Values that sources compute for the viewer, besides the columns of the Prisma model. */
interface ComputedColumns {
  ChangeRequest: { organizationId: string; outdated: boolean };
  ChangeRequestReview: { outdated: boolean };
  Collection: { level: Level | null };
  Comment: { level: Level | null; headRevisionId: string };
  CommentReply: { level: Level | null; spaceId: string; changeRequestId: string | null };
  Invitation: { organizationTitle: string };
  Invite: { viewerLevel: Level | null; redundant: boolean };
  Revision: { organizationId: string };
  SiteSection: { topPosition: string };
  SiteSpace: {
    title: string;
    topPosition: string;
    sectionPosition: string;
    sectionPath: string | null;
    sectionIsDefault: boolean | null;
  };
  Space: { level: Level | null; publishedVisibility: string | null };
  Team: { ownRole: string | null };
  TeamMember: { organizationId: string };
  User: { knownEmail: string | null };
}

type RowTypes = {
  [Model in keyof ModelTypes]: Model extends keyof ComputedColumns
    ? Omit<ModelTypes[Model], 'Shape'> & {
        Shape: ModelTypes[Model]['Shape'] & ComputedColumns[Model];
      }
    : ModelTypes[Model];
};

/** The row of a model as the sources load it. */
export type Row<Model extends keyof RowTypes> = RowTypes[Model]['Shape'];

/** Scalars whose values are objects or lists, described by the JSON Schema in their extensions. */
type StructureName =
  | 'AdaptiveJSONSchema'
  | 'AttributeValue'
  | 'ChangedAttributes'
  | 'ComputedContent'
  | 'DocumentBlocks'
  | 'DocumentData'
  | 'DocumentTree'
  | 'RevisionFiles'
  | 'GlossaryTerms'
  | 'OpenAPIFiles'
  | 'PageResource'
  | 'PageTree'
  | 'RevisionReusableContents'
  | 'SiteCustomizationSettings'
  | 'SiteSpaceCustomizations'
  | 'StringMap'
  | 'VariableChanges'
  | 'Variables';

interface BuilderTypes {
  Context: Context;
  PrismaTypes: RowTypes;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    JSONObject: { Input: Record<string, unknown>; Output: unknown };
  } & Record<StructureName, { Input: unknown; Output: unknown }>;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
}

/** Maximum number of ids in one `nodes` query. */
const NODES_MAX = 100;

/** A kind of id: loads the node of an id, and names its type. */
interface NodeKind {
  load: (context: Context, id: string) => Promise<object | null>;
  typeOf: (node: object) => string;
}

const nodeKinds = new Map<string, NodeKind>();

/** Sources of nodes by the kind of their ids. Omits kinds whose nodes are of several types. */
const nodeSources = new Map<string, Source<object>>();

/**
 * Lets `node(id:)` load rows of a source that the viewer may see.
 *
 * @param typeOf returns the type of a row; needed if the source has rows of several types
 */
export function registerNode<Node extends object>(
  source: Source<Node>,
  typeOf?: (row: Node) => string,
): void {
  registerNodes(
    source.type,
    ({ loaders }, id) => loaders.one(source, id),
    typeOf ?? (() => source.type),
  );
  if (!typeOf) nodeSources.set(source.type, source);
}

/**
 * Lets `node(id:)` load nodes that are not rows of a source.
 *
 * @param kind prefix of their ids
 * @param load loads a node that the viewer may see; returns null for any other text with the prefix
 */
export function registerNodes<Node extends object>(
  kind: string,
  load: (context: Context, id: string) => Promise<Node | null>,
  typeOf: (node: Node) => string,
): void {
  nodeKinds.set(kind, { load, typeOf: (node) => typeOf(node as Node) });
}

/**
 * Returns the source of the node with an id. All rows of the source are of one type.
 *
 * @returns undefined for an unknown kind of id, and for nodes without a source or of several types
 */
export function nodeSourceOf(id: string): Source<object> | undefined {
  return nodeSources.get(kindOfId(id) ?? '');
}

/** Loads the node with an id. Returns null if it does not exist or the viewer may not see it. */
async function loadNode(context: Context, typename: string, id: string): Promise<unknown> {
  // Reads the viewer first: a request without a token must fail with UNAUTHENTICATED.
  void context.loaders;
  const kind = nodeKinds.get(typename);
  const node = kind ? await kind.load(context, id) : null;
  if (kind && node) brandWithType(node, kind.typeOf(node) as OutputType<SchemaTypes>);
  return node;
}

export const builder = new SchemaBuilder<BuilderTypes>({
  plugins: ['rest', 'idempotency', RelayPlugin, PrismaPlugin, ComplexityPlugin, ValidationPlugin],
  defaultFieldNullability: false,
  prisma: {
    // Never called: rows come from the loaders, and Pothos takes the types from the models.
    client: () => undefined as unknown as PrismaClient,
    dmmf: getDatamodel(),
  },
  complexity: { disabled: true, defaultComplexity: 1, defaultListMultiplier: 1 },
  validation: {
    validationError: ({ issues }) => {
      const [first] = issues;
      return badInput(describeIssues(issues), first && pathOf(first));
    },
  },
  relay: {
    clientMutationId: 'omit',
    mutationInputArgOptions: { description: 'Input of the mutation.' },
    cursorType: 'String',
    nodeFieldOptions: { description: 'The node of the edge.' },
    nodesOnConnection: { description: 'The nodes of this page.' },
    encodeGlobalID: (_typename, id) => String(id),
    decodeGlobalID: (id) => ({ typename: kindOfId(id) ?? '', id }),
    nodeTypeOptions: { description: 'An object with a globally unique id.' },
    nodeQueryOptions: {
      description:
        'The node with the given id, of any type; null if it does not exist or is hidden from the viewer.',
      args: { id: { description: 'The `id` of the node.' } },
      resolve: (_root, { id }, context) => loadNode(context, id.typename, id.id),
    },
    nodesQueryOptions: {
      description:
        'The nodes with the given ids, in the same order; null for each that does not exist or is hidden from the viewer.',
      args: { ids: { description: `At most ${NODES_MAX} ids.` } },
      complexity: ({ ids }) => ({ field: 1, multiplier: ids.length }),
      resolve: (_root, { ids }, context) => {
        if (ids.length > NODES_MAX)
          throw badInput(`"ids" must have at most ${NODES_MAX} items.`, ['ids']);
        return Promise.all(ids.map((id) => loadNode(context, id.typename, id.id)));
      },
    },
    pageInfoFieldOptions: {
      description: 'Information about the position of this page in the list.',
    },
    firstArgOptions: {
      description: 'Number of nodes from the start of the list: 0 to 100; 30 by default.',
    },
    lastArgOptions: { description: 'Number of nodes from the end of the list: 0 to 100.' },
    afterArgOptions: { description: 'Returns nodes after this cursor.' },
    beforeArgOptions: { description: 'Returns nodes before this cursor.' },
    idFieldOptions: { description: 'Identifier, with a prefix for the type.' },
    pageInfoTypeOptions: { description: 'Position of a page of a connection in the whole list.' },
    hasNextPageFieldOptions: { description: 'Whether nodes follow this page. Exact.' },
    hasPreviousPageFieldOptions: { description: 'Whether nodes precede this page. Exact.' },
    startCursorFieldOptions: { description: 'Cursor of the first edge; null on an empty page.' },
    endCursorFieldOptions: { description: 'Cursor of the last edge; null on an empty page.' },
    cursorFieldOptions: {
      description: 'Cursor of the edge, for the arguments `after` and `before`.',
    },
    edgesFieldOptions: { description: 'The edges of this page: each node with its cursor.' },
  },
});

builder.addScalarType('DateTime', GraphQLDateTimeISO);
builder.addScalarType('JSONObject', GraphQLJSONObject);
builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description: 'Number of nodes in the whole list; counted only if selected.',
    resolve: (page) => (page as unknown as Page<unknown>).totalCount(),
  }),
);
builder.queryType({
  description:
    'Entry points for reads. Everything else is reached through the fields of these objects.',
});
builder.mutationType({
  description:
    'Writes: all that `/v1` changes, and API tokens. A request with the header `Idempotency-Key` ' +
    'is done once however often it is sent within a day, and gets the response of the first time.',
});
builder.subscriptionType({
  description:
    'Objects as they change. The first event comes at once, and names every part: after a lost ' +
    'connection, subscribe again. Needs an API token, and `Accept: text/event-stream` (graphql-sse, ' +
    'distinct connections mode).',
});

/** The builder of input fields, for fields that several inputs share. */
export type InputBuilder = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

/** The builder of a type's fields, for fields that several types share. */
export type FieldBuilder<Node> = PothosSchemaTypes.ObjectFieldBuilder<
  (typeof builder)['$inferSchemaTypes'],
  Node
>;

/** The builder of arguments, for arguments that several fields share. */
export type ArgumentBuilder = Parameters<Parameters<typeof builder.queryField>[1]>[0]['arg'];
