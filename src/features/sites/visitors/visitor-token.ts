import { decodeJwt, errors, jwtVerify } from 'jose';

/** Maximum length of a token, in characters; longer ones are rejected unread. */
export const VISITOR_TOKEN_LENGTH_MAX = 8192;
/** Tolerated clock skew of the issuer, in seconds. */
const CLOCK_LEEWAY_S = 30;

/** Invalid visitor token. The message follows the token's name. */
export class VisitorTokenError extends Error {
  override name = 'VisitorTokenError';
}

/** Key that must have signed a token, and the claims that it must have. */
export interface VisitorTokenProof {
  key: Uint8Array;
  issuer?: string;
  audience?: string;
}

/**
 * Verifies a visitor's token and returns its claims. It must be a JWT signed with a valid key
 * (HS256) and must expire (`exp`).
 *
 * @throws VisitorTokenError with the reason
 */
export async function verifyVisitorToken(
  token: string,
  { key, ...named }: VisitorTokenProof,
  now: Date,
): Promise<Record<string, unknown>> {
  if (token.length > VISITOR_TOKEN_LENGTH_MAX) {
    throw new VisitorTokenError(`must have at most ${VISITOR_TOKEN_LENGTH_MAX} characters`);
  }
  try {
    const { payload } = await jwtVerify(token, key, {
      ...named,
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      clockTolerance: CLOCK_LEEWAY_S,
      currentDate: now,
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new VisitorTokenError(problemOf(error));
    throw error;
  }
}

/** Returns the issuer that a token claims, unverified. */
export function claimedIssuer(token: string): string | undefined {
  if (token.length > VISITOR_TOKEN_LENGTH_MAX) return undefined;
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

function problemOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'has expired';
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return "is not signed with the site's key";
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return 'must be signed by HS256';
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.reason === 'missing'
      ? `must have the claim "${error.claim}"`
      : `has a claim "${error.claim}" that is not valid now`;
  }
  return 'is not a signed JSON Web Token';
}
