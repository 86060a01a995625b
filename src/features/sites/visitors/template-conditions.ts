import type { VisitorAttribute } from './read-adaptive-schema.ts';

/** A condition to start from, and what it means (interface, Template condition). */
export interface TemplateCondition {
  description: string;
  condition: string;
}

/** A name that the condition language takes after a dot. */
const identifier = /^[A-Za-z_]\w*$/;
/** Words of that language which are no names there. */
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

/** How conditions name a claim: `visitor.claims.unsigned["is-beta"]`. */
export function claimOf(path: readonly string[]): string {
  const accesses = path.map((name) =>
    identifier.test(name) && !reservedWords.has(name) ? `.${name}` : `[${JSON.stringify(name)}]`,
  );
  return `visitor.claims${accesses.join('')}`;
}

/**
 * The conditions that attributes suggest: that a boolean is true, that an enumeration has each of
 * its values, that a list is not empty or holds a value, that anything else is known.
 */
export function templateConditions(attributes: readonly VisitorAttribute[]): TemplateCondition[] {
  return attributes.flatMap((attribute) => conditionsOn(attribute));
}

function conditionsOn({ path, type, description, values }: VisitorAttribute): TemplateCondition[] {
  const claim = claimOf(path);
  switch (type) {
    case 'boolean':
      return [{ description, condition: claim }];
    case 'enum':
      return forEach(values, description, (value) => `${claim} == ${value}`);
    case 'array':
      if (values) return forEach(values, description, (value) => `${value} in ${claim}`);
      return [{ description, condition: `size(${claim}) > 0` }];
    case 'string':
      return [{ description, condition: `${claim} != ""` }];
    case 'number':
      return [{ description, condition: `${claim} > 0` }];
    case 'object':
      // What is in it has conditions of its own.
      return [];
  }
}

function forEach(
  values: readonly string[] | null,
  description: string,
  write: (literal: string) => string,
): TemplateCondition[] {
  return (values ?? []).map((value) => ({
    description: `${description}: ${value}`,
    condition: write(JSON.stringify(value)),
  }));
}
