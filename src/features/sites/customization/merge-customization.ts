/** Members of settings that are merged member by member. All others are replaced as a whole. */
const groups = new Set([
  ...[
    'styling',
    'sidebar',
    'internationalization',
    'header',
    'footer',
    'themes',
    'pdf',
    'feedback',
  ],
  ...['git', 'externalLinks', 'pagination', 'trademark', 'privacyPolicy', 'socialPreview'],
]);

/** Settings, or groups of them. */
export type SettingsObject = Readonly<Record<string, unknown>>;

/** Applies changes to settings: null removes a setting. */
export function mergeCustomization(settings: SettingsObject, changes: SettingsObject) {
  const merged = new Map(Object.entries(settings));
  for (const [key, change] of Object.entries(changes)) {
    if (change === undefined) continue;
    if (change === null) merged.delete(key);
    else if (!groups.has(key)) merged.set(key, change);
    else {
      const group = (merged.get(key) ?? {}) as SettingsObject;
      merged.set(key, mergeCustomization(group, change as SettingsObject));
    }
  }
  return Object.fromEntries(merged) as Record<string, unknown>;
}
