import {
  createFileReference,
  createImageReference,
  createReference,
  isScript,
} from './content-references.ts';
import type { ConversionContext } from './content-references.ts';
import {
  createMark,
  createParagraph,
  createText,
  createTitleParagraph,
  createVoidBlock,
} from './document-nodes.ts';
import type { Block, InlineContent, ReferenceBlock } from './document-tree.ts';
import type { Tag } from './tag-syntax.ts';
import { convertUnknownTag } from './unknown-tags.ts';

/**
 * Converts a tag that refers to a page, a file, an API operation or the like.
 *
 * @param content the blocks before its end, if any: a caption, or the same link for readers of the
 *   plain markdown
 */
export function convertReferenceTag(
  tag: Tag & { paired: boolean },
  content: Block[],
  context: ConversionContext,
): Block[] {
  const block = createReferenceBlock(tag, context);
  if (block) return isFallback(block, content) ? [block] : [block, ...content];
  if (tag.name.startsWith('swagger')) return [...describeSwagger(tag), ...content];
  return [convertUnknownTag(tag, tag.paired ? content : undefined, context)];
}

/** Checks whether the content only repeats the reference as a link. */
function isFallback(block: ReferenceBlock, content: readonly Block[]): boolean {
  if (block.type === 'embed' || block.type === 'file') return false;
  return (
    content.length <= 1 &&
    content.every((node) => {
      return (
        node.type === 'paragraph' &&
        node.nodes.every(({ object, type }: { object: string; type?: string }) => {
          return object === 'inline' && type === 'link';
        })
      );
    })
  );
}

function createReferenceBlock(tag: Tag, context: ConversionContext): ReferenceBlock | undefined {
  const { attributes } = tag;
  if (tag.name.startsWith('@')) return createIntegration(tag);
  switch (tag.name) {
    case 'embed':
      return createEmbed(attributes);
    case 'file':
      return createFile(attributes.src, context);
    case 'content-ref':
    case 'page-ref': {
      const address = attributes.url ?? attributes.page;
      const ref = address ? createReference(address, context) : undefined;
      return ref && createVoidBlock('content-ref', { ref });
    }
    case 'include':
      return createInclude(tag, context);
    case 'swagger':
    case 'openapi':
      return createOperation(attributes, context);
    default:
      return createSpecBlock(tag);
  }
}

function createFile(
  address: string | undefined,
  context: ConversionContext,
): ReferenceBlock | undefined {
  const ref = address ? createFileReference(address, context) : undefined;
  return ref && createVoidBlock('file', { ref });
}

/** Rejects scripts as embeds. */
function createEmbed({ url, fullWidth }: Record<string, string>): ReferenceBlock | undefined {
  if (!url || isScript(url)) return undefined;
  return createVoidBlock('embed', { url, ...(fullWidth === 'true' ? { fullWidth: true } : {}) });
}

function createInclude({ rest }: Tag, context: ConversionContext): ReferenceBlock | undefined {
  const address = /^(["'])([^]*)\1/.exec(rest)?.[2];
  const ref = address ? createReference(address, context) : undefined;
  if (!address || !ref) return undefined;
  return createVoidBlock('reusable-content', {
    ref:
      ref.kind === 'reusable-content'
        ? ref
        : { kind: 'reusable-content', reusableContent: context.resolveInclude(address) ?? address },
  });
}

function createOperation(
  { src, path, method, expanded, fullWidth }: Record<string, string>,
  context: ConversionContext,
): ReferenceBlock | undefined {
  if (!src || !path || !method) return undefined;
  const ref = createImageReference(src, context);
  return createVoidBlock('swagger', {
    ref,
    path,
    method,
    ...(expanded === undefined ? {} : { expanded: expanded === 'true' }),
    ...(fullWidth === 'true' ? { fullWidth: true } : {}),
  });
}

function createSpecBlock({ name, attributes }: Tag): ReferenceBlock | undefined {
  const { spec, path, method, schemas } = attributes;
  if (!spec) return undefined;
  const ref = { kind: 'openapi', spec } as const;
  if (name === 'openapi-operation' && path && method) {
    return createVoidBlock('openapi-operation', { ref, path, method });
  }
  if (name === 'openapi-webhook' && attributes.name && method) {
    return createVoidBlock('openapi-webhook', { ref, name: attributes.name, method });
  }
  if (name !== 'openapi-schemas') return undefined;
  return createVoidBlock('openapi-schemas', {
    ref,
    schemas: (schemas ?? attributes.schema ?? '').split(',').filter((schema) => schema !== ''),
    grouped: attributes.grouped !== 'false',
  });
}

/**
 * Creates the block of `{% @name/block prop="…" %}`. Values that attributes cannot express are JSON
 * in `data-props` and `data-action`.
 */
function createIntegration({ name, attributes }: Tag): ReferenceBlock {
  const [integration = '', block = integration] = name.slice(1).split('/');
  const { 'data-props': json, 'data-action': actionJson, fullWidth, ...texts } = attributes;
  const props = parseObject(json) ?? { ...texts };
  const action = parseObject(actionJson);
  return createVoidBlock('integration', {
    integration,
    block,
    props,
    ...(action ? { action } : {}),
    ...(texts.url && !isScript(texts.url) ? { url: texts.url } : {}),
    ...(fullWidth === undefined ? {} : { fullWidth: fullWidth === 'true' }),
  });
}

function parseObject(json: string | undefined): Record<string, unknown> | undefined {
  if (json === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Converts the older tags of an operation to text, since no block of the tree expresses them. */
function describeSwagger({ name, attributes }: Tag): Block[] {
  const { summary, description, method, baseUrl = '', path = '', status, type } = attributes;
  const required = attributes.required === 'true' ? 'required' : undefined;
  const code =
    name === 'swagger'
      ? `${method?.toUpperCase() ?? ''} ${baseUrl}${path}`.trim()
      : attributes.name;
  const details = [attributes.in, type, required].filter(Boolean).join(', ');
  const line: InlineContent = [];
  if (code) line.push(createText(code, [createMark('code')]));
  if (status) line.push(createText(status, [createMark('bold')]));
  if (details) line.push(createText(` ${details}`));
  if (description) line.push(createText(` ${description}`));
  const blocks: Block[] = summary ? [createTitleParagraph(summary)] : [];
  return line.length > 0 ? [...blocks, createParagraph(line)] : blocks;
}
