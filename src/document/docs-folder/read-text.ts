import { throwIfTrouble } from '../../workers/server-trouble.ts';
import type { FolderSource } from './docs-folder.ts';
import { formatBytes } from './docs-folder-limits.ts';

/** The text of a file, or the reason why it has none. */
export type TextResult = { text: string } | { text: undefined; reason: string };

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a file as UTF-8. Encoding the text again yields the file, byte for byte.
 *
 * @throws SERVICE_UNAVAILABLE when the process that reads it is killed or too busy
 */
export async function readText(
  source: FolderSource,
  path: string,
  { size, bytesMax }: { size: number; bytesMax: number },
): Promise<TextResult> {
  const tooLarge = { text: undefined, reason: `larger than ${formatBytes(bytesMax)}` };
  if (size > bytesMax) return tooLarge;
  let bytes: Buffer;
  try {
    bytes = await source.read(path);
  } catch (error) {
    throwIfTrouble(error);
    return { text: undefined, reason: 'cannot be read' };
  }
  if (bytes.length > bytesMax) return tooLarge;
  try {
    const text = decoder.decode(bytes);
    // PostgreSQL text cannot contain it.
    return text.includes('\0') ? { text: undefined, reason: 'contains a NUL character' } : { text };
  } catch {
    return { text: undefined, reason: 'not valid UTF-8' };
  }
}
