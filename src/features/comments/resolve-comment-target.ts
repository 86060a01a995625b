import { z } from 'zod';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { badInput } from '../../errors.ts';
import { requireLastingId } from '../../lib/lasting-id.ts';
import { documentOf, pageTreeOf } from '../content/load-content.ts';
import type { PageEntry } from '../../revisions/store/entry.ts';
import { findNode, nodePreview, type DocumentNode } from './find-node.ts';

/** Maximum length of an id in a target, in characters. */
const ID_LENGTH_MAX = 255;

const targetId = z.string().min(1).max(ID_LENGTH_MAX);

/** The target of a new comment (interface, Comments). */
export const commentTarget = z.object({
  page: targetId.superRefine(requireLastingId).optional(),
  node: targetId.optional(),
  tableCell: z.object({ record: targetId, definition: targetId }).optional(),
});

export type CommentTargetInput = z.output<typeof commentTarget>;

/** The columns with the target of a comment. */
export type TargetColumns = Pick<
  Row<'Comment'>,
  'pageId' | 'nodeId' | 'nodePreview' | 'tableRecord' | 'tableDefinition'
>;

/**
 * Finds the target in a revision: the page, a node on it, and a table cell in that node.
 *
 * @throws BAD_USER_INPUT naming the missing part
 */
export async function resolveTarget(
  context: Context,
  revision: Row<'Revision'>,
  { page: pageId, node: nodeId, tableCell }: CommentTargetInput,
): Promise<TargetColumns> {
  if (tableCell && nodeId === undefined) {
    throw badInput('"tableCell" needs "node", the table that the cell is in.', [
      'input',
      'tableCell',
    ]);
  }
  if (nodeId !== undefined && pageId === undefined) {
    throw badInput('"node" needs "page", the page that the node is on.', ['input', 'node']);
  }
  const page = pageId === undefined ? undefined : await findPage(context, revision, pageId);
  const node = page && nodeId !== undefined ? await nodeOf(context, page, nodeId) : undefined;
  if (node && tableCell) checkCell(node, tableCell);
  return {
    pageId: pageId ?? null,
    nodeId: nodeId ?? null,
    nodePreview: node ? nodePreview(node) : null,
    tableRecord: tableCell?.record ?? null,
    tableDefinition: tableCell?.definition ?? null,
  };
}

async function findPage(
  context: Context,
  revision: Row<'Revision'>,
  id: string,
): Promise<PageEntry> {
  const page = (await pageTreeOf(context, revision)).page(id);
  if (!page) throw badInput('"page" is not a page of the content.', ['input', 'page']);
  return page;
}

async function nodeOf(context: Context, page: PageEntry, id: string): Promise<DocumentNode> {
  const document = await documentOf(context, page);
  const node = document && findNode(document, id);
  if (!node) throw badInput('"node" is not a node of the page.', ['input', 'node']);
  return node;
}

function checkCell(
  node: DocumentNode,
  { record, definition }: NonNullable<CommentTargetInput['tableCell']>,
): void {
  const table = node.object === 'block' && node.type === 'table' ? node.data : undefined;
  const exists =
    table && Object.hasOwn(table.records, record) && Object.hasOwn(table.definition, definition);
  if (!exists) {
    throw badInput('"tableCell" is not a cell of the node, which must be a table.', [
      'input',
      'tableCell',
    ]);
  }
}
