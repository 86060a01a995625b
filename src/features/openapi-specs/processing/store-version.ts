import type { Row } from '../../../builder.ts';
import { sql, type Database, type PrismaTransaction } from '../../../database/database.ts';
import type { Prisma } from '../../../database/generated/prisma/client.ts';
import { sha256 } from '../../../lib/hash.ts';
import { newId } from '../../../lib/id.ts';
import { dropBlobs, holdBlobs } from '../../content/downloads/blob-holds.ts';
import { storeAhead } from '../../../revisions/store/store-ahead.ts';
import type { CheckedDocument, NamedFile } from '../documents/documents.worker.ts';
import type { VersionFile, VersionPage } from '../version-parts.ts';
import { VERSIONS_MAX } from '../openapi-spec-limits.ts';
import type { ProcessingInput } from './processing-input.ts';

/**
 * Locks a specification until the transaction ends.
 *
 * @returns null if it is deleted or its source has been replaced
 */
export async function lockCurrentSource(
  transaction: PrismaTransaction,
  { specId, sourceNumber }: ProcessingInput,
): Promise<Row<'OpenApiSpec'> | null> {
  await transaction.$queryRaw(sql`SELECT FROM openapi_specs s WHERE s.id = ${specId} FOR UPDATE`);
  return transaction.openApiSpec.findFirst({ where: { id: specId, sourceNumber } });
}

/** Parts of a version, stored before the transaction. */
export interface VersionParts {
  /** Hash of the files with their paths. */
  contentHash: string;
  files: VersionFile[];
  /** Blob of all files as one document. */
  bundle: string;
  pages: VersionPage[];
}

/** Stores the parts of a version before the transaction, since they can exceed 40 MB. */
export async function storeParts(
  db: Database,
  files: readonly NamedFile[],
  { bundle, pages }: CheckedDocument,
): Promise<VersionParts> {
  const blobs = await storeAhead(db, [
    bundle,
    ...files.map(({ json }) => Buffer.from(json)),
    ...pages.map(({ markdown }) => Buffer.from(markdown)),
  ]);
  const [bundleBlob = '', ...partBlobs] = blobs;
  const named = files.map(({ path }, index) => [path, partBlobs[index]]);
  return {
    contentHash: sha256(JSON.stringify(named)),
    bundle: bundleBlob,
    files: files.map(({ path, json }, index) => ({
      ...{ path, blob: partBlobs[index] ?? '', size: json.byteLength },
    })),
    pages: pages.map(({ doc, page, title, description }, index) => ({
      ...{ doc, page, title, source: partBlobs[files.length + index] ?? '' },
      ...(description !== undefined && { description }),
    })),
  };
}

/**
 * Stores a new version unless its content equals the latest version.
 *
 * @returns whether a new version was stored
 */
export async function storeVersion(
  transaction: PrismaTransaction,
  { id: specId, lastVersionId }: Row<'OpenApiSpec'>,
  { contentHash, bundle, files, pages }: VersionParts,
  now: Date,
): Promise<boolean> {
  const last =
    lastVersionId === null
      ? null
      : await transaction.openApiSpecVersion.findUnique({ where: { id: lastVersionId } });
  if (last?.contentHash === contentHash) return false;
  const id = newId('OpenAPISpecVersion');
  const blobs = [bundle, ...files.map(({ blob }) => blob), ...pages.map(({ source }) => source)];
  await holdBlobs(transaction, id, blobs);
  await transaction.openApiSpecVersion.create({
    data: {
      ...{ id, specId, createdAt: now, contentHash, bundle },
      files: files as unknown as Prisma.InputJsonArray,
      pages: pages as unknown as Prisma.InputJsonArray,
    },
  });
  await transaction.openApiSpec.update({ where: { id: specId }, data: { lastVersionId: id } });
  await deleteOldVersions(transaction, specId);
  return true;
}

/** Deletes old versions, so that a source that changes on each refresh cannot fill the database. */
async function deleteOldVersions(transaction: PrismaTransaction, specId: string): Promise<void> {
  const old = await transaction.openApiSpecVersion.findMany({
    ...{ where: { specId }, select: { id: true }, skip: VERSIONS_MAX },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  const ids = old.map(({ id }) => id);
  await transaction.openApiSpecVersion.deleteMany({ where: { id: { in: ids } } });
  await dropBlobs(transaction, ids);
}

/** Records the outcome of processing. */
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
