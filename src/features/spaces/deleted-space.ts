import { conflict, type AppError } from '../../errors.ts';

/** A deleted space takes no change. */
export function deletedSpace({ title }: { title: string }): AppError {
  return conflict(`The space "${title}" is deleted; restore it first.`);
}
