import { pino } from 'pino';
import { loadViewer } from '../../../src/auth/load-viewer.ts';
import { createContext } from '../../../src/context.ts';
import { readDocsFolder } from '../../../src/document/docs-folder/read-docs-folder.ts';
import type { ImportResult } from '../../../src/features/content/import/import-docs-folder.ts';
import { importIntoSpace } from '../../../src/features/spaces/import-into-space.ts';
import { addresses, type World } from '../../support/world.ts';
import { memoryFolder, type FolderContent } from '../../document/docs-folder/folder-fixtures.ts';

export interface FolderImport {
  spaceId: string;
  userId: string;
  now: Date;
  /** What happens before a file is stored, which is no page. */
  beforeFile?: (path: string) => Promise<void>;
}

/** Imports a folder into a space. */
export async function importFolder(
  world: World,
  content: FolderContent,
  { spaceId, userId, now, beforeFile }: FolderImport,
): Promise<ImportResult> {
  const source = memoryFolder(content);
  const folder = await readDocsFolder(source);
  const context = createContext({
    viewer: await loadViewer(world.db, userId),
    db: world.db,
    addresses,
    log: pino({ level: 'silent' }),
    now: () => now,
  });
  return importIntoSpace(context, spaceId, {
    folder,
    source: {
      async read(path) {
        await beforeFile?.(path);
        return source.read(path);
      },
    },
  });
}
