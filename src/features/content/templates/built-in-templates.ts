import type { Variables } from '../../../revisions/store/entry.ts';

/** A reference that a user may set when applying a template. */
export interface TemplateReference {
  /** Pages of the template refer to it as `template:name`. */
  name: string;
  description: string;
  /** Default target. */
  url: string;
}

/** A template that comes with docgraph. Its content is the folder of the same name. */
export interface BuiltInTemplate {
  id: string;
  title: string;
  emoji: string;
  description: string;
  variables: Variables;
  contentRefs: readonly TemplateReference[];
}

const support = {
  name: 'support',
  description: 'Where people get help.',
  url: 'mailto:support@example.com',
};
const status = {
  name: 'status',
  description: 'The page that shows whether everything works.',
  url: 'https://status.example.com/',
};
const repository = {
  name: 'repository',
  description: 'The repository of the source code.',
  url: 'https://git.example.com/product',
};

export const builtInTemplates: readonly BuiltInTemplate[] = [
  {
    id: 'product-docs',
    title: 'Product documentation',
    emoji: '📘',
    description: 'A landing page, a quick start, guides, a changelog and questions with answers.',
    variables: { product: 'Your product', version: '1.0' },
    contentRefs: [support, repository],
  },
  {
    id: 'api-reference',
    title: 'API reference',
    emoji: '🔌',
    description: 'Authentication, errors, pagination, limits, and a page for each resource.',
    variables: { product: 'Your product', apiUrl: 'https://api.example.com/v1' },
    contentRefs: [support, status],
  },
  {
    id: 'team-handbook',
    title: 'Team handbook',
    emoji: '🧭',
    description: 'How a team works: first day, meetings, decisions, reviews, and words it uses.',
    variables: { team: 'Your team' },
    contentRefs: [
      { name: 'chat', description: 'Where the team talks.', url: 'https://chat.example.com/' },
      repository,
    ],
  },
  {
    id: 'runbook',
    title: 'Runbook',
    emoji: '🚨',
    description: 'What to do when something breaks: on call, alerts, rollback, and the review.',
    variables: { service: 'Your service' },
    contentRefs: [
      status,
      {
        name: 'dashboard',
        description: 'The dashboard of the service.',
        url: 'https://metrics.example.com/',
      },
    ],
  },
  {
    id: 'design-decisions',
    title: 'Design decisions',
    emoji: '🗺️',
    description: 'A log of decisions, the form that one is written in, and how they are made.',
    variables: { team: 'Your team' },
    contentRefs: [repository],
  },
];
