/** Returns the name of a field as callers know it: the path without `input`. */
export function fieldName([first, ...below]: readonly (string | number)[]): string {
  return (
    (first === 'input' || first === undefined ? below : [first, ...below]).join('.') || 'input'
  );
}
