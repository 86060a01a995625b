import { pipeline, Transform, type Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { errorText } from '../../lib/error-text.ts';
import { BackupError } from './backup-error.ts';
import {
  BACKUP_FORMAT,
  backupManifest,
  fileOfTable,
  MANIFEST_NAME,
  QUEUE_NAME,
  type BackupManifest,
} from './backup-manifest.ts';

/** A backup that is complete and undamaged. */
export interface Backup {
  manifest: BackupManifest;
  /** Opens a file of the backup. The stream fails at its end if the file is damaged. */
  read(name: string): Promise<Readable>;
  close(): void;
}

/**
 * Opens a backup, and reads all of it once.
 *
 * @throws BackupError if it is none, is damaged or incomplete, or has a newer format
 */
export async function openBackup(file: string): Promise<Backup> {
  const zip = await openZip(file);
  try {
    const entries = await listEntries(zip);
    const read = (name: string) => readEntry(zip, entries, name);
    const manifest = parseManifest(file, await json(await read(MANIFEST_NAME)));
    const names = manifest.tables.map(({ name }) => fileOfTable(name));
    if (manifest.jobs !== null) names.push(QUEUE_NAME);
    for (const name of names) await finished((await read(name)).resume());
    return { manifest, read, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error instanceof BackupError ? error : damaged(file, error);
  }
}

async function openZip(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { lazyEntries: true, autoClose: false });
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      throw new BackupError(`The file ${file} cannot be read: ${error.message}.`, { cause: error });
    }
    throw damaged(file, error);
  }
}

async function listEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}

async function readEntry(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  name: string,
): Promise<Readable> {
  const entry = entries.get(name);
  if (!entry) throw new Error(`${name} is missing`);
  // The callback has nothing to do: the result of the pipeline is destroyed with the error.
  return pipeline(await zip.openReadStreamPromise(entry), checkSum(entry), () => {});
}

/** Returns a stream that passes a file on, and fails at its end if the checksum is another one. */
function checkSum(entry: Entry): Transform {
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush(done) {
      done(sum === entry.crc32 ? null : new Error(`${entry.fileName} has another checksum`));
    },
  });
}

function parseManifest(file: string, value: unknown): BackupManifest {
  const { format } = Object(value) as { format?: unknown };
  if (typeof format === 'number' && format > BACKUP_FORMAT) {
    throw new BackupError(
      `The backup ${file} has the format ${format}, which this docgraph does not know: restore it ` +
        'with a newer one.',
    );
  }
  return backupManifest.parse(value);
}

function damaged(file: string, cause: unknown): BackupError {
  return new BackupError(
    `The file ${file} is no backup, or is damaged or incomplete (${errorText(cause)}).`,
    { cause },
  );
}
