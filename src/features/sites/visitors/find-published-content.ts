import { z } from 'zod';
import { claimsKey } from '../../../auth/visitor-claims.ts';
import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { badInput } from '../../../errors.ts';
import { ClaimsError, readClaims, type Claims } from '../../../lib/conditions/read-claims.ts';
import { leaveOutBelow } from '../../../pagination/leave-out.ts';
import { opensSite } from '../share-links/share-key.ts';
import { hiddenParts } from './hidden-parts.ts';
import { loadPublishingAuth } from './load-publishing-auth.ts';
import {
  claimedIssuer,
  verifyVisitorToken,
  VISITOR_TOKEN_LENGTH_MAX,
  VisitorTokenError,
  type VisitorTokenProof,
} from './visitor-token.ts';

/** What is known of a visitor. */
export const visitorPayload = z.object({
  jwtToken: z.string().max(VISITOR_TOKEN_LENGTH_MAX).nullish(),
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

/** What someone brings who visits a site. */
export interface Visit {
  shareKey?: string | null | undefined;
  visitor?: z.output<typeof visitorPayload> | null | undefined;
}

/**
 * A published site as it is for one visitor: sections and site-spaces whose condition does not hold
 * for them are not there, and are not counted. Null where the site is not published to them: it is
 * not published, has visibility `share-link` and they bring no key of it, or `visitor-auth` and
 * they bring no token.
 *
 * @throws BAD_USER_INPUT for a token that is not valid
 */
export async function findPublishedContent(
  context: Context,
  site: Row<'Site'>,
  { shareKey, visitor }: Visit,
): Promise<Row<'Site'> | null> {
  const signed = await signedClaims(context, site, visitor?.jwtToken);
  if (!(await isPublishedTo(context, site, { shareKey, hasToken: signed !== null }))) return null;
  const claims = allClaims(signed, visitor?.unsignedClaims);
  return leaveOutBelow(site, await hiddenParts(context, site.id, { claims }));
}

async function isPublishedTo(
  context: Context,
  site: Row<'Site'>,
  { shareKey, hasToken }: { shareKey: string | null | undefined; hasToken: boolean },
): Promise<boolean> {
  if (!site.published) return false;
  if (site.visibility === 'visitor-auth') return hasToken;
  return site.visibility !== 'share-link' || opensSite(context, site, shareKey);
}

/** What proves a token: the key of who says that they signed it. */
async function proofOf(
  context: Context,
  { id, organizationId }: Row<'Site'>,
  token: string,
): Promise<VisitorTokenProof> {
  const { db, baseUrl } = context;
  if (claimedIssuer(token) === baseUrl) {
    return { key: await claimsKey(db), issuer: baseUrl, audience: organizationId };
  }
  const auth = await loadPublishingAuth(context, id);
  if (!auth) throw new VisitorTokenError("is not signed with the site's key");
  return { key: new TextEncoder().encode(auth.privateKey) };
}

/**
 * The claims of a visitor's token; null when there is none. It is signed with the key of the site,
 * or by this installation for a member of the organization (interface, ping).
 */
async function signedClaims(
  context: Context,
  site: Row<'Site'>,
  token: string | null | undefined,
): Promise<Record<string, unknown> | null> {
  if (token == null) return null;
  try {
    return await verifyVisitorToken(token, await proofOf(context, site, token), context.now());
  } catch (error) {
    if (error instanceof VisitorTokenError) throw wrongToken(error.message);
    throw error;
  }
}

/** Nothing that is unsigned passes for signed, and the other way round. */
function allClaims(
  signed: Record<string, unknown> | null,
  unsigned: Record<string, unknown> | null | undefined,
): Claims {
  try {
    const claims = new Map(readClaims(signed ?? {}));
    return claims.set('unsigned', readClaims(unsigned ?? {}));
  } catch (error) {
    if (error instanceof ClaimsError) throw wrongToken(`${error.message} in its claims`);
    throw error;
  }
}

function wrongToken(problem: string) {
  return badInput(`"visitor.jwtToken" ${problem}.`, ['visitor', 'jwtToken']);
}
