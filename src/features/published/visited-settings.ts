import type { ContentReference } from '../../document/document-tree.ts';
import { conditionHolds } from '../../lib/conditions/evaluate-condition.ts';
import { resolveReferences, type TextReference } from '../links/text-references.ts';
import { settingsOfSiteSpace } from '../sites/customization/load-customization.ts';
import type { SettingsObject } from '../sites/customization/merge-customization.ts';
import { visitedUrls, type VisitedContent } from './visited-content.ts';

interface SettingsLink {
  to?: ContentReference | null;
  links?: SettingsLink[];
  condition?: string;
}

interface LinkedSettings {
  header?: { links?: SettingsLink[] };
  footer?: { groups?: { links: SettingsLink[] }[] };
  announcement?: { link?: SettingsLink };
}

/** Loads the settings of the visited space, without links whose condition does not hold. */
export async function loadVisitedSettings({ visit }: VisitedContent): Promise<SettingsObject> {
  const { context, site, siteSpace, visitor } = visit;
  const settings = await settingsOfSiteSpace(context, site, siteSpace.id);
  const { header } = settings as LinkedSettings;
  const links = header?.links?.filter(({ condition }) =>
    conditionHolds(condition ?? null, visitor),
  );
  return links ? { ...settings, header: { ...header, links } } : settings;
}

/** Resolves the references in the links of the settings of the visited space. */
export async function settingsReferences(content: VisitedContent): Promise<TextReference[]> {
  const { header, footer, announcement } = (await loadVisitedSettings(content)) as LinkedSettings;
  const links = [
    ...(header?.links ?? []),
    ...(footer?.groups ?? []).flatMap((group) => group.links),
    ...(announcement?.link ? [announcement.link] : []),
  ];
  const refs = links.flatMap(({ to, links: below }) => [to, ...(below ?? []).map((one) => one.to)]);
  const references = refs.flatMap((ref) => (ref ? [{ ref, source: '' }] : []));
  return resolveReferences(content.visit.context, content, visitedUrls(content), references);
}
