import type { Client } from '../../support/client.ts';
import { writeFiles, writePages, writeReusableContents } from '../../support/content.ts';
import { World } from '../../support/world.ts';
import { PARAGRAPHS } from './random-edit.ts';

/** Where histories take place: one organization, and the contents that they begin with. */
export class Stage {
  readonly world: World;
  readonly editor: Client;
  readonly #organizationId: string;
  readonly #templates = new Map<number, Promise<string>>();

  private constructor(world: World, editor: Client, organizationId: string) {
    this.world = world;
    this.editor = editor;
    this.#organizationId = organizationId;
  }

  static async open(): Promise<Stage> {
    const world = await World.create();
    const { id, admin } = await world.organization();
    return new Stage(world, admin, id);
  }

  close(): Promise<void> {
    return this.world.destroy();
  }

  /** A space of its own with so many pages, two files and a reusable content. */
  async space(pageCount: number): Promise<string> {
    const { revision } = this.world.db.prisma;
    const template = this.#templates.get(pageCount) ?? this.#write(pageCount);
    this.#templates.set(pageCount, template);
    const { pagesHash, filesHash, reusableContentsHash, ...counts } =
      await revision.findUniqueOrThrow({
        where: { id: await template },
        select: {
          pagesHash: true,
          filesHash: true,
          reusableContentsHash: true,
          pageCount: true,
          fileCount: true,
          reusableContentCount: true,
        },
      });
    const { id, revisionId } = await this.world.space(this.#organizationId);
    await revision.update({
      where: { id: revisionId },
      data: { pagesHash, filesHash, reusableContentsHash, ...counts },
    });
    return id;
  }

  /** Writes content once, so that all spaces of one size share it. Answers its revision. */
  async #write(pageCount: number): Promise<string> {
    const { id } = await this.world.space(this.#organizationId);
    const markdown = Array.from({ length: PARAGRAPHS }, (_, index) => `Paragraph ${index}.\n`);
    const pages = Array.from({ length: pageCount }, (_, index) => ({
      title: `Page ${index}`,
      markdown: markdown.join('\n'),
    }));
    const parts = pages.slice(0, 5).map((page, part) => ({
      ...page,
      pages: pages.slice(5).filter((_, index) => index % 5 === part),
    }));
    await writePages(this.world, id, parts);
    await writeFiles(this.world, id, [
      { name: 'one.txt', text: 'One.' },
      { name: 'two.txt', text: 'Two.' },
    ]);
    await writeReusableContents(this.world, id, [{ title: 'Note', markdown: markdown.join('\n') }]);
    const space = await this.world.db.prisma.space.findUniqueOrThrow({ where: { id } });
    return space.revisionId;
  }
}
