import { counted } from './counted.ts';
import { fieldName } from './field-name.ts';

/** What of a validation issue is looked at; zod's issues have these members. */
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
  /** Of a value that may be one of several: what each of them says of it. */
  readonly errors?: readonly (readonly Issue[])[];
}

/** Most issues that one message names. */
const ISSUES_SHOWN_MAX = 10;

/**
 * Says all that is wrong with an input, a sentence for each field: `"title" must have at least 2
 * characters.`
 */
export function describeIssues(issues: readonly Issue[]): string {
  const sentences = issues
    .slice(0, ISSUES_SHOWN_MAX)
    .map((issue) => sentence(`"${fieldName(pathOf(issue))}" ${describeIssue(issue)}`));
  const more = issues.length - sentences.length;
  return [...new Set(sentences), ...(more > 0 ? [`And ${more} more.`] : [])].join(' ').trimEnd();
}

/** What has several lines shows its place in the last one, where a full stop would confuse. */
function sentence(text: string): string {
  return text.includes('\n') ? `${text}\n` : `${text}.`;
}

/** Where in the arguments of a field an issue lies, e.g. `['input', 'title']`. */
export function pathOf({ path = [] }: Issue): (string | number)[] {
  return path
    .map((part) => (typeof part === 'object' ? part.key : part))
    .map((part) => (typeof part === 'symbol' ? '' : part));
}

const units: Record<string, string> = { string: 'character', array: 'item', set: 'item' };

/** Says what a value must be, to follow its name: `must have at least 2 characters`. */
function describeIssue(issue: Issue): string {
  const unit = units[issue.origin ?? ''];
  switch (issue.code) {
    case 'too_small':
      return unit
        ? `must have at least ${counted(issue.minimum ?? 0, unit)}`
        : `must be at least ${issue.minimum}`;
    case 'too_big':
      return unit
        ? `must have at most ${counted(issue.maximum ?? 0, unit)}`
        : `must be at most ${issue.maximum}`;
    case 'invalid_type':
      return issue.message.endsWith('received null')
        ? 'must not be null: leave it out instead'
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

/** What callers, who write JSON, call a type. */
function typeName({ expected }: Issue): string {
  return expected === 'record' ? 'object' : `${expected}`;
}

/**
 * What is wrong with a value of several types: only its own type can say that, and otherwise it
 * must be of one of them. What lies inside of it has no name here.
 */
function describeChoice(choices: readonly (readonly Issue[])[]): string {
  const issues = choices.flat();
  if (issues.length === 0 || issues.some(({ path = [] }) => path.length > 0)) {
    return 'is of no kind that it may be of';
  }
  const ofItsType = issues.find(({ code }) => code !== 'invalid_type');
  if (ofItsType) return describeIssue(ofItsType);
  return `must be of type ${[...new Set(issues.map(typeName))].join(' or ')}`;
}
