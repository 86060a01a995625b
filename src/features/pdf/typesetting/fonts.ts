import { createRequire } from 'node:module';
import path from 'node:path';

const { resolve } = createRequire(import.meta.url);

function folderOf(name: string): string {
  return path.dirname(resolve(`${name}/package.json`));
}

/** Returns the files of a Google font. Example names: `source-serif-4`, `SourceSerif4`. */
function google(name: string, family: string, styles: readonly string[]): string[] {
  const folder = folderOf(`@expo-google-fonts/${name}`);
  return styles.map((style) => path.join(folder, style, `${family}_${style}.ttf`));
}

/** Returns the files of an East Asian font. */
function eastAsian(language: string, name: string): string[] {
  const folder = path.join(path.dirname(resolve(`@embedpdf/fonts-${language}`)), '../fonts');
  return ['Regular', 'Bold'].map((style) => path.join(folder, `${name}-${style}.otf`));
}

const upright = ['400Regular', '600SemiBold'];
const withItalic = [...upright, '400Regular_Italic', '600SemiBold_Italic'];
const scripts = [
  ...['Thai', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati'],
  ...['Tamil', 'Telugu', 'Kannada', 'Malayalam'],
];
const dejaVu = ['Sans', 'Sans-Bold', 'Sans-Oblique', 'Sans-BoldOblique', 'SansMono'];

/**
 * Font files of PDFs. The Source families are those of the design; the others cover what these
 * lack. The template names them in the order in which they are tried.
 */
export const fontFiles: readonly string[] = [
  ...google('source-serif-4', 'SourceSerif4', withItalic),
  ...google('source-sans-3', 'SourceSans3', withItalic),
  ...google('source-code-pro', 'SourceCodePro', withItalic),
  ...scripts.flatMap((script) =>
    google(`noto-sans-${script.toLowerCase()}`, `NotoSans${script}`, upright),
  ),
  ...google('noto-emoji', 'NotoEmoji', ['400Regular']),
  ...eastAsian('sc', 'NotoSansHans'),
  ...eastAsian('jp', 'NotoSansJP'),
  ...eastAsian('kr', 'NotoSansKR'),
  ...dejaVu.map((name) => path.join(folderOf('dejavu-fonts-ttf'), 'ttf', `DejaVu${name}.ttf`)),
];
