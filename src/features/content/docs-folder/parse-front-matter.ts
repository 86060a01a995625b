import { conditionSchema } from '../../../lib/conditions/condition-schema.ts';
import { toSingleLine } from './clean-text.ts';
import type { PageAttributes, PageLayout } from './docs-folder.ts';
import { asMap, parseYaml, scalarText } from './parse-yaml.ts';
import type { YamlMap } from './parse-yaml.ts';
import { readVariables, type DocsVariables } from './read-variables.ts';

const ICON_LENGTH_MAX = 50;
const FRONT_MATTER_LENGTH_MAX = 64 * 1024;
/** Of a page whose own condition cannot be read: what is not for everybody is then for nobody. */
const NEVER = 'false';

/** A page's source in its two parts, and what the first one says. */
export interface ParsedPage {
  /** `frontMatter + markdown` is the source, character for character. */
  frontMatter: string;
  markdown: string;
  title?: string;
  attributes: Omit<PageAttributes, 'cover'>;
  cover?: CoverSettings;
  /** Absent where the front matter does not say anything of variables. */
  variables?: DocsVariables;
  /** What of the front matter was not understood: it is kept. */
  problem?: string;
}

/** The cover as it is written: paths are relative to the page. */
export interface CoverSettings {
  source?: string;
  sourceDark?: string;
  yPos?: number;
  height?: number;
}

/**
 * Separates a page's front matter from its text and reads the keys that the platform knows.
 * Unknown keys stay in the source; a value of the wrong type counts as absent. Never throws.
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
  // The empty line stands for the opening one, so that a problem names a line of the file.
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
  // Text between two rules is text: front matter is always a map.
  return { ...withoutMark(source), attributes: {} };
}

/** The mark of its byte order that a file can begin with is none of the text. */
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

/** For whom the page is: an expression, as `if` of a page and of blocks has it. */
function readCondition(value: unknown): { condition?: string; problem?: string } {
  if (value === undefined || value === null) return {};
  const text = scalarText(value)?.trim();
  const isBoolean = /^(?:true|false)$/i.test(text ?? '');
  const checked = conditionSchema.safeParse(isBoolean ? text?.toLowerCase() : (text ?? value));
  if (checked.success) return { condition: checked.data };
  const reason = checked.error.issues[0]?.message.split('\n', 1)[0];
  return {
    condition: NEVER,
    problem: `nobody is shown the page, as its "if" is no condition: ${reason}`,
  };
}

function readLayout(layout: YamlMap | undefined): Partial<PageLayout> | undefined {
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

/** `title: { visible: false }`, as the platform writes it, and the short `title: false`. */
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

/** The object without its undefined properties: an absent key stays absent. */
function defined<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}
