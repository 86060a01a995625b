import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { DocumentTree } from '../../src/document/document-tree.ts';
import { markdownToDocument } from '../../src/document/markdown-to-document.ts';
import schema from '../fixtures/json-document.schema.json' with { type: 'json' };

/** Blocks that one tag stands for. */
const tagBlocks = [
  ...['If', 'ContentRef', 'ReusableContent', 'File', 'Embed', 'Integration'],
  ...['OpenAPI', 'OpenAPIOperation', 'OpenAPISchemas', 'OpenAPIWebhook'],
].map((name) => ({ $ref: `#/definitions/DocumentBlock${name}` }));

/** A tag that no other block stands for, which the schema does not know. */
const tag = {
  type: 'object',
  required: ['object', 'type', 'isVoid', 'data'],
  additionalProperties: false,
  properties: {
    object: { const: 'block' },
    type: { const: 'tag' },
    isVoid: { type: 'boolean' },
    key: { type: 'string' },
    nodes: { type: 'array', items: { $ref: '#/definitions/DocumentBlocksTopLevels' } },
    data: {
      type: 'object',
      required: ['name', 'attributes'],
      additionalProperties: false,
      properties: {
        name: { type: 'string' },
        attributes: { type: 'object', additionalProperties: { type: 'string' } },
        text: { type: 'string' },
      },
    },
  },
};

const inlineTag = {
  ...tag,
  properties: {
    ...tag.properties,
    object: { const: 'inline' },
    nodes: {
      type: 'array',
      items: {
        anyOf: [{ $ref: '#/definitions/DocumentText' }, { $ref: '#/definitions/DocumentInline' }],
      },
    },
  },
};

const ajv = new Ajv({ strict: false, formats: { icon: true } });
addFormats.default(ajv);
const validate = ajv.compile(withTags(schema));

/** The schema with what tags stand for where tags may be, as columns and conditions in no place. */
function withTags({ definitions, ...root }: typeof schema) {
  const {
    DocumentBlock: any,
    DocumentInline: inline,
    DocumentBlocksEssentials: essentials,
    DocumentBlocksTopLevels: top,
  } = definitions;
  const columns = { $ref: '#/definitions/DocumentBlockColumns' };
  return {
    ...root,
    definitions: {
      ...definitions,
      DocumentBlock: { anyOf: [...any.anyOf, tag] },
      DocumentInline: { anyOf: [...inline.anyOf, inlineTag] },
      DocumentBlocksEssentials: { anyOf: [...essentials.anyOf, ...tagBlocks, tag] },
      DocumentBlocksTopLevels: { anyOf: [...top.anyOf, columns] },
    },
  };
}

/** Fails with the places of a tree that the schema of documents does not allow. */
export function expectValid(tree: DocumentTree): void {
  const isValid = validate(tree);
  expect(isValid ? [] : validate.errors?.slice(0, 5)).toEqual([]);
}

/** The blocks of a tree in a short form, after the tree was found valid: see {@link shorten}. */
export function outline(markdown: string): unknown[] {
  const tree = markdownToDocument(markdown);
  expectValid(tree);
  return tree.nodes.map(shorten);
}

interface AnyNode {
  object: string;
  type?: string;
  fragment?: string;
  data?: object;
  nodes?: unknown[];
  fragments?: unknown[];
  leaves?: { text: string; marks: { type: string }[] }[];
}

/**
 * A node without keys and constants: text is a string, marked text is `[marks, text]`, everything
 * else `{ type, …data, nodes, fragments }` with empty parts left out.
 */
function shorten(node: unknown): unknown {
  const { object, type, data, nodes, fragments, leaves, fragment } = node as AnyNode;
  if (object === 'text') {
    const parts = (leaves ?? []).map(({ text, marks }) => {
      return marks.length === 0 ? text : [marks.map((mark) => mark.type).join(' '), text];
    });
    return parts.length === 1 ? parts[0] : parts;
  }
  return {
    ...(fragment ? { fragment } : { type }),
    ...data,
    ...(nodes?.length ? { nodes: nodes.map(shorten) } : {}),
    ...(fragments?.length ? { fragments: fragments.map(shorten) } : {}),
  };
}

/** A paragraph in the short form. */
export function paragraph(...nodes: unknown[]): unknown {
  return { type: 'paragraph', nodes };
}

/** A link to an address in the short form. */
export function url(address: string) {
  return { kind: 'url', url: address };
}
