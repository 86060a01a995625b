import './mergeability.ts';
