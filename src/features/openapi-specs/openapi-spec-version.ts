import { builder, registerNode, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { RawJson } from '../../lib/raw-json.ts';
import { urlOf } from '../../lib/urls.ts';
import { URL_LENGTH_MAX } from '../../lib/web-url.ts';
import { addToResponse, requireResponseRoom } from '../content/response-size.ts';
import { downloadUrl, signerOf } from '../content/downloads/download-url.ts';
import { loadBlobs } from '../../revisions/store/content-store.ts';
import { openApiSpecRows, openApiSpecVersionRows } from './openapi-spec-rows.ts';
import { openApiSpecLocation } from './openapi-spec-urls.ts';
import { versionFilesOf } from './version-parts.ts';
import { sameRow } from '../../pagination/declared-fields.ts';

/** Scalar of a specification's files by path. */
const OpenAPIFiles = builder.scalarType('OpenAPIFiles', {
  description:
    'The files of an OpenAPI specification by path, each as JSON. Their content is up to their authors.',
  serialize: (files) => files,
  extensions: { jsonSchema: { type: 'object', additionalProperties: {} } },
});

registerNode(openApiSpecVersionRows);

/** Operation cost of a version's content, which can be 20 MB. */
const CONTENT_COST = 50_000;

type Version = Row<'OpenApiSpecVersion'>;

/** Returns a signed address of a version as one document. */
async function contentUrl(context: Context, { specId, bundle }: Version): Promise<string> {
  const spec = await context.loaders.one(openApiSpecRows, specId);
  const name = `${spec?.slug ?? 'openapi'}.json`;
  return downloadUrl(await signerOf(context), {
    ...{ blob: bundle, name, contentType: 'application/json' },
  });
}

/** Loads the files of a version, which `/v1` sends as stored. */
async function filesystemOf(context: Context, version: Version): Promise<object> {
  const files = versionFilesOf(version);
  requireResponseRoom(context);
  addToResponse(
    context,
    files.reduce((sum, { size }) => sum + size, 0),
  );
  const blobs = await loadBlobs(
    context.db,
    files.map(({ blob }) => blob),
  );
  return Object.fromEntries(
    files.map(({ path }, index) => [path, new RawJson(blobs[index] ?? Buffer.alloc(0))]),
  );
}

const OpenAPISpecContent = builder.objectRef<Version>('OpenAPISpecContent').implement({
  description: 'The content of a version of an OpenAPI specification.',
  rest: { fields: 'filesystem url' },
  fields: (t) => ({
    filesystem: t.field({
      type: OpenAPIFiles,
      description:
        'The files of the specification as JSON, by their paths: the one that was named first, ' +
        'then those that it refers to. Paths are relative to the first one; of other servers, ' +
        'whole addresses.',
      complexity: CONTENT_COST,
      resolve: (version, _args, context) => filesystemOf(context, version),
    }),
    url: t.string({
      description:
        'Signed URL of all files as one document with internal references. It works without a token for 7 days.',
      resolve: (version, _args, context) => contentUrl(context, version),
    }),
  }),
});

const OpenAPISpecVersionUrls = builder.objectRef<Version>('OpenAPISpecVersionUrls').implement({
  description: 'URLs of a version of an OpenAPI specification.',
  rest: { fields: 'location' },
  fields: (t) => ({
    location: t.string({
      description: 'The version on `/v1`.',
      resolve: async ({ id, specId }, _args, { addresses, loaders }) => {
        const spec = await loaders.one(openApiSpecRows, specId);
        const location = openApiSpecLocation(addresses, spec ?? { organizationId: '', slug: '' });
        return urlOf(location, 'versions', id);
      },
    }),
  }),
});

export const OpenAPISpecVersion = builder.prismaNode('OpenApiSpecVersion', {
  name: 'OpenAPISpecVersion',
  description:
    'A version of an OpenAPI specification. Each change of its content creates a new one.',
  id: { field: 'id', description: 'Identifier, `specv_…`.' },
  rest: {
    object: 'openapi-spec-version',
    rare: true,
    fields: 'id createdAt url urls { ...OpenAPISpecVersionUrls }',
  },
  fields: (t) => ({
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was fetched.' }),
    url: t.string({
      description:
        `Signed address of the version as one document, at most ${URL_LENGTH_MAX} characters: it works without ` +
        'a token for 7 days.',
      resolve: (version, _args, context) => contentUrl(context, version),
    }),
    content: t.field({
      type: OpenAPISpecContent,
      description: 'Its files.',
      rest: {
        route: 'GET /content',
        operationId: {
          'OpenAPISpec.latestVersion': 'getLatestOpenAPISpecVersionContent',
          'OpenAPISpec.version': 'getOpenAPISpecVersionContentById',
        },
      },
      ...sameRow,
    }),
    urls: t.field({
      type: OpenAPISpecVersionUrls,
      description: 'URLs of the version.',
      ...sameRow,
    }),
  }),
});
