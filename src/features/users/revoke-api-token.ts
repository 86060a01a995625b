import type { Context } from '../../context.ts';

/**
 * Revokes an API token of the viewer from the next request on, even the one of this request.
 * Returns its id, even if there was nothing to revoke.
 */
export async function revokeApiToken(context: Context, id: string): Promise<string> {
  await context.write((transaction) =>
    transaction.apiToken.updateMany({
      where: { id, userId: context.viewer.id, revokedAt: null },
      data: { revokedAt: context.now() },
    }),
  );
  return id;
}
