import { conditionSchema } from '../../lib/conditions/condition-schema.ts';
import { toSingleLine } from './clean-text.ts';
import type { PageAttributes, FolderPageLayout } from './docs-folder.ts';
import { asMap, parseYaml, scalarText } from './parse-yaml.ts';
import type { YamlMap } from './parse-yaml.ts';
import { readVariables, type DocsVariables } from './read-variables.ts';

const ICON_LENGTH_MAX = 50;
const FRONT_MATTER_LENGTH_MAX = 64 * 1024;
/**
 * Replaces an invalid condition: a page with restricted access must then be hidden from everyone.
 */
const NEVER = 'false';

/** The two parts of a page's source, and the values in its front matter. */
export interface ParsedPage {
  /** `frontMatter + markdown` is the source, character for character. */
  frontMatter: string;
  markdown: string;
  title?: string;
  attributes: Omit<PageAttributes, 'cover'>;
  cover?: CoverSettings;
  /** Absent if the front matter sets no variables. */
  variables?: DocsVariables;
  /** Problem in the front matter, which is kept. */
  problem?: string;
}

/** The cover as written: paths are relative to the page. */
export interface CoverSettings {
  source?: string;
  sourceDark?: string;
  yPos?: number;
  height?: number;
}

/**
 * Splits a page into front matter and text, and reads the keys that the platform knows. Unknown
 * keys remain in the source; a value of the wrong type counts as absent. Never throws.
 */
export function parseFrontMatter(source: string): ParsedPage {
  const split = splitFrontMatter(source);
  if (!split) return { ...withoutMark(source), attributes: {} };
  const parts = {
    frontMatter: split.frontMatter,
    markdown: source.slice(split.frontMatter.length),
  };
  if (split.yaml.length > FRONT_MATTER_LENGTH_MAX) {
    const problem = `front matter ignored: longer than ${FRONT_MATTER_LENGTH_MAX} characters`;
    return { ...parts, attributes: {}, problem };
  }
  // The empty line replaces the opening fence, so that problems have the right line number.
  const parsed = parseYaml(`\n${split.yaml}`);
  if (parsed.map) {
    const { map } = parsed;
    const [title, cover] = [readText(map.title), readCover(map)];
    const attributes = readAttributes(map);
    const { condition, problem: conditionProblem } = readCondition(map.if);
    const { variables, problems } = readVariables(map.vars);
    const problem = [conditionProblem ?? [], problems].flat().join('; ');
    return {
      ...parts,
      title,
      attributes: condition === undefined ? attributes : { ...attributes, condition },
      cover,
      ...(map.vars !== undefined && { variables }),
      ...(problem !== '' && { problem }),
    };
  }
  if (parsed.problem) {
    return { ...parts, attributes: {}, problem: `front matter ignored: ${parsed.problem}` };
  }
  // Front matter is always a map; otherwise it is text between two rules.
  return { ...withoutMark(source), attributes: {} };
}

/** Splits off a byte order mark, which is not part of the text. */
function withoutMark(source: string): Pick<ParsedPage, 'frontMatter' | 'markdown'> {
  const frontMatter = source.startsWith('\uFEFF') ? '\uFEFF' : '';
  return { frontMatter, markdown: source.slice(frontMatter.length) };
}

function splitFrontMatter(source: string): { frontMatter: string; yaml: string } | undefined {
  const opening = /^\uFEFF?---[ \t]*\r?\n/.exec(source)?.[0];
  if (!opening) return undefined;
  const closing = /^---[ \t]*(?:\r?\n|$(?![\s\S]))/m.exec(source.slice(opening.length));
  if (!closing) return undefined;
  const yaml = source.slice(opening.length, opening.length + closing.index);
  return { frontMatter: opening + yaml + closing[0], yaml };
}

function readAttributes(map: YamlMap): Omit<PageAttributes, 'cover'> {
  return defined({
    description: readText(map.description),
    icon: readText(map.icon, ICON_LENGTH_MAX),
    emoji: readText(map.emoji, ICON_LENGTH_MAX),
    hidden: readBoolean(map.hidden),
    noIndex: readBoolean(map.noIndex),
    noRobotsIndex: readBoolean(map.noRobotsIndex),
    layout: readLayout(asMap(map.layout)),
  });
}

/** Reads the page's condition, which has the syntax of `if` in pages and blocks. */
function readCondition(value: unknown): { condition?: string; problem?: string } {
  if (value === undefined || value === null) return {};
  const text = scalarText(value)?.trim();
  const isBoolean = /^(?:true|false)$/i.test(text ?? '');
  const checked = conditionSchema.safeParse(isBoolean ? text?.toLowerCase() : (text ?? value));
  if (checked.success) return { condition: checked.data };
  const reason = checked.error.issues[0]?.message.split('\n', 1)[0];
  return {
    condition: NEVER,
    problem: `nobody is shown the page, as its "if" is not a valid condition: ${reason}`,
  };
}

function readLayout(layout: YamlMap | undefined): Partial<FolderPageLayout> | undefined {
  if (!layout) return undefined;
  return defined({
    width: readChoice(layout.width, ['default', 'wide']),
    coverSize: readChoice(layout.coverSize ?? asMap(layout.cover)?.size, ['hero', 'full']),
    cover: readVisibility(layout.cover),
    title: readVisibility(layout.title),
    description: readVisibility(layout.description),
    tableOfContents: readVisibility(layout.tableOfContents),
    outline: readVisibility(layout.outline),
    pagination: readVisibility(layout.pagination),
    metadata: readVisibility(layout.metadata),
  });
}

function readCover(map: YamlMap): CoverSettings | undefined {
  const cover: CoverSettings = defined({
    source: readText(map.cover),
    sourceDark: readText(map.coverDark),
    yPos: readNumber(map.coverY),
    height: readNumber(map.coverHeight),
  });
  return cover.source === undefined && cover.sourceDark === undefined ? undefined : cover;
}

/** Reads `title: { visible: false }`, as the platform writes it, or the short `title: false`. */
function readVisibility(value: unknown): boolean | undefined {
  return readBoolean(asMap(value)?.visible ?? value);
}

function readBoolean(value: unknown): boolean | undefined {
  const text = scalarText(value)?.toLowerCase();
  if (text === 'true' || text === 'yes') return true;
  return text === 'false' || text === 'no' ? false : undefined;
}

function readText(value: unknown, lengthMax = Infinity): string | undefined {
  const text = toSingleLine(scalarText(value) ?? '');
  return text === '' || text.length > lengthMax ? undefined : text;
}

function readNumber(value: unknown): number | undefined {
  const text = scalarText(value)?.trim() ?? '';
  const number = text === '' ? NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function readChoice<Choice extends string>(value: unknown, choices: Choice[]): Choice | undefined {
  return choices.find((choice) => choice === value);
}

/** Removes undefined properties, so that an absent key remains absent. */
function defined<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}
