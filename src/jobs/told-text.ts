import { hideCredentials } from '../lib/hide-credentials.ts';
import { storableText } from '../lib/storable-text.ts';

/**
 * Sanitizes a text of a job for storage. Messages of other servers may contain credentials, and
 * characters that the database cannot store.
 */
export function toldText(text: string): string {
  return storableText(hideCredentials(text));
}
