import type { ComputedContent } from './store/entry.ts';

/**
 * What a computed page is made of, as the interface shows it: of a page of the type `computed`, or
 * of a document.
 */
export function computedSource(
  { type, spec, doc, page, models }: ComputedContent,
  as: 'page' | 'document',
): object {
  const props = doc === 'models' ? { doc } : { doc, page };
  return {
    type,
    dependencies: { spec: { ref: { kind: 'openapi', spec } } },
    props: as === 'page' && models !== undefined ? { models } : props,
  };
}
