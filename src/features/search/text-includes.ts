import { includesOf } from '../content/document/includes.ts';
import { declareTextDerivation } from '../content/derived/text-derivation.ts';

/** What each text includes, each once: ids, and addresses that are not resolved. */
export const textIncludes = declareTextDerivation<string[]>({
  name: 'includes',
  version: 3,
  module: import.meta.url,
  derive: (document) => [...includesOf(document)],
});
