// Loaded before a thread's module where sources are run as they are. JavaScript, since nothing
// compiles before it.
import { register } from 'tsx/esm/api';

register();
