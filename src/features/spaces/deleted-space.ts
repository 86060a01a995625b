import { conflict, type AppError } from '../../errors.ts';

/** Returns the error for a change to a deleted space. */
export function deletedSpace({ title }: { title: string }): AppError {
  return conflict(`The space "${title}" is deleted; restore it first.`);
}
