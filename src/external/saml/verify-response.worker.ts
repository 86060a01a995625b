import type { SamlIdentity } from './check-assertion.ts';
import { SamlError, type SamlProblem } from './saml-error.ts';
import { verifyResponse, type ResponseTask } from './verify-response.ts';

/** What a worker returns: of an error only the message would come back. */
type Outcome = { identity: SamlIdentity } | { problem: SamlProblem; message: string };

/** Verifies a response, and says who somebody is, or why it is not to be believed. */
export function verify(task: ResponseTask): Outcome {
  try {
    return { identity: verifyResponse(task) };
  } catch (error) {
    if (!(error instanceof SamlError)) throw error;
    return { problem: error.problem, message: error.message };
  }
}
