import { createApiToken, newApiToken } from '../features/users/create-api-token.ts';
import { CommandError } from './command-error.ts';
import { contextOfUser } from './context-of-user.ts';
import type { CommandDependencies } from './run-on-database.ts';

export interface TokenOptions {
  /** E-mail address of the user. If undefined, the first user. */
  email?: string | undefined;
  label: string;
  json: boolean;
}

/** Creates an API token of a user, and prints it. */
export async function createToken(
  { email, label, json }: TokenOptions,
  { print, ...dependencies }: CommandDependencies,
): Promise<void> {
  const input = newApiToken.safeParse({ label });
  if (!input.success) throw new CommandError('--label must have 1 to 100 characters.');
  const context = await contextOfUser(dependencies, email);
  const { secret } = await createApiToken(context, input.data);
  print(json ? JSON.stringify({ token: secret, userId: context.viewer.id }) : secret);
}
