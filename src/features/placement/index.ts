import './delete-collection-mutation.ts';
import './move-mutations.ts';
import './transfer-mutations.ts';
