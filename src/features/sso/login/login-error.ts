/** Messages for failed logins, for the person and the admin whom they ask. */
const messages = {
  'unknown-provider': 'This login does not exist: ask an admin of your organization for its URL.',
  pending:
    'This login is not set up yet: an admin has to set its entity id, its URL and its certificate.',
  unasked:
    'This response belongs to no login that started here within the last ten minutes: start at the start URL, not at the identity provider.',
  opened:
    'This URL only receives responses of the identity provider, by POST. Start at the start URL.',
  changed: 'The settings of this login changed in the meantime: start again.',
  used: 'This login was already used: start again.',
  'other-browser':
    'This login was started in another browser, or too long ago: start again in this one. It needs cookies.',
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
