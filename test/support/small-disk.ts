import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const BLOCK_SIZES = [1 << 20, 4096] as const;

/** A small file system for tests to fill. */
export interface SmallDisk {
  folder: string;
  /** Fills the file system. Returns a function that frees the space again. */
  fill: () => () => void;
  remove: () => void;
}

/** Mounts a file system in memory; returns null if that is not permitted. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'docgraph-disk-'));
  try {
    const options = `size=${megabytes}m,mode=755`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  return {
    folder,
    fill() {
      const file = path.join(folder, 'ballast');
      const descriptor = openSync(file, 'w');
      for (const size of BLOCK_SIZES) writeUntilFull(descriptor, Buffer.alloc(size));
      closeSync(descriptor);
      return () => rmSync(file);
    },
    remove() {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

function writeUntilFull(descriptor: number, block: Buffer): void {
  for (;;) {
    try {
      writeSync(descriptor, block);
    } catch {
      return;
    }
  }
}
