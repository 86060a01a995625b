import { z } from 'zod';
import { roles } from '../../auth/roles.ts';
import { enumName } from '../../lib/enum-name.ts';
import type { RestInput } from '../../rest/options.ts';
import { EMAILS_MAX } from './new-invitations.ts';

const ROLE_SCHEMA = { type: ['string', 'null'], enum: [...roles, null] };
const LEVEL_SCHEMA = { type: 'string', enum: roles };
const ID_SCHEMA = { type: 'string' };

const role = z.enum(roles).nullable();
const level = z.enum(roles);

const LEVELS_IN_WORDS = `a level is one of ${roles.join(', ')}; a role may also be null`;

/** Returns the schema of a JSON object with exactly the given properties. */
function shapeOf(properties: Record<string, object>) {
  const required = Object.keys(properties);
  return { type: 'object', required, properties, additionalProperties: false };
}

/** Parses a body that has one of several shapes. @throws an Error that lists them */
function parseOneOf<Value>(schema: z.ZodType<Value>, body: unknown, shapes: string): Value {
  const { success, data } = schema.safeParse(body);
  if (!success) throw new Error(`must be ${shapes}; ${LEVELS_IN_WORDS}`);
  return data;
}

const newInvite = z.union([
  z.strictObject({ role }).transform((given) => ({ organization: given })),
  z
    .strictObject({ level, space: z.string() })
    .transform(({ space, ...given }) => ({ space: { ...given, spaceId: space } })),
  z.strictObject({ level, collection: z.string() }).transform(({ collection, ...given }) => ({
    collection: { ...given, collectionId: collection },
  })),
]);

/** Body format of `/v1` for a new invite: a role, or a level on a space or a collection. */
export const newInviteBody: RestInput = {
  schema: {
    anyOf: [
      shapeOf({ role: ROLE_SCHEMA }),
      shapeOf({ level: LEVEL_SCHEMA, space: ID_SCHEMA }),
      shapeOf({ level: LEVEL_SCHEMA, collection: ID_SCHEMA }),
    ],
  },
  parse: (body) => ({
    gives: parseOneOf(newInvite, body, '{ role }, { level, space } or { level, collection }'),
  }),
};

const changedInvite = z.union([
  z.strictObject({ role }).transform((given) => ({ organization: given })),
  z.strictObject({ level }),
]);

/** Body format of `/v1` for changing an invite: `{ role }` or `{ level }`. */
export const inviteChangeBody: RestInput = {
  schema: { anyOf: [shapeOf({ role: ROLE_SCHEMA }), shapeOf({ level: LEVEL_SCHEMA })] },
  parse: (body) => ({ gives: parseOneOf(changedInvite, body, '{ role } or { level }') }),
};

const addresses = z.array(
  z.union([
    z.string().transform((email) => ({ email })),
    z.strictObject({
      email: z.string(),
      role: role.transform((given) => given && enumName(given)),
    }),
  ]),
);

/** Body format of `/v1` for invited addresses: strings, or `{ email, role }`. */
export const invitedAddresses: RestInput = {
  schema: {
    type: 'array',
    minItems: 1,
    maxItems: EMAILS_MAX,
    items: {
      anyOf: [{ type: 'string' }, shapeOf({ email: { type: 'string' }, role: ROLE_SCHEMA })],
    },
  },
  parse: (value) => {
    const { success, data } = addresses.safeParse(value);
    if (success) return data;
    throw new Error(
      `must be an array of e-mail addresses or of { email, role }; role is null or one of ${roles.join(', ')}`,
    );
  },
};
