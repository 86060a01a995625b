import './collection.ts';
