import { z } from 'zod';
import { MAIL_LIMITS } from './mailer.ts';

/** E-mail address, in any case. */
export const emailAddress = z
  .string()
  .max(MAIL_LIMITS.address)
  .regex(z.regexes.html5Email, 'must be an e-mail address');
