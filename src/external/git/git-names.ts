/** Bytes of a name: what file systems take. */
const NAME_BYTES_MAX = 255;

/** Characters that some file systems do not see in a name. */
const UNSEEN = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g;

/**
 * Whether a file or folder may have a name in a repository: one that leads nowhere else when it is
 * checked out, on no file system. As git, this takes all that some system reads as `.git` for that.
 */
export function isSafeName(name: string): boolean {
  if (name === '' || Buffer.byteLength(name) > NAME_BYTES_MAX) return false;
  if (/[\\/\p{Cc}]/u.test(name)) return false;
  // What follows a colon names a part of a file, and dots and blanks at the end are dropped.
  const [file = ''] = name.replaceAll(UNSEEN, '').split(':');
  const seen = file.toLowerCase().replace(/[. ]+$/, '');
  if (seen === '') return file === '';
  return seen !== '.git' && !/^\.?git~[1-9]$/.test(seen);
}

/** Whether all names of a path are safe ones; so is '', the repository itself. */
export function isSafePath(path: string): boolean {
  return path === '' || path.split('/').every(isSafeName);
}

/**
 * The branches that git lets somebody make, as `refs/heads/…` (git-check-ref-format). A `-` at the
 * beginning of a name would make it an option.
 */
export const BRANCH_REF =
  /^refs\/heads\/(?![-./])(?!.*(?:\.\.|\/[./]|\.\/|@\{|\.lock(?:\/|$)|[./]$))[^\p{Cc} ~^:?*[\\]+$/u;

/** The name of an author without what would be markup in a commit; may be ''. */
export function authorName(name: string): string {
  return name.replaceAll(/[<>\p{Cc}]/gu, '').trim();
}
