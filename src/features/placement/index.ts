import './delete-collection-mutation.ts';
import './duplicate-mutation.ts';
import './move-mutations.ts';
import './transfer-mutations.ts';
