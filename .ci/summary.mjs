// Prints each failed test with its message, then the sum of the counts of vitest runs, e.g.
// `12 passed, 0 failed, 1 skipped`. Arguments: the JSON report of each run.
import fs from 'node:fs';
import path from 'node:path';

const LONGEST_MESSAGE = 3_000; // Counterexamples of laws may be pages long.

let [passed, failed, skipped] = [0, 0, 0];
for (const file of process.argv.slice(2)) {
  if (!fs.existsSync(file) || fs.statSync(file).size === 0) {
    failed += 1; // The run ended before its report.
    continue;
  }
  const report = JSON.parse(fs.readFileSync(file, 'utf8'));
  for (const { name, message, assertionResults } of report.testResults) {
    if (message) console.log(`FAILED ${path.relative('', name)}\n${message}\n`);
    for (const test of assertionResults.filter(({ status }) => status === 'failed')) {
      const messages = test.failureMessages.join('\n').slice(0, LONGEST_MESSAGE);
      console.log(`FAILED ${path.relative('', name)} > ${test.fullName}\n${messages}\n`);
    }
  }
  // A file that does not load fails without a test of its own that could.
  const unloadable = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  passed += report.numPassedTests;
  failed += report.numFailedTests + unloadable.length;
  skipped += report.numPendingTests + report.numTodoTests;
  if (!report.success) process.exitCode = 1;
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
if (failed > 0) process.exitCode = 1;
