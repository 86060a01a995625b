import { posix } from 'node:path';
import { removeInvisible } from './clean-text.ts';
import { asMap, parseYaml, scalarText, type YamlMap } from './parse-yaml.ts';

/** The configuration in `.gitbook.yaml`, with defaults for absent values. */
export interface GitbookConfiguration {
  /** Documentation root below the folder; '' is the folder itself. */
  root: string;
  /** The first page and the table of contents, relative to the root. */
  readme: string;
  summary: string;
  /** Targets are as written, relative to the root. */
  redirects: { source: string; target: string }[];
  /** Descriptions of invalid values, whose defaults apply. */
  problems: string[];
}

/**
 * Parses `.gitbook.yaml`; '' yields the defaults. Tolerates irregular white space. Never throws.
 */
export function parseGitbookYaml(text: string): GitbookConfiguration {
  const parsed = parseYaml(tidyYaml(text));
  if (parsed.map) return parseLayout(parsed.map);
  const configuration = parseLayout({});
  configuration.problems.push(`${parsed.problem ?? 'not a YAML map'}; the defaults apply`);
  return configuration;
}

/** Reads the layout of a folder from its configuration. */
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

/** Replaces tabs in the indentation, which YAML forbids but whose meaning is clear. */
function tidyYaml(text: string): string {
  return removeInvisible(text).replace(/^[ \t]+/gm, (indent) => indent.replaceAll('\t', '  '));
}

function readMap(value: unknown, key: string, problems: string[]) {
  const map = asMap(value);
  if (!map && !isUnset(value)) problems.push(`${key} is not a map`);
  return map ?? {};
}

/** Returns a normalized path below the folder; undefined if it is unset, empty, or refused. */
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
