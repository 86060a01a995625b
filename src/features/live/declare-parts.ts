import { enumType } from '../../builder/declare-types.ts';
import { badField } from '../../errors.ts';
import { showing } from '../../pagination/declared-fields.ts';

/**
 * Declares the parts of an object that changes: their enum, the field that names those of an event,
 * and the argument that selects some.
 *
 * @param parts descriptions, by the parts in order
 */
export function declareParts<Part extends string>(
  name: string,
  description: string,
  parts: Readonly<Record<Part, string>>,
) {
  const type = enumType(name, description, parts);
  const all = Object.keys(parts) as Part[];
  return {
    /** Options of the field. Spread them into `t.field`. */
    changedParts: {
      type: [type] as [typeof type],
      description:
        'The parts that changed since the event before; all of them in the first event, and when ' +
        'changes may have been missed.',
      ...showing('changedParts'),
    },
    /** Options of the argument. Spread them into `t.arg`. */
    parts: {
      type: [type] as [typeof type],
      description: 'Only changes of these parts; all by default.',
    },
    /**
     * Returns the parts that the argument selects, in order; all by default.
     *
     * @throws BAD_USER_INPUT if it is empty
     */
    select(selection: readonly Part[] | null | undefined): readonly Part[] {
      if (selection?.length === 0) {
        throw badField(['parts'], 'must name at least one part, or be omitted');
      }
      return all.filter((part) => selection?.includes(part) ?? true);
    },
  };
}
