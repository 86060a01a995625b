import path from 'node:path';

/**
 * Returns whether no program reads a file of a package: types, source maps, other fonts, forms of
 * icons and databases.
 *
 * @param fonts names of the font files that are read
 */
export function isUnread(name, fonts) {
  if (/\.map$|\.[cm]?tsx?$/.test(name)) return true;
  if (/@fortawesome[\\/]/.test(name))
    return !/(?:svgs[\\/].*\.svg|package\.json|LICENSE\.txt)$/.test(name);
  if (/\.[ot]tf$/.test(name)) return !fonts.has(path.basename(name));
  return /@prisma[\\/]client[\\/]runtime[\\/].*(?:sqlserver|sqlite|mysql|cockroachdb|_fast_)/.test(
    name,
  );
}
