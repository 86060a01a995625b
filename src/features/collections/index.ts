import './collection.ts';
import './collection-lists.ts';
import './collection-mutations.ts';
