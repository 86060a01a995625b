/** Maximum length of a name on file systems, in bytes. */
const NAME_BYTES_MAX = 255;

/** Characters that some file systems ignore in a name. */
const UNSEEN = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g;

/**
 * Checks whether a file or folder name is safe to check out on every file system. Like git, rejects
 * every name that some system treats as `.git`.
 */
export function isSafeName(name: string): boolean {
  if (name === '' || Buffer.byteLength(name) > NAME_BYTES_MAX) return false;
  if (/[\\/\p{Cc}]/u.test(name)) return false;
  // A colon introduces a stream of a file, and trailing dots and blanks are dropped.
  const [file = ''] = name.replaceAll(UNSEEN, '').split(':');
  const seen = file.toLowerCase().replace(/[. ]+$/, '');
  if (seen === '') return file === '';
  return seen !== '.git' && !/^\.?git~[1-9]$/.test(seen);
}

/** Checks whether all names of a path are safe; '' is the repository itself, which is safe. */
export function isSafePath(path: string): boolean {
  return path === '' || path.split('/').every(isSafeName);
}

/**
 * Valid branch refs of the form `refs/heads/…` (git-check-ref-format). A leading `-` in a name
 * would make it an option.
 */
export const BRANCH_REF =
  /^refs\/heads\/(?![-./])(?!.*(?:\.\.|\/[./]|\.\/|@\{|\.lock(?:\/|$)|[./]$))[^\p{Cc} ~^:?*[\\]+$/u;

/** Returns an author name without the delimiters of a commit header; may be ''. */
export function authorName(name: string): string {
  return name.replaceAll(/[<>\p{Cc}]/gu, '').trim();
}
