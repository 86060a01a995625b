import { signClaims, type VisitorClaims } from '../../../auth/visitor-claims.ts';
import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import { ClaimsError, readClaims } from '../../../lib/conditions/read-claims.ts';
import { parseRison, RisonError } from '../../../lib/rison.ts';
import { VISITOR_TOKEN_LENGTH_MAX } from '../visitors/visitor-token.ts';

/** Claim with the id of the site that the holder of a token may see, whatever its visibility. */
export const PREVIEW_CLAIM = 'preview';

/** Claims that the signature, its check and the evaluation of conditions set or read themselves. */
const reservedClaims: readonly string[] = [
  ...['iss', 'aud', 'iat', 'nbf', 'exp', 'unsigned', PREVIEW_CLAIM],
];

/**
 * Signs the claims of a visitor who previews a site.
 *
 * @param claims an object in Rison; null for none
 * @throws BAD_USER_INPUT for invalid claims, for those that a preview sets itself, and for claims
 *   over a limit
 */
export async function signPreview(
  { db, addresses, now }: Pick<Context, 'db' | 'addresses' | 'now'>,
  { id, organizationId }: Pick<Row<'Site'>, 'id' | 'organizationId'>,
  claims: string | null,
): Promise<VisitorClaims> {
  const payload = { ...readPreviewClaims(claims ?? '()'), [PREVIEW_CLAIM]: id };
  const issuer = addresses.baseUrl;
  const signed = await signClaims(db, payload, { organizationId, issuer, now: now() });
  if (signed.token.length <= VISITOR_TOKEN_LENGTH_MAX) return signed;
  throw badField(['claims'], 'is too long for a token');
}

function readPreviewClaims(claims: string): object {
  try {
    const value = parseRison(claims);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new RisonError('must be an object in Rison, such as (plan:pro)');
    }
    const reserved = reservedClaims.find((name) => Object.hasOwn(value, name));
    if (reserved !== undefined) {
      throw new ClaimsError(`must not have "${reserved}": a preview sets this claim itself`);
    }
    readClaims(value as Record<string, unknown>);
    return value;
  } catch (error) {
    if (error instanceof RisonError || error instanceof ClaimsError) {
      throw badField(['claims'], error.message);
    }
    throw error;
  }
}
