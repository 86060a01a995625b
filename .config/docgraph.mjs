#!/usr/bin/env node
// The command `docgraph`: npx docgraph --help
process.argv.splice(2, 0, 'docgraph');
await import('./run.mjs');
