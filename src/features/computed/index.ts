import './computed-mutations.ts';
