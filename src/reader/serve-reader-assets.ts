import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { serveAsset, servePackageFile } from '../http/pages/assets.ts';
import type { FontFace } from './answers.ts';
import type { ReaderOptions } from './reader-visit.tsx';

/** Serves the assets of all pages in the frame of the reader. */
export function serveReaderAssets(
  app: FastifyInstance,
  { baseUrl, favicon }: { baseUrl: () => string; favicon: string },
): ReaderOptions {
  const assets = {
    favicon,
    style: serveAsset(app, clientFile('reader.css')),
    script: serveAsset(app, clientFile('reader.js')),
    fonts: {
      SourceSansPro: serveFont(app, 'source-sans-3', 'SourceSans3'),
      SourceCodePro: serveFont(app, 'source-code-pro', 'SourceCodePro'),
    },
  };
  return { baseUrl, assets };
}

/** Serves the two weights of a font that PDFs are set in as well. */
function serveFont(app: FastifyInstance, name: string, family: string): FontFace[] {
  const weights = [
    [400, '400Regular'],
    [600, '600SemiBold'],
  ] as const;
  return weights.map(([weight, style]) => {
    const file = `${style}/${family}_${style}.ttf`;
    const url = servePackageFile(app, `@expo-google-fonts/${name}`, file);
    return { weight, sources: [{ url }] };
  });
}

function clientFile(name: string): string {
  return fileURLToPath(new URL(`client/${name}`, import.meta.url));
}
