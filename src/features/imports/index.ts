import './import-mutations.ts';
