import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import type { PrismaTransaction } from '../../../database/database.ts';
import type { Translator } from '../../../external/translator/translator.ts';
import type { RunningJob } from '../../../jobs/job-definition.ts';
import { JobFailure } from '../../../jobs/job-failure.ts';
import { pluralize } from '../../../lib/pluralize.ts';
import { sha256 } from '../../../lib/hash.ts';
import { deriveStoredTexts } from '../../../revisions/derived/derive-texts.ts';
import type { PageEntry, ReusableContentEntry } from '../../../revisions/store/entry.ts';
import { storeAhead } from '../../../revisions/store/store-ahead.ts';
import { loadTerms } from '../../glossary/load-terms.ts';
import { lockOrganizationFor } from '../../organizations/lock-organization-for.ts';
import { findOrganization } from '../../organizations/organization-access.ts';
import { lockSpaceAuthorized } from '../../spaces/lock-space-authorized.ts';
import { countWords } from '../count-words.ts';
import { lockTranslation } from '../lock-translation.ts';
import { NO_TRANSLATOR } from '../no-translator.ts';
import type { Segment, SegmentAnswer } from '../text/segment.ts';
import {
  isComputed,
  newPages,
  reportOf,
  unchangedEntry,
  type FinishedItem,
} from './finished-item.ts';
import { readResult } from './read-result.ts';
import { readSource, type ReadContent, type SourceContent } from './read-source.ts';
import { entryOf, translateItems, type TranslatedItem } from './translate-items.ts';
import { translateSegments } from './translate-segments.ts';
import { sourceKeyOf, type RunScope, type TranslationItem } from './translation-item.ts';
import { recall, remember, type MemoryScope } from './translation-memory.ts';
import { writeFirstResult, writeNextResult, type WrittenResult } from './write-result.ts';

/** Maximum number of items whose texts are sent and stored together. */
const GROUP_SIZE_MAX = 10;

type Translation = Row<'Translation'>;

interface RunParts {
  context: Context;
  job: RunningJob<unknown>;
  translator: Translator;
  signal: AbortSignal;
  translation: Translation;
  source: SourceContent;
  /** Result of the latest completed run; null for the first run. */
  base: ReadContent | null;
  scope: RunScope;
}

/** Run of a translation. */
export class TranslationRun {
  readonly #parts: RunParts;
  readonly #memory: MemoryScope;
  readonly #finished: FinishedItem[] = [];

  private constructor(parts: RunParts) {
    this.#parts = parts;
    const { id, sourceLanguage, language, instructions } = parts.translation;
    this.#memory = { translationId: id, source: sourceLanguage, target: language, instructions };
  }

  /** Marks the run as begun and reads everything that it needs. @throws JobFailure */
  static async begin(
    context: Context,
    job: RunningJob<{ translationId: string }>,
    translator: Translator | null,
    signal: AbortSignal,
  ): Promise<TranslationRun> {
    const translation = await context.write((transaction) =>
      markAsRunning(transaction, job.input.translationId, context.now()),
    );
    if (!translator) {
      throw new JobFailure(NO_TRANSLATOR.code, NO_TRANSLATOR.message, NO_TRANSLATOR.remedy);
    }
    const { organizationId, sourceLanguage, language, instructions } = translation;
    const source = await readSource(context, translation);
    await findOrganization(context, organizationId, 'createContent');
    const base = await readResult(context, translation);
    const direction = { source: sourceLanguage, target: language };
    const terms = await loadTerms(context.db, organizationId, direction);
    const scope = { ...direction, instructions, terms };
    return new TranslationRun({
      ...{ context, job, translator, signal, translation, source, base, scope },
    });
  }

  /** Translates the changed items in groups, and stores translations as they arrive. */
  async translate(): Promise<void> {
    const { context, job, translation, scope } = this.#parts;
    const items = this.#items();
    const rows = await context.db.prisma.translatedPage.findMany({
      where: { translationId: translation.id },
    });
    const keys = new Map(rows.map(({ pageId, sourceKey }) => [pageId, sourceKey]));
    const changed: TranslationItem[] = [];
    for (const item of items) {
      const isSame = item.base && keys.get(item.entry.id) === sourceKeyOf(item, scope);
      if (isComputed(item)) this.#finished.push({ item, entry: item.entry });
      else if (isSame) this.#finished.push({ item, entry: unchangedEntry(item) });
      else changed.push(item);
    }
    for (let start = 0; start < changed.length; start += GROUP_SIZE_MAX) {
      await this.#translateGroup(changed.slice(start, start + GROUP_SIZE_MAX));
      await job.step('translate', Math.min(1, (start + GROUP_SIZE_MAX) / changed.length));
    }
  }

  /** Writes the result. Returns the outcome of the run. */
  async write(): Promise<string> {
    const { context, job, translation } = this.#parts;
    const changed = this.#finished.filter(({ sourceKey }) => sourceKey !== undefined);
    const written = await context.write((transaction) => this.#writeResult(transaction, changed));
    await job.report(
      ...written.kept.map(({ subject, id, attribute }) => ({
        path: this.#pathOf(id),
        outcome: 'kept',
        message:
          `The ${attribute} of the ${subject.replace('-', ' ')} was edited in the translation and ` +
          'in the source: what was edited in the translation stays.',
      })),
    );
    const pages = newPages(changed);
    const { totalWords, latestWords } = await context.db.prisma.translation.findUniqueOrThrow({
      where: { id: translation.id },
    });
    return `Translated ${pluralize(pages, 'page')}: ${latestWords} of ${pluralize(totalWords, 'word')} are new.`;
  }

  #items(): TranslationItem[] {
    const { source, base } = this.#parts;
    const known = new Map(base?.reusableContents.map((entry) => [entry.id, entry]));
    const pages = [...source.pages.walk()].map(({ page }): TranslationItem => {
      const path = source.pages.path(page.id) || page.title;
      return { kind: 'page', path, entry: page, base: base?.pages.page(page.id) };
    });
    const contents = source.reusableContents.map((entry): TranslationItem => ({
      ...{ kind: 'reusable-content', path: entry.title, entry },
      base: known.get(entry.id),
    }));
    return [...pages, ...contents];
  }

  async #translateGroup(items: readonly TranslationItem[]): Promise<void> {
    const { context, job, scope } = this.#parts;
    const translated = await translateItems(context.db, items, scope, (segments) =>
      this.#ask(segments),
    );
    await this.#storeTexts(translated);
    for (const each of translated) {
      const { item, untranslated } = each;
      const sourceKey = untranslated > 0 ? '' : sourceKeyOf(item, scope);
      this.#finished.push({ item, entry: entryOf(item.entry, each), sourceKey });
      await job.report(reportOf(each));
    }
  }

  /**
   * Returns translations of texts: stored ones, and new ones, which it stores and counts in words.
   */
  async #ask(segments: readonly Segment[]): Promise<Map<string, SegmentAnswer>> {
    const { context, translator, signal, scope, translation } = this.#parts;
    const known = await recall(context.db, this.#memory, segments);
    const missing = segments.filter(({ html }) => !known.has(html));
    const fresh = await translateSegments(translator, missing, { ...scope, signal });
    const pieces = new Map(missing.map((segment) => [segment.html, segment.pieces]));
    const kept = new Map([...fresh].filter(([, answer]) => answer !== null));
    const words = [...kept.keys()].reduce(
      (sum, html) => sum + countWords((pieces.get(html) ?? []).join(' '), scope.source),
      0,
    );
    if (kept.size > 0) {
      await context.write(async (transaction) => {
        await remember(transaction, this.#memory, kept);
        await transaction.translation.updateMany({
          where: { id: translation.id },
          data: { totalWords: { increment: words }, latestWords: { increment: words } },
        });
      });
    }
    return new Map([...known, ...fresh]);
  }

  /** Stores texts in advance, so that the transaction that writes the result is short. */
  async #storeTexts(translated: readonly TranslatedItem[]): Promise<void> {
    const { context } = this.#parts;
    const contents = translated.flatMap(({ bytes }) => bytes ?? []);
    await storeAhead(context.db, contents);
    const bodies = translated.flatMap(({ item, bytes }) =>
      bytes ? [{ source: sha256(bytes), sourceStart: item.entry.sourceStart ?? 0 }] : [],
    );
    await deriveStoredTexts(context.db, bodies);
  }

  async #writeResult(
    transaction: PrismaTransaction,
    changed: readonly FinishedItem[],
  ): Promise<WrittenResult> {
    const { context, translation, source, base } = this.#parts;
    const { viewer } = context;
    // Checks that permissions still apply. The source has been read already, so it may be deleted.
    await lockOrganizationFor(transaction, viewer, translation.organizationId, 'createContent');
    await lockSpaceAuthorized(transaction, viewer, source.space.id, 'edit', { deleted: true });
    const { id, resultSpaceId } = await lockOrFail(transaction, translation.id);
    const entries = this.#finished.map(({ item, entry }) => ({ kind: item.kind, entry }));
    const wanted = {
      pages: entries.flatMap(({ kind, entry }) => (kind === 'page' ? [entry as PageEntry] : [])),
      reusableContents: entries.flatMap(({ kind, entry }) =>
        kind === 'page' ? [] : [entry as ReusableContentEntry],
      ),
    };
    const written =
      base && resultSpaceId !== null
        ? await writeNextResult(context, transaction, resultSpaceId, { base, source, wanted })
        : await writeFirstResult(context, transaction, translation, source, wanted);
    await storeKeys(transaction, id, changed);
    await transaction.translation.update({
      where: { id },
      data: {
        resultSpaceId: written.spaceId,
        resultRevisionId: written.revisionId,
        baseRevisionId: written.baseId,
        latestPages: { increment: newPages(changed) },
        totalPages: await transaction.translatedPage.count({
          where: { translationId: id, kind: 'page' },
        }),
      },
    });
    return written;
  }

  #pathOf(id: string): string {
    return this.#finished.find(({ item }) => item.entry.id === id)?.item.path ?? id;
  }
}

async function markAsRunning(
  transaction: PrismaTransaction,
  id: string,
  now: Date,
): Promise<Translation> {
  const { runStartedAt } = await lockOrFail(transaction, id);
  return transaction.translation.update({
    where: { id },
    data: { status: 'running', runStartedAt: runStartedAt ?? now },
  });
}

/** @throws JobFailure when the translation is deleted */
async function lockOrFail(transaction: PrismaTransaction, id: string): Promise<Translation> {
  const translation = await lockTranslation(transaction, id);
  if (translation) return translation;
  throw new JobFailure(
    'TRANSLATION_DELETED',
    'The translation was deleted while it ran.',
    'Create it again.',
  );
}

/** Stores the source keys of translated items. */
async function storeKeys(
  transaction: PrismaTransaction,
  translationId: string,
  changed: readonly FinishedItem[],
): Promise<void> {
  const ids = changed.map(({ entry }) => entry.id);
  await transaction.translatedPage.deleteMany({ where: { translationId, pageId: { in: ids } } });
  await transaction.translatedPage.createMany({
    data: changed.map(({ item: { kind }, entry, sourceKey = '' }) => ({
      ...{ translationId, pageId: entry.id, kind, sourceKey },
    })),
  });
}
