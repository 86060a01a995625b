import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { badField, conflict } from '../../errors.ts';
import { newId } from '../../lib/id.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { findOrganization } from '../organizations/organization-access.ts';
import { GLOSSARY_ENTRIES_MAX, type GlossaryOperation } from './glossary-limits.ts';

/**
 * Changes the glossary of an organization: all operations in order, or none. Deleting a missing
 * entry succeeds.
 *
 * @returns the organization
 * @throws NOT_FOUND, FORBIDDEN below `create`, BAD_USER_INPUT for an operation without exactly one
 *   member and for a missing entry, CONFLICT when there are too many entries
 */
export async function updateGlossary(
  context: Context,
  organizationId: string,
  operations: readonly GlossaryOperation[],
): Promise<Row<'Organization'>> {
  const organization = await findOrganization(context, organizationId, 'createContent');
  await context.write(async (transaction) => {
    await lockOrganizationFor(transaction, context.viewer, organizationId, 'createContent');
    const writer = new GlossaryWriter(transaction, organizationId, context.now());
    for (const [index, operation] of operations.entries()) await writer.write(operation, index);
    const count = await transaction.glossaryEntry.count({ where: { organizationId } });
    if (count > GLOSSARY_ENTRIES_MAX) {
      throw conflict(`The glossary would have ${count} entries: at most ${GLOSSARY_ENTRIES_MAX}.`);
    }
  });
  return organization;
}

class GlossaryWriter {
  readonly #transaction: PrismaTransaction;
  readonly #organizationId: string;
  readonly #now: Date;

  constructor(transaction: PrismaTransaction, organizationId: string, now: Date) {
    this.#transaction = transaction;
    this.#organizationId = organizationId;
    this.#now = now;
  }

  async write(operation: GlossaryOperation, index: number): Promise<void> {
    const { insert, update, delete: deletion } = operation;
    const [organizationId, updatedAt] = [this.#organizationId, this.#now];
    const entries = this.#transaction.glossaryEntry;
    if (insert) {
      const { translations } = insert;
      const id = newId('GlossaryEntry');
      await entries.create({
        data: { id, organizationId, translations, createdAt: updatedAt, updatedAt },
      });
    }
    if (update) {
      const { id, translations } = update;
      const { count } = await entries.updateMany({
        where: { id, organizationId },
        data: { translations, updatedAt },
      });
      if (count === 0) {
        throw badField(
          ['input', 'operations', index, 'update', 'id'],
          'is not an entry of the glossary',
        );
      }
    }
    if (deletion) await entries.deleteMany({ where: { id: deletion.id, organizationId } });
  }
}
