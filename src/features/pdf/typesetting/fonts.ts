import { createRequire } from 'node:module';
import path from 'node:path';
import type { FontFamily } from 'pdfmake';

const { resolve } = createRequire(import.meta.url);

/** Returns the files of a Google font by style. Example names: `source-serif-4`, `SourceSerif4`. */
function google(name: string, family: string): (style: string) => string {
  const folder = path.dirname(resolve(`@expo-google-fonts/${name}/package.json`));
  return (style) => path.join(folder, style, `${family}_${style}.ttf`);
}

function styles(file: (style: string) => string): FontFamily {
  return {
    normal: file('400Regular'),
    bold: file('600SemiBold'),
    italics: file('400Regular_Italic'),
    bolditalics: file('600SemiBold_Italic'),
  };
}

/** Returns a family without italics. */
function upright(normal: string, bold = normal): FontFamily {
  return { normal, bold, italics: normal, bolditalics: bold };
}

/** Returns the Noto font of a script. */
function noto(script: string): FontFamily {
  const file = google(`noto-sans-${script.toLowerCase()}`, `NotoSans${script}`);
  return upright(file('400Regular'), file('600SemiBold'));
}

/** Returns the Noto fonts of an East Asian language. */
function eastAsian(language: string, name: string): FontFamily {
  const folder = path.join(path.dirname(resolve(`@embedpdf/fonts-${language}`)), '../fonts');
  return upright(path.join(folder, `${name}-Regular.otf`), path.join(folder, `${name}-Bold.otf`));
}

function dejaVu(name: string): string {
  return path.join(path.dirname(resolve('dejavu-fonts-ttf/package.json')), 'ttf', `${name}.ttf`);
}

/** Fonts of PDFs. The first three are those of the design; the others cover what these lack. */
export const fontFamilies = {
  Serif: styles(google('source-serif-4', 'SourceSerif4')),
  Sans: styles(google('source-sans-3', 'SourceSans3')),
  Mono: styles(google('source-code-pro', 'SourceCodePro')),
  Chinese: eastAsian('sc', 'NotoSansHans'),
  Japanese: eastAsian('jp', 'NotoSansJP'),
  Korean: eastAsian('kr', 'NotoSansKR'),
  Thai: noto('Thai'),
  Devanagari: noto('Devanagari'),
  Bengali: noto('Bengali'),
  Gurmukhi: noto('Gurmukhi'),
  Gujarati: noto('Gujarati'),
  Tamil: noto('Tamil'),
  Telugu: noto('Telugu'),
  Kannada: noto('Kannada'),
  Malayalam: noto('Malayalam'),
  Emoji: upright(google('noto-emoji', 'NotoEmoji')('400Regular')),
  SymbolsMono: upright(dejaVu('DejaVuSansMono'), dejaVu('DejaVuSansMono-Bold')),
  Symbols: {
    normal: dejaVu('DejaVuSans'),
    bold: dejaVu('DejaVuSans-Bold'),
    italics: dejaVu('DejaVuSans-Oblique'),
    bolditalics: dejaVu('DejaVuSans-BoldOblique'),
  },
} as const satisfies Record<string, FontFamily>;

export type FamilyName = keyof typeof fontFamilies;

/** Families used for text. */
export type TextFamily = 'Serif' | 'Sans' | 'Mono';
