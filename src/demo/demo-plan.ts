import type { Role } from '../auth/roles.ts';

/** A person in the demo. The plan refers to them by first name. */
export interface DemoPerson {
  displayName: string;
  role: Role;
}

export interface DemoComment {
  by: keyof typeof people;
  markdown: string;
  /** Title of the commented page. */
  page?: string;
  replies?: readonly { by: keyof typeof people; markdown: string }[];
  reactions?: readonly { by: keyof typeof people; emoji: string }[];
  resolvedBy?: keyof typeof people;
}

export interface DemoChangeRequest {
  by: keyof typeof people;
  subject: string;
  status: 'draft' | 'open' | 'archived';
  /** Folder below `proposals` whose files replace those of the space. */
  files?: string;
  comments?: readonly DemoComment[];
}

export interface DemoSpace {
  title: string;
  emoji: string;
  /** Folder below `content`. */
  folder: string;
  /** Folder below `earlier` with the files that differ in the previous revision. */
  earlier?: string;
  comments?: readonly DemoComment[];
  changeRequests?: readonly DemoChangeRequest[];
}

export interface DemoSite {
  title: string;
  emoji: string;
  visibility: 'public' | 'unlisted';
  published: boolean;
  /** Sections with the titles of their spaces. */
  sections: readonly { title: string; icon: string; spaces: readonly [string, ...string[]] }[];
}

export const DEMO_ORGANIZATION_TITLE = 'Tidewater';

/**
 * Title of the organization until the demo is complete. A start removes an organization with this
 * title and begins again.
 */
export const unfinishedTitle = 'Tidewater (being made)';

export const people = {
  ada: { displayName: 'Ada Okafor', role: 'create' },
  ben: { displayName: 'Ben Larsson', role: 'review' },
  chen: { displayName: 'Chen Wei', role: 'edit' },
  dora: { displayName: 'Dora Novak', role: 'comment' },
} as const satisfies Record<string, DemoPerson>;

/** Returns the e-mail address of a person in the demo. */
export function addressOf(name: string): string {
  return `${name}@example.com`;
}

export const spaces: readonly DemoSpace[] = [
  {
    title: 'Tidewater Guides',
    emoji: '🌊',
    folder: 'guides',
    earlier: 'guides',
    comments: [
      {
        by: 'dora',
        page: 'Quick start',
        markdown: 'Could the quick start say how to stop the broker again?',
        replies: [
          { by: 'chen', markdown: '`docker stop tidewater`. I will add it.' },
          { by: 'dora', markdown: 'Thank you!' },
        ],
        reactions: [{ by: 'ada', emoji: '👍' }],
      },
      {
        by: 'ben',
        page: 'Delivery guarantees',
        markdown: 'The explanation of *exactly once* is the best I have read.',
        reactions: [
          { by: 'ada', emoji: '❤️' },
          { by: 'chen', emoji: '❤️' },
        ],
      },
      {
        by: 'chen',
        page: 'Docker',
        markdown: 'The volume was missing here.',
        replies: [{ by: 'ada', markdown: 'Fixed, with a warning.' }],
        resolvedBy: 'ada',
      },
    ],
    changeRequests: [
      {
        by: 'chen',
        subject: 'Explain retention per topic',
        status: 'open',
        files: 'retention-by-topic',
        comments: [
          {
            by: 'ben',
            page: 'Retention',
            markdown: 'Does `--retention-hours` round up to whole segments?',
            replies: [
              { by: 'chen', markdown: 'Yes, to the end of the segment.' },
              { by: 'ben', markdown: 'Then please say so.' },
            ],
          },
          { by: 'dora', page: 'Retention', markdown: 'This is what I was looking for last week.' },
          {
            by: 'ada',
            markdown: 'Fine with me once the question of segments is answered.',
            reactions: [{ by: 'chen', emoji: '👀' }],
          },
        ],
      },
      {
        by: 'ada',
        subject: 'Upgrades on Kubernetes',
        status: 'open',
        files: 'kubernetes-upgrades',
        comments: [
          {
            by: 'chen',
            page: 'Kubernetes',
            markdown: 'The steps read well. A third one for going back?',
            replies: [{ by: 'ada', markdown: 'In the next version.' }],
          },
        ],
      },
      {
        by: 'ben',
        subject: 'A page about metrics',
        status: 'open',
        files: 'metrics-page',
        comments: [{ by: 'ada', page: 'Metrics', markdown: 'Units, please: seconds or per cent?' }],
      },
      { by: 'chen', subject: 'Windows', status: 'archived', files: 'windows-service' },
    ],
  },
  {
    title: 'Tidewater Guides 1.x',
    emoji: '🗄️',
    folder: 'guides-v1',
    changeRequests: [{ by: 'ada', subject: 'Say when support ends', status: 'draft' }],
  },
  {
    title: 'Tidewater API',
    emoji: '🔌',
    folder: 'api',
    comments: [{ by: 'dora', page: 'Publish', markdown: 'What is the largest message?' }],
    changeRequests: [
      {
        by: 'ben',
        subject: 'Document rate limits',
        status: 'open',
        files: 'rate-limits',
        comments: [
          {
            by: 'chen',
            page: 'API overview',
            markdown: 'Is the limit per token or per organization?',
            replies: [{ by: 'ben', markdown: 'Per token.' }],
          },
          { by: 'ada', markdown: 'Link this from the troubleshooting page, too.' },
        ],
      },
    ],
  },
  { title: 'Release notes', emoji: '📣', folder: 'releases' },
  {
    title: 'Engineering handbook',
    emoji: '🧭',
    folder: 'handbook',
    changeRequests: [
      {
        by: 'chen',
        subject: 'A rota for reviews that nobody picks up',
        status: 'open',
        files: 'review-rota',
        comments: [
          {
            by: 'ada',
            page: 'Code review',
            markdown: 'Let us try it for a month.',
            reactions: [
              { by: 'ben', emoji: '👍' },
              { by: 'dora', emoji: '👍' },
            ],
          },
        ],
      },
    ],
  },
  { title: 'Onboarding', emoji: '👋', folder: 'onboarding' },
];

export const sites: readonly DemoSite[] = [
  {
    title: 'Tidewater Docs',
    emoji: '🌊',
    visibility: 'public',
    published: true,
    sections: [
      { title: 'Guides', icon: 'book', spaces: ['Tidewater Guides', 'Tidewater Guides 1.x'] },
      { title: 'API', icon: 'code', spaces: ['Tidewater API'] },
      { title: 'Releases', icon: 'bullhorn', spaces: ['Release notes'] },
    ],
  },
  {
    title: 'Team Handbook',
    emoji: '📓',
    visibility: 'unlisted',
    published: false,
    sections: [
      { title: 'Engineering', icon: 'compass', spaces: ['Engineering handbook'] },
      { title: 'People', icon: 'hand', spaces: ['Onboarding'] },
    ],
  },
];
