/** The name of a field as the one who sends it knows it: they gave it in `input`. */
export function fieldName([first, ...below]: readonly (string | number)[]): string {
  return (
    (first === 'input' || first === undefined ? below : [first, ...below]).join('.') || 'input'
  );
}
