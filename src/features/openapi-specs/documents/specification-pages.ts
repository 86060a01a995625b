import { truncate } from '../../../lib/truncate.ts';
import { replaceNul } from '../../../lib/replace-nul.ts';
import { writeTag } from '../../../document/writing/write-tag.ts';
import { descriptionMarkdown } from './description-markdown.ts';
import { infoText } from './info-text.ts';
import { objectOf } from './json-pointer.ts';
import { asObject, asText, type JsonObject, type JsonValue } from './json-value.ts';
import { operationsOf, type Operation } from './operations.ts';
import { heading, joinBlocks, titleFrom } from './page-text.ts';

/**
 * Maximum number of operations or models on one page; further ones of a tag are on further pages.
 */
const ITEMS_MAX = 200;
/** Maximum number of pages per specification; content beyond it has no page. */
const COMPUTED_PAGES_MAX = 1000;

/** Page computed from a specification. */
export interface SpecificationPage {
  /** Kind of the page: `props.doc` of a computed page. */
  doc: 'info' | 'operations' | 'models';
  /** Part that the page shows: the name of a tag, with a number if it has several pages. */
  page: string;
  title: string;
  description?: string;
  markdown: string;
}

/**
 * Returns the pages of a specification: its introduction, a page per tag in order of declaration or
 * first use, and one for its models.
 *
 * @param specId id by which blocks of the pages refer to the specification
 */
export function specificationPages(document: JsonObject, specId: string): SpecificationPage[] {
  const info = asObject(document.info) ?? {};
  const pages: SpecificationPage[] = [
    {
      doc: 'info',
      page: 'info',
      title: titleFrom(asText(info.title) ?? 'API'),
      ...(asText(info.summary) && { description: truncate(asText(info.summary) ?? '', 250) }),
      markdown: infoText(document),
    },
    ...tagPages(document, specId),
    ...modelPages(document, specId),
  ];
  return pages.slice(0, COMPUTED_PAGES_MAX).map(storablePage);
}

/** Replaces characters that JSON allows but stored text does not. */
function storablePage({ doc, ...texts }: SpecificationPage): SpecificationPage {
  const storable = Object.entries(texts).map(([name, text]) => [name, replaceNul(text)]);
  return { doc, ...(Object.fromEntries(storable) as typeof texts) };
}

function tagPages(document: JsonObject, specId: string): SpecificationPage[] {
  const tags = tagsOf(document);
  for (const operation of operationsOf(document)) {
    for (const name of operation.tags) {
      const tag = tags.get(name) ?? { title: titleFrom(name), operations: [] };
      tag.operations.push(operation);
      tags.set(name, tag);
    }
  }
  return [...tags].flatMap(([name, { title, description, operations }]) =>
    operations.length === 0
      ? infoPage(name, title, description)
      : inPages({ doc: 'operations', page: name, title }, operations, (part, index) =>
          joinBlocks([
            index === 0 ? descriptionMarkdown(description, 1) : '',
            ...part.map((operation) => operationText(operation, specId)),
          ]),
        ),
  );
}

interface Tag {
  title: string;
  description?: string;
  operations: Operation[];
}

/** Returns the declared tags in order. */
function tagsOf(document: JsonObject): Map<string, Tag> {
  const declared = Array.isArray(document.tags) ? document.tags.map(asObject) : [];
  const tags = new Map<string, Tag>();
  for (const tag of declared) {
    const name = asText(tag?.name);
    if (!tag || name === undefined) continue;
    const title = asText(tag['x-displayName']) ?? asText(tag.summary) ?? name;
    const description = asText(tag.description);
    tags.set(name, {
      title: titleFrom(title),
      operations: [],
      ...(description !== undefined && { description }),
    });
  }
  return tags;
}

/** Returns a page for a tag without operations if the tag has a description. */
function infoPage(
  page: string,
  title: string,
  description: string | undefined,
): SpecificationPage[] {
  if (description === undefined) return [];
  return [
    { doc: 'info', page, title, markdown: joinBlocks([descriptionMarkdown(description, 1)]) },
  ];
}

function modelPages(document: JsonObject, specId: string): SpecificationPage[] {
  const schemas =
    objectOf(document, asObject(document.components)?.schemas) ??
    objectOf(document, document.definitions) ??
    {};
  return inPages(
    { doc: 'models', page: 'models', title: 'Models' },
    Object.entries(schemas),
    (part) =>
      joinBlocks(
        part.flatMap(([name, schema]) => [
          heading(name),
          descriptionMarkdown(descriptionOf(document, schema), 2),
          writeTag('openapi-schemas', { spec: specId, schemas: name, grouped: false }),
        ]),
      ),
  );
}

/** Returns the description of a schema. Since version 3.1 it may be beside the reference. */
function descriptionOf(document: JsonObject, schema: JsonValue): JsonValue | undefined {
  return asText(asObject(schema)?.description) ?? objectOf(document, schema)?.description;
}

function operationText({ kind, name, method, body }: Operation, specId: string): string {
  const shown = `${method.toUpperCase()} ${name}`;
  return joinBlocks([
    heading(asText(body.summary) ?? asText(body.operationId) ?? shown),
    kind === 'path' && !name.includes('`') ? `\`${shown}\`` : '',
    descriptionMarkdown(body.description, 2),
    kind === 'path'
      ? writeTag('openapi-operation', { spec: specId, path: name, method })
      : writeTag('openapi-webhook', { spec: specId, name, method }),
  ]);
}

/** Distributes items over as few pages as possible. */
function inPages<Item>(
  { doc, page, title }: Pick<SpecificationPage, 'doc' | 'page' | 'title'>,
  items: readonly Item[],
  write: (part: readonly Item[], index: number) => string,
): SpecificationPage[] {
  const pages: SpecificationPage[] = [];
  for (let index = 0; index * ITEMS_MAX < items.length; index += 1) {
    const part = items.slice(index * ITEMS_MAX, (index + 1) * ITEMS_MAX);
    const number = index === 0 ? '' : ` ${index + 1}`;
    pages.push({
      ...{ doc, page: `${page}${number}`, title: `${title}${number}` },
      markdown: write(part, index),
    });
  }
  return pages;
}
