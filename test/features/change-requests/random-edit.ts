import fc from 'fast-check';
import type { PageEntry } from '../../../src/revisions/store/entry.ts';
import { pagesOf, textOf, type Content } from './contents.ts';
import { valuesIn, valuesOf, valuesOfEntry, type Replaces } from './history.ts';
import { PARAGRAPHS } from './starting-content.ts';

/** A step of a history; numbers pick the branch, the page, the place. */
export interface Step {
  kind:
    | ('insert' | 'title' | 'description' | 'condition' | 'pageVariable' | 'text' | 'move')
    | ('delete' | 'revert' | 'rollback' | 'duplicate')
    | ('variable' | 'insertFile' | 'renameFile' | 'replaceFile' | 'deleteFile')
    | ('insertReusable' | 'retitleReusable' | 'rewriteReusable' | 'deleteReusable')
    | ('create' | 'update' | 'merge' | 'resolve' | 'archive' | 'reopen');
  branch: number;
  page: number;
  into: number;
  at: number;
}

const branching = {
  ...{ create: 1, update: 2, merge: 1, resolve: 3, archive: 1, reopen: 1 },
  ...{ revert: 1, rollback: 1, duplicate: 1 },
};
const weights: Record<Step['kind'], number> = {
  ...{ insert: 3, title: 2, description: 2, condition: 1, pageVariable: 2, text: 5 },
  ...{ move: 3, delete: 1 },
  ...{ variable: 2, insertFile: 1, renameFile: 1, replaceFile: 1, deleteFile: 1 },
  ...{ insertReusable: 1, retitleReusable: 1, rewriteReusable: 2, deleteReusable: 1 },
  ...branching,
};
export const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    ...Object.entries(weights).map(([kind, weight]) => ({
      arbitrary: fc.constant(kind as Step['kind']),
      weight,
    })),
  ),
  branch: fc.nat(3),
  page: fc.nat(59),
  into: fc.nat(59),
  at: fc.nat(4),
});

/** A step that is the same on several branches: what is inserted has an id of its own each time. */
export const repeatableStep = step.filter(
  ({ kind }) => !kind.startsWith('insert') && !(kind in branching),
);

/** A change of content, with the value that it writes. */
export interface Edit {
  change: object;
  value: string | undefined;
  replaces: Replaces;
}

/** The change that a step makes of content; undefined where it has nothing to change. */
export function editOf(one: Step, seen: Content, newValue: () => string): Edit | undefined {
  if (one.kind.endsWith('File') || one.kind === 'variable') return editBeside(one, seen, newValue);
  if (one.kind.endsWith('Reusable')) return editReusable(one, seen, newValue);
  const pages = pagesOf(seen);
  const page = pages[one.page % Math.max(pages.length, 1)];
  const above = one.into % 3 === 0 ? undefined : pages[one.into % pages.length];
  const into = above?.type === 'link' ? undefined : above;
  if (one.kind === 'insert') return insertedPage(one, into, newValue());
  if (!page) return undefined;
  switch (one.kind) {
    case 'move':
      if (into && (into.id === page.id || isBelow(seen, into, page.id))) return undefined;
      if (into && page.type === 'group') return undefined;
      return {
        change: { operation: 'move_page', page: page.id, into: into?.id ?? null, at: one.at },
        value: undefined,
        replaces: nothing,
      };
    case 'delete':
      return {
        change: { operation: 'delete_page', page: page.id },
        value: undefined,
        replaces: (before, after) => {
          const gone = pagesOf(before).filter(
            (each) =>
              !after.tree.page(each.id) && (each.id === page.id || isBelow(before, each, page.id)),
          );
          return new Set(gone.flatMap((each) => [...valuesOfEntry(before, each)]));
        },
      };
    case 'text':
      if (page.type !== 'document') return undefined;
      return editText(one, seen, page, newValue());
    default: {
      const value = newValue();
      const name = `v${one.at % 2}`;
      const metadata = {
        ...(one.kind === 'pageVariable' && { variables: { [name]: value } }),
        ...(one.kind === 'condition' && { condition: `visitor.claims.plan == "${value}"` }),
        ...((one.kind === 'title' || one.kind === 'description') && { [one.kind]: value }),
      };
      return {
        change: { operation: 'update_page', page: page.id, metadata },
        value,
        replaces: (before) => {
          const old = before.tree.page(page.id);
          const { title, description, condition, variables } = old ?? {};
          const values = { title, description, condition, pageVariable: variables?.[name] };
          return valuesIn(String(values[one.kind as keyof typeof values]));
        },
      };
    }
  }
}

function insertedPage({ at }: Step, into: PageEntry | undefined, value: string): Edit {
  const type = (['document', 'document', 'document', 'link', 'group'] as const)[at] ?? 'document';
  const change = {
    ...{ operation: 'insert_page', type, at, metadata: { title: 'New', description: value } },
    into: type === 'group' ? null : (into?.id ?? null),
    ...(type === 'document' && { document: { markdown: 'New.\n' } }),
    ...(type === 'link' && { target: { kind: 'url', url: 'https://example.com/new' } }),
  };
  return { change, value, replaces: nothing };
}

/** Makes a page what it was in a revision; without one, what a merge would start from. */
export function revertOf(one: Step, seen: Content, revision: string | undefined): Edit | undefined {
  const pages = pagesOf(seen);
  const page = pages[one.page % Math.max(pages.length, 1)];
  if (!page) return undefined;
  return {
    change: {
      ...{ operation: 'revert_page', page: page.id },
      ...(revision !== undefined && { revision }),
    },
    value: undefined,
    replaces: (before, after) => {
      const old = pagesOf(before).filter(
        (each) => each.id === page.id || isBelow(before, each, page.id),
      );
      const kept = valuesOf(after);
      const values = old.flatMap((each) => [...valuesOfEntry(before, each)]);
      return new Set(values.filter((value) => !kept.has(value)));
    },
  };
}

/** One paragraph becomes another; the writer replaces what was read, and nothing else. */
function editText(one: Step, seen: Content, page: PageEntry, value: string): Edit {
  const { document, replaces } = rewritten(one, textOf(seen, page), value);
  return { change: { operation: 'update_page', page: page.id, document }, value, replaces };
}

function rewritten(one: Step, text: string, value: string) {
  const paragraphs = text.split('\n\n');
  paragraphs[one.at % PARAGRAPHS] = `Paragraph ${value}.`;
  const markdown = paragraphs.join('\n\n');
  const kept = valuesIn(markdown);
  return {
    document: { markdown },
    replaces: () => new Set([...valuesIn(text)].filter((each) => !kept.has(each))),
  };
}

/** A change of a reusable content. */
function editReusable(one: Step, seen: Content, newValue: () => string): Edit | undefined {
  const operation = (verb: string) => ({ operation: `${verb}_reusable_content` });
  if (one.kind === 'insertReusable') {
    const value = newValue();
    const document = { markdown: 'One.\n\nTwo.\n\nThree.\n\nFour.\n' };
    const change = { ...operation('insert'), title: value, document };
    return { change, value, replaces: nothing };
  }
  const { reusableContents } = seen;
  const entry = reusableContents[one.page % Math.max(reusableContents.length, 1)];
  if (!entry) return undefined;
  const { id: reusableContent } = entry;
  const known = (content: Content) => content.reusableContents.find(({ id }) => id === entry.id);
  if (one.kind === 'deleteReusable') {
    return {
      change: { ...operation('delete'), reusableContent },
      value: undefined,
      replaces: (before) => {
        const gone = known(before);
        return gone ? valuesOfEntry(before, gone) : nothing();
      },
    };
  }
  const value = newValue();
  if (one.kind === 'retitleReusable') {
    return {
      change: { ...operation('update'), reusableContent, title: value },
      value,
      replaces: (before) => valuesIn(String(known(before)?.title)),
    };
  }
  const { document, replaces } = rewritten(one, textOf(seen, entry), value);
  return { change: { ...operation('update'), reusableContent, document }, value, replaces };
}

/** A change of variables or files. */
function editBeside(one: Step, seen: Content, newValue: () => string): Edit | undefined {
  const value = newValue();
  const content = Buffer.from(value).toString('base64');
  if (one.kind === 'variable') {
    const name = `v${one.at % 3}`;
    return {
      change: { operation: 'set_variables', variables: { [name]: value } },
      value,
      replaces: ({ variables }) => valuesIn(String(variables[name])),
    };
  }
  if (one.kind === 'insertFile') {
    const files = [{ name: `${value}.txt`, content }];
    return { change: { operation: 'insert_files', files }, value, replaces: nothing };
  }
  const file = seen.files[one.page % Math.max(seen.files.length, 1)]?.id;
  if (file === undefined) return undefined;
  const valuesOfFile = ({ files, texts }: Content, parts: readonly ('name' | 'blob')[]) => {
    const known = files.find(({ id }) => id === file);
    const found = { name: known?.name ?? '', blob: texts.get(known?.blob ?? '') ?? '' };
    return valuesIn(parts.map((part) => found[part]).join(' '));
  };
  if (one.kind === 'deleteFile') {
    return {
      change: { operation: 'delete_file', file },
      value: undefined,
      replaces: (before) => valuesOfFile(before, ['name', 'blob']),
    };
  }
  const isName = one.kind === 'renameFile';
  return {
    change: {
      operation: 'update_file',
      file,
      ...(isName ? { name: `${value}.txt` } : { content }),
    },
    value,
    replaces: (before) => valuesOfFile(before, [isName ? 'name' : 'blob']),
  };
}

function nothing(): Set<string> {
  return new Set();
}

function isBelow({ tree }: Content, page: { parent: string | null }, id: string): boolean {
  const { parent } = page;
  if (parent === null) return false;
  const above = tree.page(parent);
  return parent === id || (above !== undefined && isBelow({ tree } as Content, above, id));
}
