/** Prints rows below their headings, numbers to the right. */
export function printTable(
  headings: readonly string[],
  rows: readonly (string | number)[][],
): void {
  const cells = [headings, ...rows].map((row) => row.map(String));
  const widths = headings.map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const lines = cells.map((row) =>
    row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '),
  );
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}
