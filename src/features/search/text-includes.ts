import { includesOf } from '../../document/includes.ts';
import { declareTextDerivation } from '../../revisions/derived/text-derivation.ts';

/** Contents that a text includes, each once: ids, and URLs that are not resolved. */
export const textIncludes = declareTextDerivation<string[]>({
  name: 'includes',
  version: 3,
  module: import.meta.url,
  derive: (document) => [...includesOf(document)],
});
