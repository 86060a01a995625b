import { decodeJwt, errors, jwtVerify } from 'jose';

/** Longest token that is looked at, in characters. */
export const VISITOR_TOKEN_LENGTH_MAX = 8192;
/** How far the clock of who signs may be off, in seconds. */
const CLOCK_LEEWAY_S = 30;

/** A token does not prove who a visitor is; the message follows its name. */
export class VisitorTokenError extends Error {
  override name = 'VisitorTokenError';
}

/** What a token must be signed with, and whom it must name. */
export interface VisitorTokenProof {
  key: Uint8Array;
  issuer?: string;
  audience?: string;
}

/**
 * The claims of a visitor's token: a JWT that HS256 signs with a key that the site takes, and that
 * expires (`exp`).
 *
 * @throws VisitorTokenError saying what is wrong with it
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

/** Who says that they signed a token; nothing of it is proven. */
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
  return 'is no signed JSON Web Token';
}
