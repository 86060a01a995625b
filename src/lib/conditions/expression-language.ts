import { Environment, type ASTNode } from '@marcbachmann/cel-js';

/** Maximum length of an expression, in characters (interface, Limits: Condition). */
export const EXPRESSION_LENGTH_MAX = 1024;

/**
 * A language of expressions: a subset of the Common Expression Language (CEL) with few variables.
 * Expressions are parsed and interpreted, never compiled to code.
 */
export interface ExpressionLanguage {
  /** Name of an expression in messages. */
  noun: string;
  environment: Environment;
}

const onVisitor = new Environment({
  unlistedVariablesAreDyn: false,
  homogeneousAggregateLiterals: false,
  enableOptionalTypes: false,
  limits: {
    maxAstNodes: 400,
    maxDepth: 32,
    maxListElements: 100,
    maxMapEntries: 100,
    maxCallArguments: 8,
  },
}).registerVariable({ name: 'visitor', schema: { claims: 'map<string, dyn>' } });

/** Language of conditions, which decide what a visitor sees. */
export const conditionLanguage: ExpressionLanguage = {
  noun: 'condition',
  environment: onVisitor,
};

/** Language of expressions in texts. */
export const textLanguage: ExpressionLanguage = {
  noun: 'expression',
  environment: onVisitor
    .clone()
    .registerVariable({ name: 'page', schema: { vars: 'map<string, dyn>' } })
    .registerVariable({ name: 'space', schema: { vars: 'map<string, dyn>' } }),
};

/**
 * The supported subset of CEL. It omits arithmetic, which fails silently on claims from JSON. It
 * also omits slow functions such as `map`, and `matches` with its regular expressions.
 */
const operators = new Set<string>([
  ...['value', 'id', '.', '[]', 'list', 'call', 'rcall'],
  ...['&&', '||', '!_', '-_', '?:', '==', '!=', '<', '<=', '>', '>=', 'in'],
]);
const functions = new Set(['has', 'size']);
const quantifiers = new Set(['all', 'exists', 'exists_one']);
const methods = new Set([
  ...quantifiers,
  ...['size', 'startsWith', 'endsWith', 'contains', 'lowerAscii', 'upperAscii', 'trim'],
]);

/** Returns the first unsupported part of an expression, and the problem; null if there is none. */
export function findForbidden(
  node: ASTNode,
  noun: string,
  isQuantified = false,
): { node: ASTNode; problem: string } | null {
  const quantifies = node.op === 'rcall' && quantifiers.has(node.args[0]);
  const problem = problemOf(node, `${noun}s`) ?? (quantifies && isQuantified ? NESTED : null);
  if (problem !== null) return { node, problem };
  for (const child of childrenOf(node)) {
    const found = findForbidden(child, noun, isQuantified || quantifies);
    if (found) return found;
  }
  return null;
}

const NESTED = 'all, exists and exists_one cannot be used inside one another';

function problemOf(node: ASTNode, nouns: string): string | null {
  if (!operators.has(node.op)) return `${nouns} have no ${node.op}`;
  if (node.op === 'call' && !functions.has(node.args[0])) {
    return `${nouns} have no function ${node.args[0]}`;
  }
  if (node.op === 'rcall' && !methods.has(node.args[0])) {
    return `${nouns} have no method ${node.args[0]}`;
  }
  return null;
}

/** Checks whether an expression reads a variable. */
export function mentions(node: ASTNode, variable: string): boolean {
  if (node.op === 'id') return node.args === variable;
  return childrenOf(node).some((child) => mentions(child, variable));
}

/** Stands for all variables in a list of names. */
export const ANY_VARIABLE = '*';

/**
 * Returns the names of the variables in `page.vars` or `space.vars` that an expression reads.
 * Includes `ANY_VARIABLE` if it does not read them by name.
 */
export function variablesRead(node: ASTNode, owner: 'page' | 'space'): string[] {
  if (node.op === 'id') return node.args === owner ? [ANY_VARIABLE] : [];
  if (node.op === '.' || node.op === '[]') {
    const [object, member] = node.args;
    const name = typeof member === 'object' && member.op === 'value' ? member.args : member;
    if (typeof name === 'string' && isVariablesOf(object, owner)) return [name];
  }
  return childrenOf(node).flatMap((child) => variablesRead(child, owner));
}

function isVariablesOf(node: ASTNode, owner: string): boolean {
  return node.op === '.' && node.args[1] === 'vars' && node.args[0].args === owner;
}

function childrenOf(node: ASTNode): ASTNode[] {
  return node.op === 'value' ? [] : nodesIn(node.args);
}

/** Returns the nodes in the arguments of an operator, which are nodes, names, and lists of both. */
function nodesIn(argument: unknown): ASTNode[] {
  if (Array.isArray(argument)) return argument.flatMap((item) => nodesIn(item));
  const isNode = typeof argument === 'object' && argument !== null && 'op' in argument;
  return isNode ? [argument as ASTNode] : [];
}
