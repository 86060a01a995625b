import './git-sync.ts';
import './git-mutations.ts';
