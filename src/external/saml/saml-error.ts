/** Why a response of an identity provider is refused; each name tells its admin where to look. */
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

/** A response was refused; the message is for people, and repeats nothing of what was sent. */
export class SamlError extends Error {
  override name = 'SamlError';
  readonly problem: SamlProblem;

  constructor(problem: SamlProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
