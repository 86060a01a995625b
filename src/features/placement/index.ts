import './move-mutations.ts';
