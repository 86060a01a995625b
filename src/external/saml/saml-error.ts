/** Reason why a response of an identity provider is rejected; it guides the provider's admin. */
export type SamlProblem =
  | 'not-xml'
  | 'doctype'
  | 'not-a-response'
  | 'not-successful'
  | 'encrypted'
  | 'assertions'
  | 'unsigned'
  | 'algorithm'
  | 'signature'
  | 'issuer'
  | 'destination'
  | 'recipient'
  | 'audience'
  | 'conditions'
  | 'expired'
  | 'not-yet-valid'
  | 'email'
  | 'busy';

/** Rejected response. The message is for people, and repeats none of the response. */
export class SamlError extends Error {
  override name = 'SamlError';
  readonly problem: SamlProblem;

  constructor(problem: SamlProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
