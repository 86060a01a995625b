/** Whether changes set a member of a row to another value; an absent one leaves it as it is. */
export function wouldChange<Row extends object>(row: Row, changes: Partial<Row>): boolean {
  return Object.entries(changes).some(
    ([name, value]) => value !== undefined && value !== row[name as keyof Row],
  );
}
