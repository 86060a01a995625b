import { Validator } from '@seriousme/openapi-schema-validator';
import { DocumentError } from './document-error.ts';
import type { JsonObject } from './json-value.ts';

/** Maximum number of problems in an error. */
const PROBLEMS_MAX = 3;
/** Maximum length of a reported problem, in characters. */
const PROBLEM_LENGTH_MAX = 300;

/**
 * Validates a document against the schema of its stated version: Swagger 2.0, OpenAPI 3.0, 3.1 or
 * 3.2.
 *
 * @throws DocumentError with the first problems
 */
export async function validateDocument(document: JsonObject): Promise<void> {
  const isOpenApi = typeof document.openapi === 'string' && /^3\.[012]\b/.test(document.openapi);
  if (!isOpenApi && document.swagger !== '2.0') {
    throw new DocumentError(
      'is not a specification: it needs a member "openapi" with the version 3.0, 3.1 or 3.2, or ' +
        '"swagger" with "2.0"',
    );
  }
  const { errors } = await new Validator().validate(document);
  // A string of errors concerns references, which bundling has checked, or stricter naming rules.
  if (!Array.isArray(errors) || errors.length === 0) return;
  throw new DocumentError(
    `is not valid: ${errors.slice(0, PROBLEMS_MAX).map(describe).join('; ')}`,
  );
}

function describe({ instancePath, message }: { instancePath: string; message?: string }): string {
  const place = instancePath === '' ? 'the document' : instancePath;
  return `${place} ${message ?? 'is wrong'}`.slice(0, PROBLEM_LENGTH_MAX);
}
