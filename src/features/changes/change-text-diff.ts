import { z } from 'zod';
import { builder, type ArgumentBuilder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { serially } from '../../lib/serially.ts';
import { addToResponse, requireResponseRoom } from '../content/response-size.ts';
import type { EntryDiff } from '../../revisions/changes/content-diff-entry.ts';
import { markdownOf, pagePathOf } from '../content/load-content.ts';
import type { Body } from '../../revisions/store/entry.ts';
import { PageChange } from './page-change.ts';
import { ReusableContentChange } from './reusable-content-change.ts';
import { EDITED_LINES_MAX, textDiff, type TextDiff as Diff } from './text-diff.ts';

const CONTEXT_LINES_DEFAULT = 3;
const CONTEXT_LINES_MAX = 100;
/** Cost of comparing two texts. */
const DIFF_COST = 50;
/** Name of a missing text in a unified diff. */
const NO_FILE = '/dev/null';

const TextDiff = builder.objectRef<Diff>('TextDiff').implement({
  description: 'Line-by-line difference between two texts.',
  fields: (t) => ({
    unified: t.exposeString('unified', {
      nullable: true,
      description: `A unified diff; null when over ${EDITED_LINES_MAX} lines were added and removed.`,
    }),
    tooDifferent: t.boolean({
      description: `Whether over ${EDITED_LINES_MAX} lines were added and removed, so that nothing is shown.`,
      resolve: ({ unified }) => unified === null,
    }),
    addedLineCount: t.exposeInt('addedLines', {
      nullable: true,
      description: 'Number of added lines; null if the texts differ too much.',
    }),
    removedLineCount: t.exposeInt('removedLines', {
      nullable: true,
      description: 'Number of removed lines; null if the texts differ too much.',
    }),
  }),
});

const contextLinesArguments = (arg: ArgumentBuilder) => ({
  contextLines: arg.int({
    defaultValue: CONTEXT_LINES_DEFAULT,
    description: 'Lines to show around those that differ.',
    validate: z.int().min(0).max(CONTEXT_LINES_MAX).nullish(),
  }),
});

const DESCRIPTION =
  'Difference of the text, including imported front matter; null if the text did not change.';

builder.interfaceFields(PageChange, (t) => ({
  textDiff: t.field({
    type: TextDiff,
    nullable: true,
    description: DESCRIPTION,
    args: contextLinesArguments(t.arg),
    complexity: DIFF_COST,
    resolve: ({ comparison: { from, to }, change }, { contextLines }, context) =>
      changeTextDiff(context, change, contextLines, async () => ({
        before: from && change.before && (await pagePathOf(context, from, change.before)),
        after: change.after && (await pagePathOf(context, to, change.after)),
      })),
  }),
}));

builder.interfaceFields(ReusableContentChange, (t) => ({
  textDiff: t.field({
    type: TextDiff,
    nullable: true,
    description: DESCRIPTION,
    args: contextLinesArguments(t.arg),
    complexity: DIFF_COST,
    resolve: ({ change }, { contextLines }, context) =>
      changeTextDiff(context, change, contextLines, () =>
        Promise.resolve({
          before: change.before && change.before.title,
          after: change.after && change.after.title,
        }),
      ),
  }),
}));

/**
 * Returns the diff of a changed text.
 *
 * @param namesOf returns the names of the text on both sides; null for a missing one
 */
async function changeTextDiff(
  context: Context,
  { attributes, before, after }: EntryDiff<string, Body>,
  contextLines: number | null | undefined,
  namesOf: () => Promise<{ before: string | null; after: string | null }>,
): Promise<Diff | null> {
  if (!attributes.some(({ name }) => name === 'document')) return null;
  const [old, fresh, names] = await Promise.all([
    markdownOf(context, { source: before?.source }),
    markdownOf(context, { source: after?.source }),
    namesOf(),
  ]);
  const diff = await serially(() => {
    requireResponseRoom(context);
    return textDiff(
      { before: old ?? '', after: fresh ?? '' },
      {
        names: { before: names.before ?? NO_FILE, after: names.after ?? NO_FILE },
        contextLines: contextLines ?? CONTEXT_LINES_DEFAULT,
      },
    );
  });
  addToResponse(context, diff.unified?.length ?? 0);
  return diff;
}
