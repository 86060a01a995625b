import { attributeOf, type HastElement } from './hast.ts';

const containers =
  /(?:^|[\s_-])(?:admonition|callout|alert|hint|notice|infobox|starlight-aside|custom-block|confluence-information-macro|markdown-alert|rst-admonition|message)(?:$|[\s_-])/i;

/** Hint styles, with patterns of the class names that map to them. */
const styles = [
  ['danger', /danger|error|caution|critical|important|failure/i],
  ['warning', /warn|attention|note-yellow/i],
  ['success', /success|tip|check|done/i],
  ['info', /./],
] as const;

/** Returns the style of an element that is a hint, such as an admonition; otherwise undefined. */
export function hintStyle(element: HastElement): (typeof styles)[number][0] | undefined {
  if (!/^(?:div|aside|section|figure|blockquote)$/.test(element.tagName)) return undefined;
  const classes = attributeOf(element, 'className');
  if (!containers.test(classes)) return undefined;
  return styles.find(([, pattern]) => pattern.test(classes))?.[0];
}
