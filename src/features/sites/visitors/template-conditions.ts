import type { VisitorAttribute } from './read-adaptive-schema.ts';

/** Suggested condition with its meaning (interface, Template condition). */
export interface TemplateCondition {
  description: string;
  condition: string;
}

/** Name that the condition language accepts after a dot. */
const identifier = /^[A-Za-z_]\w*$/;
/** Words of that language that cannot be names. */
const reservedWords = new Set([
  ...['as', 'break', 'const', 'continue', 'else', 'false', 'for', 'function', 'if', 'import'],
  ...[
    'in',
    'let',
    'loop',
    'namespace',
    'null',
    'package',
    'return',
    'true',
    'var',
    'void',
    'while',
  ],
]);

/** Returns the expression for a claim, e.g. `visitor.claims.unsigned["is-beta"]`. */
export function claimOf(path: readonly string[]): string {
  const accesses = path.map((name) =>
    identifier.test(name) && !reservedWords.has(name) ? `.${name}` : `[${JSON.stringify(name)}]`,
  );
  return `visitor.claims${accesses.join('')}`;
}

/**
 * Returns the conditions that attributes suggest: a boolean is true, an enumeration has one of its
 * values, a text or list is not empty or contains a value, a number is more than 0.
 */
export function templateConditions(attributes: readonly VisitorAttribute[]): TemplateCondition[] {
  return attributes.flatMap((attribute) => conditionsOn(attribute));
}

function conditionsOn(attribute: VisitorAttribute): TemplateCondition[] {
  const { path, type, description, values } = attribute;
  const claim = claimOf(path);
  const suggest = (meaning: string, condition: string): TemplateCondition => ({
    description: `${description.replace(/\.$/, '')}: ${meaning}`,
    condition,
  });
  switch (type) {
    case 'boolean':
      return [{ description, condition: claim }];
    case 'number':
      return [suggest('more than 0', `${claim} > 0`)];
    case 'enum':
      return (values ?? []).map((value) => suggest(value, `${claim} == ${JSON.stringify(value)}`));
    case 'string':
    case 'array':
      if (!values) return [suggest('not empty', `size(${claim}) > 0`)];
      return values.map((value) => suggest(value, `${JSON.stringify(value)} in ${claim}`));
    case 'object':
      // Its attributes have their own conditions.
      return [];
  }
}
