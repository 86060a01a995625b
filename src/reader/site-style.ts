import type { FontFace, SiteAnswer } from './answers.ts';

type Styling = NonNullable<SiteAnswer['settings']['styling']>;

/** The stylesheet of a site's own colors and fonts, and the hosts of its fonts. */
export interface SiteStyle {
  css: string;
  fontOrigins: string[];
}

/** Variables of the stylesheet with the settings of their colors, and the defaults of these. */
const colors = [
  ['--accent', 'primaryColor', '#346ddb'],
  ['--info', 'infoColor', '#787878'],
  ['--success', 'successColor', '#00c950'],
  ['--warning', 'warningColor', '#fe9a00'],
  ['--danger', 'dangerColor', '#fb2c36'],
] as const;

/** Variables of fonts, with their settings and the defaults of these. */
const fonts = [
  ['--sans', 'font', 'Inter', 'system-ui,sans-serif'],
  ['--mono', 'monospaceFont', 'IBMPlexMono', 'ui-monospace,monospace'],
] as const;

const withSerifs: ReadonlySet<string> = new Set(['RobotoSlab', 'Merriweather', 'IBMPlexSerif']);

/**
 * Returns the style of a site. A named font that is not served is used where readers have it
 * installed, and a font of the site's own is loaded from the hosts that its settings name.
 *
 * @param served faces of the named fonts that are served from here
 */
export function styleOf(
  styling: Styling = {},
  served: Readonly<Record<string, readonly FontFace[]>>,
): SiteStyle {
  const variables: string[] = [];
  const faces: string[] = [];
  const fontOrigins: string[] = [];
  for (const [variable, key, standard] of colors) {
    const { light, dark } = styling[key] ?? { light: standard, dark: standard };
    const isStandard = [light, dark].every((color) => color.toLowerCase() === standard);
    if (!isStandard) variables.push(`${variable}:light-dark(${light},${dark})`);
  }
  for (const [variable, key, standard, fallback] of fonts) {
    const font = styling[key] ?? standard;
    if (font === standard) continue;
    const isNamed = typeof font === 'string';
    const family = isNamed ? inWords(font) : font.fontFamily.replaceAll(/["\\\n]/g, '');
    const rest = isNamed && withSerifs.has(font) ? 'serif' : fallback;
    variables.push(`${variable}:"${family}",${rest}`);
    for (const { weight, sources } of isNamed ? (served[font] ?? []) : font.fontFaces) {
      faces.push(fontFace(family, weight, sources));
      if (!isNamed) fontOrigins.push(...sources.map(({ url }) => new URL(url).origin));
    }
  }
  const root = variables.length === 0 ? '' : `:root{${variables.join(';')}}`;
  // Nothing ends the element that contains it.
  return { css: (root + faces.join('')).replaceAll('<', '\\3c '), fontOrigins };
}

function fontFace(family: string, weight: number, sources: FontFace['sources']): string {
  const list = sources.map(({ url, format }) => {
    const address = url.replaceAll(/["\\\s]/g, encodeURIComponent);
    return `url("${address}")${format === undefined ? '' : ` format("${format}")`}`;
  });
  return `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:${list.join(',')}}`;
}

/** Returns the name of a font as it is installed, such as Open Sans for `OpenSans`. */
function inWords(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ');
  return words.replace('Jet Brains', 'JetBrains');
}
