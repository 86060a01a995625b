import { posix } from 'node:path';
import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { decodeUrlPart } from '../../../lib/decode-url-part.ts';
import { collectionSource } from '../../collections/collection-source.ts';
import { replaceReferencesOf } from '../../../revisions/derived/convert-document.ts';
import type { ContentReference } from '../../../document/document-tree.ts';
import { referenceAddress, writtenAddress } from '../../../document/reference-addresses.ts';
import { isReadme } from '../../../document/docs-folder/page-files.ts';
import { pageTreeOf } from '../../content/load-content.ts';
import { loadHead } from '../../content/load-head.ts';
import type { PageEntry, ReusableContentEntry } from '../../../revisions/store/entry.ts';
import type { LinkGraph } from '../../links/link-graph.ts';
import type { LinkTarget } from '../../links/link-target.ts';
import { linkGraphOf, linksOfText } from '../../links/load-link-graph.ts';
import { openApiSpecRows } from '../../openapi-specs/openapi-spec-rows.ts';
import { spaceSource } from '../../spaces/space-source.ts';
import { encodeAddress, relativeLink } from './relative-link.ts';

/** Repository paths by the ids of pages, files and reusable contents. */
export type RepositoryPaths = ReadonlyMap<string, string>;

/**
 * Revision whose references are written. If the address of the gateway is unknown, references to
 * anything outside the repository keep their ids.
 */
export interface ExportedRevision {
  context: Context;
  revision: Row<'Revision'>;
  /** Root folder of the documentation in the repository. */
  root: string;
}

/**
 * Writer of references as addresses that work in a repository: relative file paths, and app
 * addresses for targets without a file. Addresses that work already are kept.
 */
export class RepositoryLinks {
  readonly #linked: ExportedRevision;
  readonly #paths: RepositoryPaths;
  readonly #idsByPath: ReadonlyMap<string, string>;
  #graph: Promise<LinkGraph> | undefined;

  constructor(linked: ExportedRevision, paths: RepositoryPaths) {
    this.#linked = linked;
    this.#paths = paths;
    this.#idsByPath = new Map(
      [...paths].flatMap(([id, path]) => {
        const names = isReadme(path) ? [path, `${posix.dirname(path)}/`] : [path];
        return names.map((name) => [name.normalize('NFC'), id] as const);
      }),
    );
  }

  /**
   * Returns the source of a page or reusable content with such addresses; the same bytes if nothing
   * changes.
   *
   * @param path of its file
   */
  async write(
    entry: PageEntry | ReusableContentEntry,
    bytes: Buffer,
    path: string,
  ): Promise<Buffer> {
    const { links } = await linksOfText(this.#linked.context, entry);
    const byAddress = new Map<string, string>();
    for (const { ref } of links) {
      const address = await this.#addressOf(ref, entry.id, path);
      if (address !== undefined) byAddress.set(referenceAddress(ref), address);
    }
    if (byAddress.size === 0) return bytes;
    const start = entry.sourceStart ?? 0;
    const targets = { byName: new Map(), byPath: new Map(), byAddress };
    const { markdown } = await replaceReferencesOf(bytes.toString('utf8', start), targets);
    return Buffer.concat([bytes.subarray(0, start), Buffer.from(markdown)]);
  }

  /** Returns the address that replaces a reference; undefined to keep it. */
  async #addressOf(ref: ContentReference, source: string, path: string) {
    const written = writtenAddress(ref);
    if (written !== undefined && /^(?:[a-z][a-z0-9+.-]*:|\/\/|[#?]|$)/i.test(written.trim())) {
      return undefined;
    }
    if (ref.kind === 'anchor' && ref.page === undefined && ref.space === undefined)
      return undefined;
    this.#graph ??= linkGraphOf(this.#linked.context, this.#linked.revision);
    const { target } = (await this.#graph).resolve(ref, source);
    const id = await this.#idOf(target);
    const file = id === undefined ? undefined : this.#paths.get(id);
    if (id === undefined || file === undefined) return this.#appAddress(target);
    const [, place = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(written ?? '') ?? [];
    if (written !== undefined && this.#fileAt(place, path) === id) return undefined;
    const anchor =
      target.kind === 'page' && target.anchor !== undefined ? target.anchor : undefined;
    const suffix = anchor === undefined ? '' : `#${encodeAddress(anchor)}`;
    return relativeLink(file, posix.dirname(path)) + (rest === '' ? suffix : rest);
  }

  /** Returns the id of a target in this content; for the space itself, that of its first page. */
  async #idOf(target: LinkTarget): Promise<string | undefined> {
    const { context, revision } = this.#linked;
    switch (target.kind) {
      case 'page':
        return target.page;
      case 'file':
        return target.file;
      case 'reusable-content':
        return target.reusableContent;
      case 'space':
        if (target.space !== revision.spaceId || target.within) return undefined;
        return (await pageTreeOf(context, revision)).atPath('')?.id;
      default:
        return undefined;
    }
  }

  /** Returns the app address of a target without a file. */
  async #appAddress(target: LinkTarget): Promise<string | undefined> {
    const { context, revision } = this.#linked;
    const { loaders, addresses } = context;
    if (addresses.baseUrl === '') return undefined;
    switch (target.kind) {
      case 'page': {
        const path = (await pageTreeOf(context, revision)).path(target.page);
        const space = { id: revision.spaceId, organizationId: revision.organizationId };
        return withAnchor(addresses.space(space, path), target.anchor);
      }
      case 'space':
        return this.#addressOfSpace(target);
      case 'collection': {
        const collection = await loaders.one(collectionSource, target.collection);
        return collection ? addresses.collection(collection) : undefined;
      }
      case 'openapi': {
        const spec = await loaders.one(openApiSpecRows, target.spec);
        return spec ? addresses.app(spec.organizationId, 'openapi', spec.slug) : undefined;
      }
      default:
        return undefined;
    }
  }

  async #addressOfSpace({ space: id, within }: Extract<LinkTarget, { kind: 'space' }>) {
    const { context } = this.#linked;
    const { addresses } = context;
    const space = await context.loaders.one(spaceSource, id);
    if (!space || (within && !('page' in within))) return undefined;
    if (!within) return addresses.space(space);
    const tree = await pageTreeOf(context, await loadHead(context, space));
    if (!tree.page(within.page)) return undefined;
    return withAnchor(addresses.space(space, tree.path(within.page)), within.anchor);
  }

  /** Returns the id of the file that an address in a text points to in a repository. */
  #fileAt(address: string, path: string): string | undefined {
    const folders = address.startsWith('/') ? [this.#linked.root, ''] : [posix.dirname(path)];
    for (const written of new Set([address, decodeUrlPart(address)])) {
      for (const folder of folders) {
        const joined = posix.join(folder, written.replace(/^\/+/, '')).normalize('NFC');
        const plain = joined.replace(/\/$/, '') || '.';
        const names = [plain, `${plain}.md`, `${plain}/`];
        const name = names.find((one) => this.#idsByPath.has(one));
        if (name !== undefined) return this.#idsByPath.get(name);
      }
    }
    return undefined;
  }
}

function withAnchor(address: string, anchor: string | undefined): string {
  return anchor === undefined ? address : `${address}#${encodeAddress(anchor)}`;
}
