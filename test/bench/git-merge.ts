import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Texts of pages by their names. */
type Texts = Readonly<Record<string, string>>;

/** What two branches made of the same pages. */
export interface Branches {
  base: Texts;
  ours: Texts;
  theirs: Texts;
}

/** Merges the same texts with git, in a repository of its own. Answers the milliseconds it took. */
export function timeGitMerge({ base, ours, theirs }: Branches): number {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'docgraph-bench-'));
  const git = (...args: string[]) =>
    execFileSync(
      'git',
      ['-c', 'gc.auto=0', '-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args],
      {
        cwd: folder,
        stdio: 'ignore',
      },
    );
  const commit = (texts: Texts) => {
    for (const [name, text] of Object.entries(texts)) {
      const file = path.join(folder, name.slice(-2), `${name}.md`);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    git('add', '.');
    git('commit', '--quiet', '--message', 'Change');
  };
  try {
    git('init', '--quiet', '--initial-branch', 'main');
    commit(base);
    git('checkout', '--quiet', '-b', 'change');
    commit(ours);
    git('checkout', '--quiet', 'main');
    commit(theirs);
    const startedAt = performance.now();
    git('merge', '--quiet', '--message', 'Merge', 'change');
    return performance.now() - startedAt;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
