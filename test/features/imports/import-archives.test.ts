import { describe, expect, it } from 'vitest';
import { databaseToMarkdown } from '../../../src/features/imports/archive/database-to-markdown.ts';
import { openArchive } from '../../../src/features/imports/archive/open-archive.ts';
import { zipOf, zipOfEntries } from '../../support/zip.ts';
import { picture, usePublishedFiles } from './support.ts';

const notionId = '0123456789abcdef0123456789abcdef';
const otherId = 'fedcba9876543210fedcba9876543210';

const rowIds = ['1', '2', '3', '4'].map((digit) => digit.repeat(32));
const longSlug = 'a-title-that-is-longer-than-names-of-files-are-in';
const longTitle = 'A title that is longer than names of files are in an export';

const html = (title: string, text: string): string =>
  `<html><head><title>${title}</title></head><body>${text}</body></html>`;

/** An archive whose first file cannot be unpacked. */
function torn(archive: Buffer): Buffer {
  const copy = Buffer.from(archive);
  return copy.fill(0xff, 45, 60);
}

/** An archive that says of itself that it unpacks to 300 MB. */
function large(): Buffer {
  return zipOfEntries([{ name: 'a.md', bytes: 'x', size: 300 * 1024 * 1024 }]);
}

const archives: Record<string, Buffer> = {
  '/docs.zip': zipOf({
    'repo-main/.gitbook.yaml': 'structure:\n  summary: SUMMARY.md\n',
    'repo-main/SUMMARY.md':
      '* [Home](README.md)\n\n## Part\n\n* [Use](use/index.md)\n* [Old](old.md)\n',
    'repo-main/README.md':
      '---\ndescription: First\n---\n\n# Home\n\n*   To [use](use/index.md#go), [old](/old.html), ![p](img/p.png)\n\nKept   as it is.\n\n{% include ".gitbook/includes/note.md" %}\n',
    'repo-main/use/index.md':
      '# Use\n\n## Go\n\n{% hint style="info" %}\n[Home](../README.md)\n{% endhint %}\n',
    'repo-main/old.html': html(
      'Old',
      `<main><p>To <a href="use/index.md">use</a>. <img src="data:image/png;base64,${picture.toString('base64')}"><img src="data:,x"></p></main>`,
    ),
    'repo-main/img/p.png': picture,
    'repo-main/.gitbook/includes/note.md': 'A note.\n',
  }),
  '/confluence.zip': zipOf({
    'SPACE/index.html': html(
      'Space',
      '<div id="content"><h2>Available Pages:</h2><ul><li><a href="Home_1.html">Home</a><ul><li><a href="Child-Page_2.html">Child Page</a></li></ul></li></ul></div>',
    ),
    'SPACE/Home_1.html': html(
      'Space : Home',
      '<div id="main-content" class="wiki-content"><p>See <a href="Child-Page_2.html">child</a> <img src="attachments/1/3.png"><img src="attachments/1/4.png"></p><div class="confluence-information-macro confluence-information-macro-warning"><p>Careful.</p></div></div><div id="footer">x</div>',
    ),
    'SPACE/Child-Page_2.html': html(
      'Space : Child Page',
      '<div id="main-content" class="wiki-content"><p>Below.</p></div>',
    ),
    'SPACE/Other_3.html': html('Space : Other', '<p>Gone.</p>'),
    'SPACE/attachments/1/3.png': picture,
    'SPACE/images/icons/bullet.gif': picture,
    'SPACE/styles/site.css': 'a{}',
  }),
  '/confluence-xml.zip': zipOf({
    'entities.xml': '<hibernate-generic/>',
    'exportDescriptor.properties': 'exportType=space\n',
  }),
  '/binary.zip': zipOf({
    'marked.md': '\uFEFF# Home *page*\n\nText.\n',
    'picture.html': picture,
  }),
  '/same.zip': zipOf({
    'a.html': html('One', '<p>To <a href="a.md">two</a>.</p>'),
    'a.md': '# Two\n\nTo [one](a.html).\n',
  }),
  '/names.zip': zipOfEntries([
    {
      name: './SUMMARY.md',
      bytes: '* [A](a/b.md)\n* [B](caf%C3%A9.md)\n',
    },
    { name: 'a/.//b.md', bytes: '# A\n' },
    { name: './a//b.md', bytes: '# Again\n' },
    { name: 'caf\u00e9.md', bytes: '# B\n', isUtf8: false },
    { name: 'C:\\x.md', bytes: 'out' },
    { name: '..\\x.md', bytes: 'out' },
    { name: 'a\0b.md', bytes: 'out' },
    { name: './/etc/x.md', bytes: 'in' },
  ]),
  '/notion.zip': zipOf({
    'Export-Part-1.zip': zipOf({
      [`Wiki ${notionId}.md`]: `# Wiki\n\n[Team](Wiki%20${notionId}/Team%20${otherId}.md)\n`,
      [`Wiki ${notionId}/Team ${otherId}.md`]: `# Team\n\n![p](Team%20${otherId}/p.png)\n\n<aside>\n💡 Call **out**\n\n</aside>\n\n\`\`\`\n<aside>\n\`\`\`\n`,
      [`Wiki ${notionId}/Team ${otherId}/p.png`]: picture,
    }),
  }),
  '/databases.zip': zipOf({
    [`Wiki ${notionId}.md`]: `# Wiki\n\n[Tasks](Wiki%20${notionId}/Tasks%20${otherId}.csv) [Gone](Gone%20${otherId}.csv)\n`,
    [`Wiki ${notionId}/Tasks ${otherId}.csv`]: '\ufeffName\nWrite it\n',
    [`Wiki ${notionId}/Tasks ${otherId}_all.csv`]: `\ufeffName,Note,With\r\nWrite it: now!,"a | ""b""\nsecond {{ page.vars.x }}","Wiki (../Wiki%20${notionId}.md), other (no page)"\r\nTwice,,\r\nTwice,1,\r\nNo page,,\r\n${longTitle},*x*\r\n`,
    [`Wiki ${notionId}/Tasks ${otherId}/Write it now ${rowIds[0]}.md`]: '# Write it: now!\n',
    [`Wiki ${notionId}/Tasks ${otherId}/Twice ${rowIds[1]}.md`]: '# Twice\n',
    [`Wiki ${notionId}/Tasks ${otherId}/Twice ${rowIds[2]}.md`]: '# Twice\n',
    [`Wiki ${notionId}/Tasks ${otherId}/${longTitle.slice(0, 49)} ${rowIds[3]}.md`]: `# ${longTitle}\n`,
    [`Wiki ${notionId}/People ${rowIds[1]}.csv`]: 'Name\nAnn\n',
    [`Wiki ${notionId}/People/Ann ${rowIds[2]}.md`]:
      '# Ann\n\nAge: 30\nHome: Oslo\n\nSees: b\nand c\n',
    [`Wiki ${notionId}/Broken ${rowIds[3]}.csv`]: 'Name\n"Ann\n',
    [`Wiki ${notionId}/values.csv`]: 'a,b\n',
  }),
  '/hostile.zip': zipOfEntries([
    { name: 'README.md', bytes: '# Fine\n' },
    { name: '../../etc/passwd', bytes: 'out' },
    { name: '/etc/shadow', bytes: 'out' },
    { name: 'link.md', bytes: '/etc/passwd', mode: 0o120777 },
    { name: 'liar.txt', bytes: 'x'.repeat(10_000), size: 10 },
    { name: 'deep.html', bytes: '<div>'.repeat(1000) },
    { name: 'README.md', bytes: '# Again\n' },
    { name: '__MACOSX/._README.md', bytes: 'x' },
  ]),
  '/bomb.zip': zipOfEntries([{ name: 'a.md', bytes: 'x', size: 0xfff00000 }]),
  '/divided.zip': zipOf({
    'Part-1.zip': zipOf({ 'a.md': '# First\n' }),
    'Part-2.zip': zipOf({ 'a.md': '# Second\n', 'b.md': '# Other\n' }),
  }),
  '/torn.zip': torn(zipOf({ 'Part-1.zip': zipOf({ 'a.md': '# A\n' }) })),
  '/parts.zip': zipOf({ 'Part-1.zip': large(), 'Part-2.zip': large() }),
  '/no.zip': Buffer.from('This is no archive.'),
  '/notes.zip': zipOf({
    'wiki/SUMMARY.md': '* [Home](README.md)\n* [Again](README.md)\n* [Gone](gone.md)\n',
    'wiki/README.md': '---\ntitle: [\n---\n\n# Home\n',
    'wiki/other.html': html('Other', 'x'),
  }),
  '/empty.zip': zipOf({ '.hidden': 'x' }),
};

const { imported, refusal } = usePublishedFiles(archives);

describe('the import of an archive', () => {
  it('is that of a documentation folder, whose links are to pages, files and shared texts', async () => {
    const { result, outline, texts } = await imported('/docs.zip', 'ZIP');
    expect(outline).toEqual(['Home (readme)', 'Part (part)', ['Use (index)', 'Old (old)']]);
    expect(texts.Home).toContain('Kept   as it is.');
    expect(texts.Home).toContain('[use](page:Use#go), [old](page:Old), ![p](file:p.png)');
    expect(texts.Home).not.toContain('.gitbook/includes');
    expect(texts.Use).toContain('{% hint style="info" %}\n[Home](page:Home)\n{% endhint %}');
    expect(texts.Old).toBe('To [use](page:Use). ![](file:image-1.png)\n');
    expect(result).toMatchObject({
      ...{ importedResources: 6, totalResources: 7 },
      skipped: [{ path: 'repo-main/old.html#image-2.bin', reason: 'is not a readable image' }],
    });
  });

  it('is that of a Confluence space, in the order of its index', async () => {
    const { result, outline, texts } = await imported('/confluence.zip', 'CONFLUENCE');
    expect(outline).toEqual(['Home (home-1)', ['Child Page (child-page-2)']]);
    expect(texts.Home).toBe(
      'See [child](page:Child Page) ![](file:3.png)![](attachments/1/4.png)\n\n{% hint style="warning" %}\nCareful.\n{% endhint %}\n',
    );
    expect(result).toMatchObject({
      ...{ importedResources: 3, totalResources: 4 },
      skipped: [
        {
          path: 'SPACE/Home_1.html',
          reason: 'leads to "attachments/1/4.png", which does not exist',
        },
        { path: 'SPACE/Other_3.html', reason: 'not in index.html' },
      ],
    });
  });

  it('is refused for an export that only Confluence can read', async () => {
    for (const source of ['CONFLUENCE', 'ZIP']) {
      expect(await refusal('/confluence-xml.zip', source)).toBe(
        '"url" is a Confluence export as XML: export the space as HTML.',
      );
    }
  });

  it('has both of two files whose pages would be called the same', async () => {
    const { outline, texts } = await imported('/same.zip', 'ZIP');
    expect(outline).toEqual(['One (a-1)', 'Two (a)']);
    expect(texts.One).toBe('To [two](page:Two).\n');
    expect(texts.Two).toContain('To [one](page:One).');
  });

  it('has texts that begin with a byte order mark, and no pages of what is no text', async () => {
    const { result, outline, texts } = await imported('/binary.zip', 'ZIP');
    expect(outline).toEqual(['Home page (marked)']);
    expect(texts['Home page']).toBe('# Home *page*\n\nText.\n');
    expect(result.skipped).toEqual([
      { path: 'picture.html', reason: 'cannot be read; is not text' },
    ]);
  });

  it('takes names as they are meant, each once, and none that leads elsewhere', async () => {
    const { result, outline } = await imported('/names.zip', 'ZIP');
    expect(outline).toEqual(['A (b)', 'B (cafe)']);
    const reasons = Object.fromEntries(result.skipped.map(({ path, reason }) => [path, reason]));
    const outside = 'the path leads out of the archive';
    expect(reasons).toEqual({
      'a/b.md': 'appears twice',
      'C:/x.md': outside,
      '../x.md': outside,
      'a\ufffdb.md': 'the path is not a plain relative path',
      'etc/x.md': 'not in SUMMARY.md',
    });
  });

  it('is that of a Notion export, without its ids, and from archives within it', async () => {
    const { result, outline, texts } = await imported('/notion.zip', 'NOTION');
    expect(outline).toEqual(['Wiki (wiki)', ['Team (team)']]);
    expect(texts.Wiki).toContain('[Team](page:Team)');
    expect(texts.Team).toContain('![p](file:p.png)');
    expect(texts.Team).toContain('{% hint style="info" %}\n💡 Call **out**\n\n{% endhint %}');
    expect(texts.Team).toContain('```\n<aside>\n```');
    expect(result).toMatchObject({ importedResources: 3, totalResources: 3 });
  });

  it('has the databases of a Notion export as pages, with a table that leads to their rows', async () => {
    const { result, outline, texts } = await imported('/databases.zip', 'NOTION');
    expect(outline).toEqual([
      'Wiki (wiki)',
      [
        ...['People (people)', ['Ann (ann)']],
        ...[
          'Tasks (tasks)',
          [
            `${longTitle} (${longSlug})`,
            'Twice (twice-1)',
            'Twice (twice)',
            'Write it: now! (write-it-now)',
          ],
        ],
      ],
    ]);
    expect(texts.Tasks).toBe(
      [
        '| Name | Note | With |',
        '| --- | --- | --- |',
        String.raw`| [Write it: now!](page:Write it: now!) | a \| "b"<br>second \{{ page.vars.x }} | [Wiki](page:Wiki), other (no page) |`,
        '| Twice |   |   |',
        '| Twice | 1 |   |',
        '| No page |   |   |',
        String.raw`| [${longTitle}](page:${longTitle}) | \*x\* |   |`,
        '',
      ].join('\n'),
    );
    expect(texts.Ann).toBe('# Ann\n\nAge: 30\\\nHome: Oslo\n\nSees: b\nand c\n');
    expect(texts.People).toBe('| Name |\n| --- |\n| [Ann](page:Ann) |\n');
    expect(texts.Wiki).toContain('[Tasks](page:Tasks)');
    const folder = `Wiki ${notionId}`;
    expect(result).toMatchObject({
      ...{ importedResources: 9, totalResources: 10 },
      skipped: [
        {
          path: `${folder}.md`,
          reason: `leads to "Gone%20${otherId}.csv", which does not exist`,
        },
        {
          path: `${folder}/Broken ${rowIds[3]}.csv`,
          reason: expect.stringContaining('is not a readable table of values'),
        },
        {
          path: `${folder}/Tasks ${otherId}.csv`,
          reason: `is a part of "Tasks ${otherId}_all.csv", which is imported`,
        },
      ],
    });
  });

  it('has of a large database the rows that a page has room for', () => {
    const rows = 'a,b,c\n'.repeat(20_000);
    const table = databaseToMarkdown({ csv: `A,B\n${rows}`, pages: [] });
    expect(table).toMatchObject({ notes: ['has only 16665 of its 20000 rows'] });
    const wide = databaseToMarkdown({ csv: ','.repeat(100_000), pages: [] });
    expect(wide).toMatchObject({ notes: ['has only 100 of its columns'] });
  });

  it('counts what it takes over in part once, and names files as the archive does', async () => {
    const { result, outline } = await imported('/notes.zip', 'ZIP');
    expect(outline).toEqual(['Home (readme)']);
    const reasons = Object.fromEntries(result.skipped.map(({ path, reason }) => [path, reason]));
    expect(reasons).toEqual({
      'wiki/README.md': expect.stringContaining('the first place is kept'),
      'wiki/other.html': 'not in SUMMARY.md',
      'gone.md': 'named in SUMMARY.md but missing',
    });
    expect(result).toMatchObject({ importedResources: 1, totalResources: 3 });
  });

  it('leaves out what leads out of it, lies or is too deep, and says so', async () => {
    const { result, outline } = await imported('/hostile.zip', 'ZIP');
    expect(outline).toEqual(['Fine (readme)']);
    const reasons = Object.fromEntries(result.skipped.map(({ path, reason }) => [path, reason]));
    expect(reasons).toMatchObject({
      '../../etc/passwd': 'the path leads out of the archive',
      '/etc/shadow': 'the path leads out of the archive',
      'link.md': 'a symbolic link',
      'liar.txt': expect.stringContaining('cannot be read'),
      'deep.html': expect.stringContaining('has more than 256 elements'),
      'README.md': 'appears twice',
    });
    expect(result.totalResources).toBe(result.importedResources + result.skipped.length);
  });

  it('has a file once that is in two archives within it', async () => {
    const { result, outline } = await imported('/divided.zip', 'NOTION');
    expect(outline).toEqual(['First (a)', 'Other (b)']);
    expect(result.skipped).toEqual([{ path: 'a.md', reason: 'appears twice' }]);
  });

  it('is refused for an archive within it that cannot be unpacked', async () => {
    expect(await refusal('/torn.zip', 'NOTION')).toBe(
      '"url" contains a broken archive: "Part-1.zip".',
    );
  });

  it('is held to its limits over all archives within it', async () => {
    expect(await refusal('/parts.zip', 'NOTION')).toBe(
      '"url" contains more than 536870912 bytes when it is unpacked.',
    );
  });

  it('is refused for what is none, unpacks to too much or has nothing', async () => {
    expect(await refusal('/no.zip', 'ZIP')).toBe('"url" is not a zip archive.');
    expect(await refusal('/bomb.zip', 'ZIP')).toMatch(/^"url" contains more than \d+ bytes/);
    expect(await refusal('/empty.zip', 'ZIP')).toBe(
      '"url" has nothing to import: ".hidden" a hidden file.',
    );
    const many = Array.from({ length: 11 }, (_, index) => ({ name: `${index}.md`, bytes: '' }));
    await expect(openArchive(zipOfEntries(many), { entries: 10, bytes: 100 })).rejects.toThrow(
      'contains more than 10 files',
    );
  });
});
