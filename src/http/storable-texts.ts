import { BREAK, Kind, visit, type ASTNode, type DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { AppError } from '../errors.ts';
import { unstorableText } from '../rest/unstorable-text.ts';

/**
 * Refuses texts that no database holds, in variables and in documents, on both surfaces, so that
 * resolvers never get them.
 */
export function useStorableTexts(): Plugin {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const error = findUnstorableText(args.document, args.variableValues);
      if (error) setResultAndStopExecution({ errors: [error] });
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const error = findUnstorableText(args.document, args.variableValues);
      if (error) setResultAndStopExecution({ errors: [error] });
    },
  };
}

/** Returns the error for the first text of an operation that no database holds. */
export function findUnstorableText(
  document: DocumentNode,
  variables: unknown,
): AppError | undefined {
  return unstorableText(variables) ?? unstorableLiteral(document);
}

/** Results by document: documents are parsed once. */
const known = new WeakMap<DocumentNode, { error: AppError | undefined }>();

function unstorableLiteral(document: DocumentNode): AppError | undefined {
  const result = known.get(document) ?? { error: findLiteral(document) };
  known.set(document, result);
  return result.error;
}

function findLiteral(document: DocumentNode): AppError | undefined {
  let error: AppError | undefined;
  visit(document, {
    StringValue({ value }, _key, parent, _path, ancestors) {
      const names = [...ancestors, parent].flatMap(namesOf).toReversed();
      error = unstorableText(names.reduce<unknown>((below, name) => ({ [name]: below }), value));
      return error && BREAK;
    },
  });
  return error;
}

/** Returns the name of an argument, of a field of an input, or of a variable with a default. */
function namesOf(ancestor: ASTNode | readonly ASTNode[] | undefined): string[] {
  if (!ancestor || !('kind' in ancestor)) return [];
  switch (ancestor.kind) {
    case Kind.ARGUMENT:
    case Kind.OBJECT_FIELD:
      return [ancestor.name.value];
    case Kind.VARIABLE_DEFINITION:
      return [ancestor.variable.name.value];
    default:
      return [];
  }
}
