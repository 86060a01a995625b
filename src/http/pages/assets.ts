import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { sha256 } from '../../lib/hash.ts';
import { keepCompressed } from '../compress-responses.ts';
import { packageFile } from './package-file.ts';

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.ttf': 'font/ttf',
};

/** Assets of the pages: our own small files, and the published builds of packages. */
const files = {
  favicon: ownFile('favicon.svg'),
  homeStyle: ownFile('home.css'),
  graphStyle: ownFile('graph.css'),
  loginStyle: ownFile('login.css'),
  loginStart: ownFile('login.js'),
  graphiqlStyle: packageFile('graphiql', 'graphiql.min.css'),
  graphiqlFrame: ownFile('graphiql.css'),
  react: packageFile('react', 'umd/react.production.min.js'),
  reactDom: packageFile('react-dom', 'umd/react-dom.production.min.js'),
  graphiql: packageFile('graphiql', 'graphiql.min.js'),
  graphiqlExplorer: packageFile('@graphiql/plugin-explorer', 'dist/index.umd.js'),
  graphiqlExplorerStyle: packageFile('@graphiql/plugin-explorer', 'dist/style.css'),
  graphiqlStart: ownFile('graphiql.js'),
  reference: packageFile('@scalar/fastify-api-reference', 'dist/js/standalone.js'),
  referenceStart: ownFile('reference.js'),
};

export type AssetName = keyof typeof files;

/** URLs of the assets. */
export type AssetUrls = Readonly<Record<AssetName, string>>;

/**
 * Serves the assets, so that no page asks another host. Their paths hold a hash of their content:
 * browsers keep them for good, and a new version has a new path.
 */
export function serveAssets(app: FastifyInstance): AssetUrls {
  const urls = Object.entries(files).map(([name, file]) => [name, serveAsset(app, file)]);
  return Object.fromEntries(urls) as AssetUrls;
}

/** An asset, whose content is in memory from the first request on: all together take megabytes. */
class Asset {
  readonly url: string;
  readonly #file: string;
  #content: Buffer | undefined;

  constructor(file: string) {
    this.#file = file;
    const hash = sha256(readFileSync(file)).slice(0, 12);
    this.url = `/assets/${hash}/${path.basename(file)}`;
  }

  get content(): Buffer {
    return (this.#content ??= keepCompressed(readFileSync(this.#file)));
  }
}

/** Assets by file: gateways of a process share them, with their compressed forms. */
const assets = new Map<string, Asset>();

/** Serves a file under a path with the hash of its content, and returns that path. */
export function serveAsset(app: FastifyInstance, file: string): string {
  const asset = assets.get(file) ?? new Asset(file);
  assets.set(file, asset);
  const type = contentTypes[path.extname(file)] ?? 'application/octet-stream';
  app.get(asset.url, { logLevel: 'warn' }, (_request, reply) =>
    reply
      .header('content-type', type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(asset.content),
  );
  return asset.url;
}

/** Serves a file of an installed package like an asset, and returns its path. */
export function servePackageFile(app: FastifyInstance, name: string, file: string): string {
  return serveAsset(app, packageFile(name, file));
}

function ownFile(name: string): string {
  return fileURLToPath(new URL(`client/${name}`, import.meta.url));
}
