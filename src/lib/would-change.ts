/**
 * Returns whether changes set any member of a row to another value. Undefined members are ignored.
 */
export function wouldChange<Row extends object>(row: Row, changes: Partial<Row>): boolean {
  return Object.entries(changes).some(
    ([name, value]) => value !== undefined && value !== row[name as keyof Row],
  );
}
