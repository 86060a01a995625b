import { pluralize } from '../../lib/pluralize.ts';
import { toPrintable } from './clean-text.ts';
import { docsFolderLimits } from './docs-folder-limits.ts';
import { asMap } from './parse-yaml.ts';

/** Values of variables by name, for expressions in content. */
export type DocsVariables = Record<string, string | number | boolean>;

/** Matches valid variable names: at most 100 characters. `__proto__` is special in objects. */
export const variableName = /^(?!__proto__$)[A-Za-z_]\w{0,99}$/;

/** The variables in YAML, and the reasons for omitting others. */
export interface ReadVariables {
  variables: DocsVariables;
  problems: string[];
}

/** Reads variables from a parsed YAML value. A value keeps its written form. */
export function readVariables(value: unknown): ReadVariables {
  const { variableCountMax: countMax, variableLengthMax: lengthMax } = docsFolderLimits;
  const variables: DocsVariables = {};
  const problems: string[] = [];
  const map = asMap(value);
  if (!map && value !== null && value !== undefined) problems.push('the variables are not a map');
  const entries = Object.entries(map ?? {});
  if (entries.length > countMax) {
    problems.push(
      `only the first ${pluralize(countMax, 'variable')} of ${entries.length} are read`,
    );
  }
  for (const [name, one] of entries.slice(0, countMax)) {
    const shown = JSON.stringify(name.slice(0, 100));
    if (!variableName.test(name)) {
      problems.push(
        `the variable ${shown} is omitted: its name must consist of letters, digits and "_", or is reserved`,
      );
    } else if (typeof one !== 'string' && typeof one !== 'number' && typeof one !== 'boolean') {
      problems.push(`the variable ${shown} is omitted: it is not a text, number or boolean`);
    } else if (String(one).length > lengthMax) {
      problems.push(`the variable ${shown} is omitted: longer than ${lengthMax} characters`);
    } else {
      variables[name] = typeof one === 'string' ? storable(one) : one;
    }
  }
  return { variables, problems };
}

/** Keeps line breaks and tabs, and replaces other control characters. */
function storable(text: string): string {
  return text
    .split(/(\r?\n|\t)/)
    .map((part, index) => (index % 2 === 0 ? toPrintable(part) : part))
    .join('');
}
