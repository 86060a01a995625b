/** Messages for failed logins, for the person and the admin whom they ask. */
const messages = {
  'unknown-provider': 'There is no such login: ask an admin of your organization for its address.',
  pending:
    'This login is not set up yet: an admin has to give its entity id, its address and its certificate.',
  unasked:
    'This answer is to no login that began here within the last ten minutes: begin at the start address, not at the identity provider.',
  opened:
    'Nothing is to be seen at this address: the identity provider sends its answers to it, by POST. Begin at the start address.',
  changed: 'The settings of this login were changed meanwhile: begin again.',
  used: 'This login was used already: begin again.',
  'other-browser':
    'This login was begun in another browser, or too long ago: begin again in this one. It needs cookies.',
  blocked: 'Your organization is blocked: ask those who run this installation.',
  disabled: 'You are a disabled member of the organization: ask an admin of it.',
  'not-allowed':
    'Your account may not log in by single sign-on: an admin of the organization can allow it.',
  elsewhere:
    'Your account belongs to more than this organization, so single sign-on of this one cannot log in to it: use an API token.',
} as const;

export type LoginProblem = keyof typeof messages;

/** Rejected login. */
export class LoginError extends Error {
  override name = 'LoginError';
  readonly problem: LoginProblem;

  constructor(problem: LoginProblem) {
    super(messages[problem]);
    this.problem = problem;
  }
}
