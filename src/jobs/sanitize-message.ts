import { hideCredentials } from '../lib/hide-credentials.ts';
import { replaceNul } from '../lib/replace-nul.ts';

/**
 * Sanitizes a text of a job for storage. Messages of other servers may contain credentials, and
 * characters that the database cannot store.
 */
export function sanitizeMessage(text: string): string {
  return replaceNul(hideCredentials(text));
}
