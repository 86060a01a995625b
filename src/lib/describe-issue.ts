/** What of a validation issue is looked at; zod's issues have these members. */
export interface Issue {
  readonly message: string;
  readonly code?: string;
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly keys?: readonly string[];
  readonly values?: readonly unknown[];
  readonly input?: unknown;
  readonly expected?: string;
  readonly format?: string;
}

const units: Record<string, string> = { string: 'character', array: 'item', set: 'item' };

/** Says what a value must be, to follow its name: `must have at least 2 characters`. */
export function describeIssue(issue: Issue): string {
  const unit = units[issue.origin ?? ''];
  switch (issue.code) {
    case 'too_small':
      return unit
        ? `must have at least ${counted(issue.minimum, unit)}`
        : `must be at least ${issue.minimum}`;
    case 'too_big':
      return unit
        ? `must have at most ${counted(issue.maximum, unit)}`
        : `must be at most ${issue.maximum}`;
    case 'invalid_type':
      return issue.message.endsWith('received null')
        ? 'must not be null; leave it out to keep it as it is'
        : `must be of type ${issue.expected}`;
    case 'invalid_format':
      return issue.message.startsWith('Invalid')
        ? `must be a valid ${issue.format}`
        : issue.message;
    case 'invalid_value':
      return `must be one of ${(issue.values ?? []).map((value) => JSON.stringify(value)).join(', ')}`;
    default:
      return issue.message;
  }
}

function counted(count: number | bigint | undefined, unit: string): string {
  return `${count} ${unit}${Number(count) === 1 ? '' : 's'}`;
}
