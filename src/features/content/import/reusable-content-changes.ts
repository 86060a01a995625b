import { newId } from '../../../lib/id.ts';
import { isSameValue } from '../../../lib/same-value.ts';
import type { ReusableContentEntry } from '../../../revisions/store/entry.ts';
import type { Changes } from '../../../revisions/store/trie.ts';
import { entryChanges } from './entry-changes.ts';
import type { IncomingReusableContent } from './incoming-content.ts';
import { Pairing } from './pairing.ts';

/**
 * Returns the changes from the reusable contents of a revision to those of a folder. A reusable
 * content keeps its id when it is edited (same path) or moved (same bytes).
 */
export function reusableContentChanges(
  current: readonly ReusableContentEntry[],
  incoming: readonly IncomingReusableContent[],
  now: Date,
): Changes<ReusableContentEntry> {
  const pairing = new Pairing(current, incoming);
  pairing.by(
    ({ git }) => git?.path,
    ({ content }) => content.path,
  );
  pairing.by(
    ({ source }) => source,
    ({ blob }) => blob,
  );
  return entryChanges(pairing, incoming, ({ content, blob, oid }, known) => {
    const updatedAt = now.toISOString();
    const git = { oid, path: content.path };
    const entry: ReusableContentEntry = {
      id: known?.id ?? newId('ReusableContent'),
      // An unchanged file keeps its edited title.
      title: isSameValue(known?.git, git) ? (known?.title ?? content.title) : content.title,
      source: blob,
      sourceStart: Buffer.byteLength(content.frontMatter),
      git,
      createdAt: known?.createdAt ?? updatedAt,
      updatedAt,
    };
    return known && isSameValue({ ...entry, updatedAt: known.updatedAt }, known) ? known : entry;
  });
}
