import { printSchema, type GraphQLSchema } from 'graphql';
import { builder } from '../../builder.ts';
import { sha256 } from '../../lib/hash.ts';
import { readVersion } from '../../version.ts';

/** Length of the part of a hash that identifies a build. */
const BUILD_LENGTH = 12;

interface ApiInformation {
  version: string;
  build: string;
}

/** Information by schema: hashing one takes some milliseconds. */
const known = new WeakMap<GraphQLSchema, ApiInformation>();

const ApiInformationObject = builder.objectRef<ApiInformation>('ApiInformation').implement({
  description: 'Version of the interface.',
  fields: (t) => ({
    version: t.exposeString('version', { description: 'Version of docgraph.' }),
    mailsSignInLinks: t.boolean({
      description: 'Whether `requestSignInLink` works: there is a mail server.',
      resolve: (_information, _args, { mailer }) => mailer !== null,
    }),
    build: t.exposeString('build', {
      description: 'Hash of the schema, which changes with the interface.',
    }),
  }),
});

builder.queryField('apiInformation', (t) =>
  t.field({
    type: ApiInformationObject,
    description: 'Version of the interface, as `GET /v1/` returns it. Needs no token.',
    resolve: (_root, _args, _context, { schema }) => apiInformationOf(schema),
  }),
);

/** Returns the version and the build of a schema. */
export function apiInformationOf(schema: GraphQLSchema): ApiInformation {
  let information = known.get(schema);
  if (!information) {
    const build = sha256(printSchema(schema)).slice(0, BUILD_LENGTH);
    known.set(schema, (information = { version: readVersion(), build }));
  }
  return information;
}
