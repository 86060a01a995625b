import { posix } from 'node:path';
import { removeInvisible } from './clean-text.ts';
import { asMap, parseYaml, scalarText, type YamlMap } from './parse-yaml.ts';

/** What a folder's `.gitbook.yaml` says, with defaults for what it does not say. */
export interface GitbookConfiguration {
  /** The documentation root below the folder; '' is the folder itself. */
  root: string;
  /** The first page and the table of contents, relative to the root. */
  readme: string;
  summary: string;
  /** Targets are relative to the root and as they are written. */
  redirects: { source: string; target: string }[];
  /** What could not be understood; its default applies. */
  problems: string[];
}

/** Reads `.gitbook.yaml`; '' gives the defaults. Odd white space is forgiven. Never throws. */
export function parseGitbookYaml(text: string): GitbookConfiguration {
  const parsed = parseYaml(tidyYaml(text));
  if (parsed.map) return parseLayout(parsed.map);
  const configuration = parseLayout({});
  configuration.problems.push(`${parsed.problem ?? 'not a YAML map'}; the defaults apply`);
  return configuration;
}

/** Reads the layout of a folder from the values of its configuration. */
export function parseLayout(map: YamlMap): GitbookConfiguration {
  const problems: string[] = [];
  const structure = readMap(map.structure, 'structure', problems);
  const readPath = (value: unknown, key: string, byDefault: string): string =>
    readPathSetting(value, key, problems) ?? byDefault;
  const configuration: GitbookConfiguration = {
    root: readPath(map.root, 'root', ''),
    readme: readPath(structure.readme, 'structure.readme', 'README.md'),
    summary: readPath(structure.summary, 'structure.summary', 'SUMMARY.md'),
    redirects: [],
    problems,
  };
  const redirects = readMap(map.redirects, 'redirects', problems);
  for (const [source, value] of Object.entries(redirects)) {
    const target = scalarText(value);
    if (target !== undefined) {
      configuration.redirects.push({ source: trimSlashes(source), target: target.trim() });
    } else {
      problems.push(`the redirect "${source}" has no path as its target`);
    }
  }
  return configuration;
}

/** YAML forbids tabs as indentation, and a tab says what is meant well enough. */
function tidyYaml(text: string): string {
  return removeInvisible(text).replace(/^[ \t]+/gm, (indent) => indent.replaceAll('\t', '  '));
}

function readMap(value: unknown, key: string, problems: string[]) {
  const map = asMap(value);
  if (!map && !isUnset(value)) problems.push(`${key} is not a map`);
  return map ?? {};
}

/** A path below the folder, normalised; undefined when it is not set, empty, or refused. */
function readPathSetting(value: unknown, key: string, problems: string[]): string | undefined {
  if (isUnset(value)) return undefined;
  const text = scalarText(value);
  if (text === undefined) {
    problems.push(`${key} is not a path; its default applies`);
    return undefined;
  }
  const path = posix.normalize(trimSlashes(text.trim().replaceAll('\\', '/')));
  if (path === '..' || path.startsWith('../')) {
    problems.push(`${key} leads out of the folder; its default applies`);
    return undefined;
  }
  return path === '.' ? undefined : trimSlashes(path);
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function trimSlashes(text: string): string {
  return text
    .trim()
    .replace(/^\/+/, '')
    .replace(/(?<!\/)\/+$/, '');
}
