import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { errorText } from '../../lib/error-text.ts';
import { BackupError } from './backup-error.ts';

/** Permissions of a backup, which contains secrets. */
const OWNER_ONLY = 0o600;

/** Codes of errors of a disk; those of a connection to the database are others. */
const diskErrors = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS']);

/** A file of an archive. It is opened when the ones before it are written. */
export interface ZipPart {
  name: string;
  open: () => Promise<Readable> | Readable;
}

/**
 * Writes a zip archive. It gets its name when all of it is on the disk, so that half of it never
 * looks like the whole.
 *
 * @throws BackupError if the file exists already, or cannot be written
 */
export async function writeZip(
  file: string,
  parts: readonly ZipPart[],
  signal: AbortSignal,
): Promise<void> {
  if (existsSync(file)) throw new BackupError(`The file ${file} exists already: name a new one.`);
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`;
  const handle = await open(partial, 'wx', OWNER_ONLY).catch((error: unknown) => {
    throw notWritten(file, error);
  });
  try {
    await pipeline(zipOf(parts), handle.createWriteStream({ flush: true }), { signal });
    await rename(partial, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    const isOfDisk = diskErrors.has(String((error as NodeJS.ErrnoException).code));
    throw isOfDisk ? notWritten(file, error) : error;
  } finally {
    await rm(partial, { force: true });
  }
}

function notWritten(file: string, error: unknown): BackupError {
  return new BackupError(`The file ${file} cannot be written: ${errorText(error)}.`, {
    cause: error,
  });
}

function zipOf(parts: readonly ZipPart[]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: Error) => output.destroy(error);
  zip.on('error', fail);
  for (const part of parts) {
    zip.addReadStreamLazy(part.name, (callback) => {
      void openPart(part, (stream) => callback(null, stream.on('error', fail)), fail);
    });
  }
  zip.end();
  return output;
}

async function openPart(
  part: ZipPart,
  pass: (stream: Readable) => unknown,
  fail: (error: Error) => unknown,
): Promise<void> {
  try {
    pass(await part.open());
  } catch (error) {
    fail(error as Error);
  }
}

/** Writes the entries of a folder to the disk. Windows does not open folders, and needs no such. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    if (process.platform !== 'win32') throw error;
  } finally {
    await handle?.close();
  }
}
