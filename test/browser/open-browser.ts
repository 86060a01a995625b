import { existsSync, readFileSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { packageFile } from '../../src/http/pages/package-file.ts';
import { PATIENCE_MS } from '../support/eventually.ts';

const candidates = [
  process.env.CHROMIUM_PATH,
  // Without a user interface, pages take half the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser of this machine that the tests use; undefined when there is none. */
export const browserPath = candidates.find((path) => path !== undefined && existsSync(path));

/**
 * Starts the browser without a network: it reaches this machine only, by its address
 * or as `localhost`, which is another site to it.
 */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath,
    timeout: PATIENCE_MS,
    args: [
      '--no-sandbox',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  });
}

/** What a page did that it should not have. */
export interface Complaints {
  /** Requests to other hosts. */
  outside: string[];
  /** Errors of scripts, of the content security policy, of loading. */
  errors: string[];
}

/** Notes requests of a page to other hosts than those, which are blocked, and its errors. */
export async function watch(page: Page, ...origins: string[]): Promise<Complaints> {
  const complaints: Complaints = { outside: [], errors: [] };
  await page.route('**/*', (route) => {
    const url = route.request().url();
    if (origins.some((origin) => url.startsWith(`${origin}/`))) return route.continue();
    complaints.outside.push(url);
    return route.abort();
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.errors.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.errors.push(message));
  return complaints;
}

/** A size and a mode in which pages are checked. */
interface Appearance {
  /** In pixels. */
  width: number;
  colorScheme: 'light' | 'dark';
}

const appearances: readonly Appearance[] = [390, 1400].flatMap((width) => [
  { width, colorScheme: 'light' },
  { width, colorScheme: 'dark' },
]);

/** What axe finds on a page in an appearance, and how wide the page is then. */
interface AppearanceCheck extends Appearance {
  violations: string[];
  scrollWidth: number;
}

/** Shows a page on phones and screens in both modes. Returns what axe finds each time. */
export async function checkAppearances(page: Page): Promise<AppearanceCheck[]> {
  // The policy of a page allows no scripts but this evaluation.
  await page.evaluate(readFileSync(packageFile('axe-core', 'axe.min.js'), 'utf8'));
  const checks: AppearanceCheck[] = [];
  for (const { width, colorScheme } of appearances) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const violations: string[] = await page.evaluate(
      `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ' ' + nodes[0]?.html))`,
    );
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    checks.push({ width, colorScheme, violations, scrollWidth });
  }
  return checks;
}

/** The checks of a page without violations that fits. */
export const flawless: readonly AppearanceCheck[] = appearances.map((appearance) => ({
  ...appearance,
  violations: [],
  scrollWidth: appearance.width,
}));
