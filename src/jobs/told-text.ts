import { hideCredentials } from '../lib/hide-credentials.ts';
import { storableText } from '../lib/storable-text.ts';

/**
 * What a job tells, as it is kept: it repeats what other servers said, so it may have credentials
 * in it, and characters without which the job could not end.
 */
export function toldText(text: string): string {
  return storableText(hideCredentials(text));
}
