import { pluralize } from './pluralize.ts';
import { fieldName } from './field-name.ts';

/** The members of zod's issues that messages use. */
export interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  readonly code?: string;
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly keys?: readonly string[];
  readonly values?: readonly unknown[];
  readonly options?: readonly unknown[];
  readonly input?: unknown;
  readonly expected?: string;
  readonly format?: string;
  /** Issues per alternative, for a value that may be of several types. */
  readonly errors?: readonly (readonly Issue[])[];
}

/** Maximum number of issues in one message. */
const ISSUES_SHOWN_MAX = 10;

/**
 * Describes all problems of an input, in a sentence per field: `"title" must have at least 2
 * characters.`
 */
export function describeIssues(issues: readonly Issue[]): string {
  const sentences = issues
    .slice(0, ISSUES_SHOWN_MAX)
    .map((issue) => sentence(`"${fieldName(pathOf(issue))}" ${describeIssue(issue)}`));
  const more = issues.length - sentences.length;
  return [...new Set(sentences), ...(more > 0 ? [`And ${more} more.`] : [])].join(' ').trimEnd();
}

/** Ends a problem with a full stop, unless its last line shows a position. */
function sentence(text: string): string {
  return text.includes('\n') ? `${text}\n` : `${text}.`;
}

/** Returns the path of an issue in the arguments of a field, e.g. `['input', 'title']`. */
export function pathOf({ path = [] }: Issue): (string | number)[] {
  return path
    .map((part) => (typeof part === 'object' ? part.key : part))
    .map((part) => (typeof part === 'symbol' ? '' : part));
}

const units: Record<string, string> = { string: 'character', array: 'item', set: 'item' };

/** Describes what a value must be. The text follows its name: `must have at least 2 characters`. */
function describeIssue(issue: Issue): string {
  const unit = units[issue.origin ?? ''];
  switch (issue.code) {
    case 'too_small':
      return unit
        ? `must have at least ${pluralize(issue.minimum ?? 0, unit)}`
        : `must be at least ${issue.minimum}`;
    case 'too_big':
      return unit
        ? `must have at most ${pluralize(issue.maximum ?? 0, unit)}`
        : `must be at most ${issue.maximum}`;
    case 'invalid_type':
      return issue.message.endsWith('received null')
        ? 'must not be null: omit it instead'
        : `must be of type ${typeName(issue)}`;
    case 'invalid_format':
      return issue.message.startsWith('Invalid')
        ? `must be a valid ${issue.format}`
        : issue.message;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'unrecognized_keys':
      return `must not have ${issue.keys?.map((key) => JSON.stringify(key)).join(', ')}`;
    case 'invalid_union':
      if (issue.options) return oneOf(issue.options);
      return issue.message === 'Invalid input' ? describeChoice(issue.errors ?? []) : issue.message;
    default:
      return issue.message;
  }
}

function oneOf(values: readonly unknown[] = []): string {
  return `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
}

/** Returns the name of a type in JSON, which callers write. */
function typeName({ expected }: Issue): string {
  return expected === 'record' ? 'object' : `${expected}`;
}

/**
 * Describes the problem of a value that may be of several types: that of its own type, or else the
 * list of types. Problems below the value are not named.
 */
function describeChoice(choices: readonly (readonly Issue[])[]): string {
  const issues = choices.flat();
  if (issues.length === 0 || issues.some(({ path = [] }) => path.length > 0)) {
    return 'is of none of the allowed kinds';
  }
  const ofItsType = issues.find(({ code }) => code !== 'invalid_type');
  if (ofItsType) return describeIssue(ofItsType);
  return `must be of type ${[...new Set(issues.map(typeName))].join(' or ')}`;
}
