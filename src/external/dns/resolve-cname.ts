import { Resolver } from 'node:dns/promises';

/** Time limit of a query, in milliseconds, and number of attempts. */
const QUERY_LIMITS = { timeout: 1500, tries: 2 };

/** Error codes for a name without a CNAME record. */
const missing = new Set(['ENODATA', 'ENOTFOUND']);

/**
 * Resolves the CNAME record of a host. Returns null if it has none, and undefined if the name
 * servers do not respond.
 */
export async function resolveCname(hostname: string): Promise<string | null | undefined> {
  try {
    const [target = null] = await new Resolver(QUERY_LIMITS).resolveCname(hostname);
    return target;
  } catch (error) {
    return missing.has((error as NodeJS.ErrnoException).code ?? '') ? null : undefined;
  }
}
