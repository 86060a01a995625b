// Loaded before the module of a worker that runs TypeScript sources. It is JavaScript, since it sets
// up the compiler.
import { register } from 'tsx/esm/api';

register();
