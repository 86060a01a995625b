import type { Context } from '../../context.ts';
import type { Source } from '../../pagination/source.ts';
import { invalidPosition, type Place } from './site-order.ts';

/**
 * A neighbour that the viewer may not see is no place to move to.
 *
 * @throws INVALID_POSITION
 */
export async function requireVisiblePlace<Row>(
  { loaders }: Context,
  source: Source<Row>,
  place: Place,
  noun: string,
): Promise<void> {
  for (const side of ['before', 'after'] as const) {
    const id = place[side];
    if (id && !(await loaders.one(source, id))) {
      throw invalidPosition(`"position.${side}" is no ${noun} beside the moved one.`);
    }
  }
}
