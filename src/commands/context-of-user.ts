import { loadViewer } from '../auth/load-viewer.ts';
import { createContext, type Context, type ContextOptions } from '../context.ts';
import { findUsersByEmail } from '../features/users/find-users-by-email.ts';
import { firstUser } from '../features/users/first-user.ts';
import { CommandError } from './command-error.ts';

/**
 * Returns the context of the user with an e-mail address, else of the first user.
 *
 * @throws CommandError if there is no such user
 */
export async function contextOfUser(
  options: Pick<ContextOptions, 'db' | 'log' | 'addresses'>,
  email?: string,
): Promise<Context> {
  const { prisma } = options.db;
  const id =
    email === undefined
      ? await firstUser(prisma)
      : (await findUsersByEmail(prisma, [email])).get(email.toLowerCase());
  if (id == null) {
    throw new CommandError(
      email === undefined
        ? 'There is no user yet: start docgraph once.'
        : `There is no user with the e-mail address "${email}".`,
    );
  }
  return createContext({ ...options, viewer: await loadViewer(options.db, id) });
}
