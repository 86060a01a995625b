import type { Block, ReferenceBlock } from '../document-tree.ts';
import { isScript } from '../content-references.ts';
import { referenceAddress } from '../reference-addresses.ts';
import { htmlAttributes } from './escape-text.ts';
import { writeTag } from './write-tag.ts';

/** Writes a reference block as a tag. */
export function writeReference(block: Extract<Block, ReferenceBlock>): string {
  switch (block.type) {
    case 'file':
      return writeTag('file', { src: block.data.ref.file });
    case 'drawing': {
      const { ref } = block.data;
      const image = htmlAttributes({ src: ref?.file, alt: '', class: 'gitbook-drawing' });
      return `<img${image}>`;
    }
    case 'embed':
      return writeTag('embed', block.data);
    case 'content-ref':
      return writeTag('content-ref', { url: referenceAddress(block.data.ref) });
    case 'reusable-content': {
      const { ref } = block.data;
      const address = ref.space === undefined ? ref.reusableContent : referenceAddress(ref);
      return `{% include "${address}" %}`;
    }
    case 'swagger': {
      const { ref, ...data } = block.data;
      return writeTag('openapi', { src: referenceAddress(ref), ...data });
    }
    case 'openapi-operation': {
      const { ref, path, method } = block.data;
      return writeTag('openapi-operation', { spec: ref.spec, path, method });
    }
    case 'openapi-webhook': {
      const { ref, name, method } = block.data;
      return writeTag('openapi-webhook', { spec: ref.spec, name, method });
    }
    case 'openapi-schemas': {
      const { ref, schemas, grouped } = block.data;
      return writeTag('openapi-schemas', { spec: ref.spec, schemas: schemas.join(','), grouped });
    }
    case 'integration':
      return writeIntegration(block.data);
  }
}

type IntegrationData = Extract<ReferenceBlock, { type: 'integration' }>['data'];

function writeIntegration(data: IntegrationData): string {
  const { integration, block, props, action, url, fullWidth } = data;
  const name = `@${integration}/${block}`;
  const rest = {
    fullWidth: fullWidth === undefined ? undefined : String(fullWidth),
    'data-action': action && JSON.stringify(action),
  };
  const texts = attributeProps(props, url);
  if (texts) return writeTag(name, { ...texts, ...rest });
  return writeTag(name, { url, 'data-props': JSON.stringify(props), ...rest });
}

/** Returns properties as attributes; undefined if attributes cannot express them. */
function attributeProps(
  props: Record<string, unknown>,
  url: string | undefined,
): Record<string, string> | undefined {
  const entries = Object.entries(props);
  const reserved = new Set(['fullWidth', 'data-props', 'data-action']);
  const isPlain = entries.every(([name, value]) => {
    const isName = /^[a-zA-Z_][\w-]*$/.test(name) && name !== '__proto__' && !reserved.has(name);
    return isName && typeof value === 'string' && !/[\n\r]/.test(value);
  });
  const hasSameUrl = (props.url || undefined) === url || (!url && isScript(String(props.url)));
  return isPlain && hasSameUrl
    ? (Object.fromEntries(entries) as Record<string, string>)
    : undefined;
}
