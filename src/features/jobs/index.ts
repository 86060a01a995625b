import './job.ts';
import './job-lists.ts';
import './job-mutations.ts';
