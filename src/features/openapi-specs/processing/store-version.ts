import type { Row } from '../../../builder.ts';
import { sql, type PrismaTransaction } from '../../../database/database.ts';
import type { Prisma } from '../../../database/generated/prisma/client.ts';
import { sha256 } from '../../../lib/hash.ts';
import { newId } from '../../../lib/id.ts';
import { holdBlobs } from '../../content/downloads/blob-holds.ts';
import type { CheckedDocument, NamedFile } from '../documents/documents.worker.ts';
import type { VersionFile, VersionPage } from '../version-parts.ts';
import type { ProcessingInput } from './processing-input.ts';

/**
 * Holds a specification until the transaction ends.
 *
 * @returns null when it is gone, or has another source by now
 */
export async function lockSource(
  transaction: PrismaTransaction,
  { specId, sourceNumber }: ProcessingInput,
): Promise<Row<'OpenApiSpec'> | null> {
  await transaction.$queryRaw(sql`SELECT FROM openapi_specs s WHERE s.id = ${specId} FOR UPDATE`);
  return transaction.openApiSpec.findFirst({ where: { id: specId, sourceNumber } });
}

/**
 * Stores what a specification is now, unless it is what its latest version is.
 *
 * @returns whether there is a new version
 */
export async function storeVersion(
  transaction: PrismaTransaction,
  { id: specId, lastVersionId }: Row<'OpenApiSpec'>,
  { files, checked }: { files: readonly NamedFile[]; checked: CheckedDocument; tag: string | null },
  now: Date,
): Promise<boolean> {
  const hashes = files.map(({ path, json }) => [path, sha256(json)]);
  const contentHash = sha256(JSON.stringify(hashes));
  const last =
    lastVersionId === null
      ? null
      : await transaction.openApiSpecVersion.findUnique({ where: { id: lastVersionId } });
  if (last?.contentHash === contentHash) return false;
  const id = newId('OpenAPISpecVersion');
  const texts = checked.pages.map(({ markdown }) => Buffer.from(markdown));
  const blobs = await holdBlobs(transaction, id, [
    ...files.map(({ json }) => Buffer.from(json)),
    Buffer.from(checked.bundle),
    ...texts,
  ]);
  const versionFiles = files.map(({ path, json }, index): VersionFile => ({
    ...{ path, blob: blobs[index] ?? '', size: json.byteLength },
  }));
  const pages = checked.pages.map(({ doc, page, title, description }, index): VersionPage => ({
    ...{ doc, page, title },
    ...(description !== undefined && { description }),
    source: blobs[files.length + 1 + index] ?? '',
  }));
  await transaction.openApiSpecVersion.create({
    data: {
      ...{ id, specId, createdAt: now, contentHash, bundle: blobs[files.length] ?? '' },
      files: versionFiles as unknown as Prisma.InputJsonArray,
      pages: pages as unknown as Prisma.InputJsonArray,
    },
  });
  await transaction.openApiSpec.update({ where: { id: specId }, data: { lastVersionId: id } });
  return true;
}

/** Writes that a specification was processed, and what came of it. */
export async function finishProcessing(
  transaction: PrismaTransaction,
  { id }: Row<'OpenApiSpec'>,
  {
    now,
    error,
    tag,
  }: { now: Date; error: { code: string; message: string } | null; tag?: string | null },
): Promise<void> {
  await transaction.openApiSpec.update({
    where: { id },
    data: {
      processingState: 'complete',
      lastProcessedAt: now,
      lastProcessError: error?.code ?? null,
      lastProcessMessage: error?.message ?? null,
      ...(tag !== undefined && { sourceTag: tag }),
    },
  });
}
