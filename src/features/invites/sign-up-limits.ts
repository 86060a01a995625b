/** Time for which a sign-up by an invite link can be confirmed and counts, in hours. */
export const SIGN_UP_HOURS = 24;

/** Maximum number of people who sign up by one invite link within that time. */
export const SIGN_UPS_PER_INVITE_MAX = 200;

/** Maximum number of mails to one address within that time, over all invite links. */
export const SIGN_UP_MAILS_MAX = 3;
