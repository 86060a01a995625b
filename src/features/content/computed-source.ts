import type { ComputedContent } from '../../revisions/store/entry.ts';

/**
 * Returns the origin of computed content in the interface's form: for a page of the type
 * `computed`, or for a document.
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
