// Prints the counts of a vitest run from its JSON report, e.g. `12 passed, 0 failed, 1 skipped`.
import fs from 'node:fs';

const text = fs.readFileSync(process.argv[2], 'utf8');
if (text === '') {
  console.log('0 passed, 1 failed, 0 skipped'); // The run ended before its report.
  process.exit(1);
}
const report = JSON.parse(text);
// A file that does not load fails without a test of its own that could.
const unloadable = report.testResults.filter(
  ({ status, assertionResults }) =>
    status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
);
const failed = report.numFailedTests + unloadable.length;
const skipped = report.numPendingTests + report.numTodoTests;
console.log(`${report.numPassedTests} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 || !report.success ? 1 : 0;
