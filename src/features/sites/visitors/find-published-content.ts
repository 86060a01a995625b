import { z } from 'zod';
import { claimsKey } from '../../../auth/visitor-claims.ts';
import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { badInput } from '../../../errors.ts';
import { ClaimsError, readClaims, type Claims } from '../../../lib/conditions/read-claims.ts';
import { PREVIEW_CLAIM } from '../publishing/sign-preview.ts';
import { hiddenParts } from './hidden-parts.ts';
import { loadPublishingAuth } from './load-publishing-auth.ts';
import {
  claimedIssuer,
  verifyVisitorToken,
  VISITOR_TOKEN_LENGTH_MAX,
  VisitorTokenError,
  type VisitorTokenProof,
} from './visitor-token.ts';

export const visitorTokenSchema = z.string().max(VISITOR_TOKEN_LENGTH_MAX);

/** Claims of a visitor. */
export const visitorPayload = z.object({
  jwtToken: visitorTokenSchema.nullish(),
  unsignedClaims: z
    .record(z.string(), z.unknown())
    .superRefine((claims, check) => {
      try {
        readClaims(claims);
      } catch (error) {
        if (!(error instanceof ClaimsError)) throw error;
        check.addIssue({ code: 'custom', message: error.message });
      }
    })
    .nullish(),
});

export type VisitorPayload = z.output<typeof visitorPayload>;

type ClaimsContext = Pick<Context, 'db' | 'addresses' | 'now'>;

/** Site, with the ids of the parts hidden from a visitor. */
export interface VisitedSite {
  site: Row<'Site'>;
  hidden: ReadonlySet<string>;
}

/**
 * Returns a published site as one visitor sees it. Sections and site-spaces whose condition is
 * false are omitted and not counted. Everyone who may read the site may read it as published,
 * whatever its visibility: share keys and visitor tokens are for external visitors. Returns null
 * for an unpublished site.
 *
 * @throws BAD_USER_INPUT for an invalid token
 */
export async function findPublishedContent(
  context: Context,
  site: Row<'Site'>,
  visitor: VisitorPayload | null | undefined,
): Promise<VisitedSite | null> {
  const claims = await visitorClaims(context, site, visitor ?? {});
  if (!site.published) return null;
  return { site, hidden: new Set(await hiddenParts(context, site.id, { claims })) };
}

/** Returns the key and the claims that a token must have, by its claimed issuer. */
async function proofOf(
  context: ClaimsContext,
  { id, organizationId }: Row<'Site'>,
  token: string,
): Promise<VisitorTokenProof> {
  const { db, addresses } = context;
  const { baseUrl: issuer } = addresses;
  if (claimedIssuer(token) === issuer) {
    return { key: await claimsKey(db), issuer, audience: organizationId };
  }
  const auth = await loadPublishingAuth(context, id);
  if (!auth) throw new VisitorTokenError("is not signed with the site's key");
  return { key: new TextEncoder().encode(auth.privateKey) };
}

/**
 * Returns the claims of a visitor, with those of the token at the top level. The token is signed
 * with the key of the site, or by this installation for a member of the organization (interface,
 * ping). Unsigned claims can never pass for signed ones, nor the reverse.
 */
async function visitorClaims(
  context: ClaimsContext,
  site: Row<'Site'>,
  { jwtToken, unsignedClaims }: VisitorPayload,
): Promise<Claims> {
  const signed = await verifiedClaims(context, site, jwtToken);
  const claims = new Map(readClaims(signed));
  return claims.set('unsigned', readClaims(unsignedClaims ?? {}));
}

/**
 * Verifies the token of a visitor and returns its claims as JSON; none without a token.
 *
 * @throws BAD_USER_INPUT for an invalid token, and for claims over a limit
 */
export async function verifiedClaims(
  context: ClaimsContext,
  site: Row<'Site'>,
  jwtToken: string | null | undefined,
): Promise<Record<string, unknown>> {
  if (jwtToken == null) return {};
  try {
    const proof = await proofOf(context, site, jwtToken);
    const claims = await verifyVisitorToken(jwtToken, proof, context.now());
    readClaims(claims);
    // Its claims are chosen by whoever may preview one site, who may not see each other one.
    if (isOfPreview(context, claims) && claims[PREVIEW_CLAIM] !== site.id) {
      throw new VisitorTokenError('is for the preview of another site');
    }
    return claims;
  } catch (error) {
    if (error instanceof VisitorTokenError) throw wrongToken(error.message);
    if (error instanceof ClaimsError) throw wrongToken(`${error.message} in its claims`);
    throw error;
  }
}

/** Returns true if this installation signed verified claims for the preview of a site. */
export function isOfPreview(
  { addresses }: Pick<Context, 'addresses'>,
  claims: Readonly<Record<string, unknown>>,
): boolean {
  return claims['iss'] === addresses.baseUrl && PREVIEW_CLAIM in claims;
}

function wrongToken(problem: string) {
  return badInput(`"visitor.jwtToken" ${problem}.`, ['visitor', 'jwtToken']);
}
