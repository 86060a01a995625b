import { holdBlobs } from '../../src/features/content/downloads/blob-holds.ts';
import { storeAhead } from '../../src/revisions/store/store-ahead.ts';
import { runTransaction } from '../../src/database/run-transaction.ts';
import { newId } from '../../src/lib/id.ts';
import type { World } from './world.ts';

/** An OpenAPI specification with a version. */
export interface SpecOfScene {
  specId: string;
  specSlug: string;
  versionId: string;
}

/** Creates a processed specification in the database. */
export async function createSpec(
  world: World,
  organizationId: string,
  createdById: string,
): Promise<SpecOfScene> {
  const [specId, versionId] = [newId('OpenAPISpec'), newId('OpenAPISpecVersion')];
  const specSlug = `api-${specId.slice('spec_'.length).toLowerCase()}`;
  const document = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: {} };
  const bytes = Buffer.from(JSON.stringify(document));
  const texts = [bytes, Buffer.from('Everything about pets.\n')];
  const [blob = '', source = ''] = await storeAhead(world.db, texts);
  const pages = [{ doc: 'info', page: 'info', title: 'Pets', source }];
  await runTransaction(world.db, async (transaction) => {
    await holdBlobs(transaction, versionId, [blob, source]);
    const versions = {
      create: {
        ...{ id: versionId, contentHash: blob, bundle: blob, pages },
        files: [{ path: 'openapi.json', blob, size: bytes.byteLength }],
      },
    };
    await transaction.openApiSpec.create({
      data: {
        ...{ id: specId, organizationId, slug: specSlug, createdById, versions },
        ...{ sourceUrl: 'https://api.example.com/openapi.json', lastVersionId: versionId },
        ...{ processingState: 'complete', lastProcessedAt: new Date() },
      },
    });
  });
  return { specId, specSlug, versionId };
}
