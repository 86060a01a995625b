import { posix } from 'node:path';
import { parseFrontMatter } from '../../../document/docs-folder/parse-front-matter.ts';
import { isSameValue } from '../../../lib/same-value.ts';
import type { ContentRef, PageEntry } from '../../../revisions/store/entry.ts';
import { editYaml } from './edit-yaml.ts';

export interface PageFileContext {
  /** Path of the page's file. */
  path: string;
  /** File paths by id. */
  filePaths: ReadonlyMap<string, string>;
}

/**
 * Returns the file of a page: its original bytes, with front matter updated to the page's values. A
 * file whose front matter is up to date is returned byte for byte. Other keys, comments and their
 * order are always kept.
 */
export function pageFile(page: PageEntry, bytes: Buffer, context: PageFileContext): Buffer {
  const text = bytes.toString('utf8');
  const parsed = parseFrontMatter(text);
  const changes = changesOf(page, parsed, context);
  if (changes.length === 0) return bytes;
  const [, opening = '---\n', yaml = '', closing = '---\n'] =
    /^(\uFEFF?---[^\n]*\n)([^]*?)(---[ \t]*(?:\r?\n)?)$/.exec(parsed.frontMatter) ?? [];
  const edited = editYaml(yaml, Object.fromEntries(changes));
  const front = edited.trim() === '' ? '' : `${opening}${withLineEnd(edited)}${closing}`;
  return Buffer.from(`${front}${parsed.markdown}`);
}

function withLineEnd(yaml: string): string {
  return yaml.endsWith('\n') ? yaml : `${yaml}\n`;
}

/** Returns the keys of the front matter that must change. */
function changesOf(
  page: PageEntry,
  { attributes, cover, variables = {} }: ReturnType<typeof parseFrontMatter>,
  context: PageFileContext,
): [key: string, value: unknown][] {
  const { description, icon, emoji, hidden, noIndex, noRobotsIndex, condition, layout } = page;
  const wanted = { description, icon, emoji, hidden, noIndex, noRobotsIndex, if: condition };
  const { condition: knownCondition, layout: knownLayout, ...rest } = attributes;
  const known: Record<string, unknown> = { ...rest, if: knownCondition };
  const changes: [string, unknown][] = Object.entries(wanted).filter(([key, value]) => {
    // A missing flag is false.
    return !isSameValue(value ?? null, (known[key] === false ? undefined : known[key]) ?? null);
  });
  if (!isSameValue(layout ?? null, knownLayout ?? null)) {
    changes.push(['layout', layout && layoutYaml(layout)]);
  }
  if (!isSameValue(page.variables ?? {}, variables)) changes.push(['vars', page.variables]);
  const source = addressOf(page.cover?.ref, context);
  const sourceDark = addressOf(page.cover?.refDark, context);
  const isSameCover =
    source === resolved(cover?.source, context.path) &&
    sourceDark === resolved(cover?.sourceDark, context.path) &&
    (page.cover?.yPos ?? 0) === (cover?.yPos ?? 0);
  if (!isSameCover) {
    const { yPos } = page.cover ?? {};
    changes.push(['cover', relative(source, context.path)]);
    changes.push(['coverDark', relative(sourceDark, context.path)]);
    changes.push(['coverY', page.cover ? yPos : undefined]);
  }
  return changes;
}

/** Converts a layout to the platform's format, in which each visibility flag is a map. */
function layoutYaml({ width, coverSize, cover, ...shown }: NonNullable<PageEntry['layout']>) {
  const parts = Object.entries(shown).map(([key, visible]) => [key, { visible }]);
  const isCover = cover !== undefined || coverSize !== undefined;
  return {
    ...(width !== undefined && { width }),
    ...(isCover && {
      cover: {
        ...(cover !== undefined && { visible: cover }),
        ...(coverSize !== undefined && { size: coverSize }),
      },
    }),
    ...Object.fromEntries(parts),
  };
}

/** Returns the repository path or the URL of a reference. */
function addressOf(ref: ContentRef | undefined, { filePaths }: PageFileContext) {
  if (ref?.kind === 'url') return ref.url;
  return ref?.kind === 'file' ? filePaths.get(ref.file) : undefined;
}

const isWeb = (address: string) => /^https?:/i.test(address);

function resolved(written: string | undefined, pagePath: string): string | undefined {
  if (written === undefined || isWeb(written)) return written;
  return posix.join(posix.dirname(pagePath), written).replace(/^\//, '');
}

function relative(address: string | undefined, pagePath: string): string | undefined {
  if (address === undefined || isWeb(address)) return address;
  return posix.relative(posix.dirname(pagePath), address);
}
