import { DatabaseError } from 'pg';
import { conflict, type AppError } from '../errors.ts';
import { Prisma } from './generated/prisma/client.ts';

/** Values that a write chooses and no two rows may share: the field and the resource, by index. */
const uniqueFields: Readonly<Record<string, readonly [field: string, resource: string]>> = {
  organizations_hostname_key: ['hostname', 'organization'],
  sites_hostname_key: ['hostname', 'site'],
  sites_organization_id_basename_key: ['basename', 'site of this organization'],
  site_sections_site_id_path_key: ['path', 'section of this site'],
  site_redirects_site_id_source_key: ['source', 'redirect of this site'],
  site_spaces_site_id_space_id_key: ['spaceId', 'site-space of this site'],
  openapi_specs_organization_id_slug_key: ['slug', 'OpenAPI specification of this organization'],
  users_email_key: ['email', 'user'],
  users_email_realm_key: ['email', 'user'],
  invitations_organization_id_email_key: ['email', 'invitation of this organization'],
};

/** PostgreSQL's code. */
const UNIQUE_VIOLATION = '23505';

/** Returns the name of the unique index that refused a statement; undefined for other errors. */
export function violatedIndex(error: unknown): string | undefined {
  if (error instanceof DatabaseError) {
    return error.code === UNIQUE_VIOLATION ? (error.constraint ?? '') : undefined;
  }
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return undefined;
  const { cause } = (error.meta?.['driverAdapterError'] ?? {}) as {
    cause?: { kind?: string; constraint?: { index?: string } };
  };
  if (error.code !== 'P2002' && cause?.kind !== 'UniqueConstraintViolation') return undefined;
  return cause?.constraint?.index ?? '';
}

/** The error for a write that lost its value to a concurrent one again and again. */
export function uniqueViolation(index: string): AppError {
  const [field, resource] = uniqueFields[index] ?? [];
  return conflict(
    field === undefined
      ? 'Another write stored the same thing at the same moment. Read it, then try again.'
      : `The value of "${field}" is already used by another ${resource}. Choose a different one.`,
  );
}
