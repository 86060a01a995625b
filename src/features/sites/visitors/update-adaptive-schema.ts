import { z } from 'zod';
import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import type { Prisma } from '../../../database/generated/prisma/client.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findSite, type SiteKey } from '../site-access.ts';
import { AdaptiveSchemaError } from './adaptive-schema-rules.ts';
import { readAdaptiveSchema } from './read-adaptive-schema.ts';

/** Adaptive schema in an input; an invalid one is rejected with the position of the problem. */
const adaptiveJsonSchema = z.record(z.string(), z.unknown()).superRefine((jsonSchema, check) => {
  try {
    readAdaptiveSchema(jsonSchema);
  } catch (error) {
    if (!(error instanceof AdaptiveSchemaError)) throw error;
    check.addIssue({ code: 'custom', message: error.message });
  }
});

/** Replacement of an adaptive schema (interface, Sites). */
export const newAdaptiveSchema = z.object({ jsonSchema: adaptiveJsonSchema });

/**
 * Sets the visitor claims that a site expects (interface, Sites). Conditions remain unchanged, even
 * those on claims that are no longer expected.
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`
 */
export async function updateAdaptiveSchema(
  context: Context,
  key: SiteKey,
  input: z.output<typeof newAdaptiveSchema>,
): Promise<Row<'Site'>> {
  const { id: siteId } = await findSite(context, key, 'edit');
  const jsonSchema = input.jsonSchema as Prisma.InputJsonObject;
  const updatedAt = context.now();
  await context.write(async (transaction) => {
    await lockSiteFor(transaction, context.viewer, siteId);
    await transaction.siteAdaptiveSchema.upsert({
      where: { siteId },
      create: { siteId, jsonSchema, updatedAt },
      update: { jsonSchema, updatedAt },
    });
  });
  return findSite(context, key);
}
