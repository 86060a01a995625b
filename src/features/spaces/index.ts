import './space.ts';
