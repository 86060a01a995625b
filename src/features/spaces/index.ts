import './space.ts';
import './space-mutations.ts';
