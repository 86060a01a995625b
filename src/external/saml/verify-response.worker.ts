import type { SamlIdentity } from './check-assertion.ts';
import { SamlError, type SamlProblem } from './saml-error.ts';
import { verifyResponse, type ResponseTask } from './verify-response.ts';

/** Result of a worker. A thrown error would lose everything but its message. */
type Outcome = { identity: SamlIdentity } | { problem: SamlProblem; message: string };

/** Verifies a response. Returns the identity, or why the response is rejected. */
export function verify(task: ResponseTask): Outcome {
  try {
    return { identity: verifyResponse(task) };
  } catch (error) {
    if (!(error instanceof SamlError)) throw error;
    return { problem: error.problem, message: error.message };
  }
}
