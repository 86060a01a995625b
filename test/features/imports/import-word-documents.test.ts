import { describe, expect, it } from 'vitest';
import { docxToMarkdown } from '../../../src/features/imports/documents/docx-to-markdown.ts';
import { zipOf, zipOfEntries } from '../../support/zip.ts';
import { picture, usePublishedFiles } from './support.ts';
import {
  drawing,
  paragraph,
  run,
  wordDocument,
  type WordDocumentOptions,
} from './word-document.ts';

const unpacked: WordDocumentOptions = {
  parts: { 'word/media/image2.emf': Buffer.from('x'), 'word/media/image3.png': Buffer.from('x') },
  references: [
    ['image', 'media/image2.emf'],
    ['image', 'media/image3.png'],
    ['image', 'media/image4.png'],
    ['image', '../word/MEDIA/image1.png'],
    ['package', 'embeddings/Sheet1.xlsx'],
  ],
};

const shown = (body: string): WordDocumentOptions => ({ ...unpacked, body });

const documents: Record<string, Buffer> = {
  '/text.docx': wordDocument(),
  '/no.docx': zipOf({ 'a.txt': 'x' }),
  '/no.zip': Buffer.from('This is no archive.'),
  '/bomb.zip': zipOfEntries([{ name: 'a.md', bytes: 'x', size: 0xfff00000 }]),
  '/images.docx': wordDocument(
    shown(
      ['rId2', 'rId3', 'rId4', 'rId5', 'rId99']
        .map((id) => paragraph(drawing('r:embed', id)))
        .join(''),
    ),
  ),
};

const { imported, refusal } = usePublishedFiles(documents);

/** What is made of a document, without what all of them begin with. */
async function convertedAfter(options: WordDocumentOptions) {
  const document = await docxToMarkdown(wordDocument(options));
  if ('refusal' in document) throw new Error(document.refusal);
  const [, text = ''] = document.markdown.split('| 1 | 2 |\n');
  const skipped = document.skipped.map(({ path, reason }) => `${path} ${reason}`);
  return { text: text.trim(), skipped };
}

/** A picture of so many megabytes. */
function large(megabytes: number): Buffer {
  return Buffer.concat([picture], megabytes * 1024 * 1024);
}

describe('the import of a Word document', () => {
  it('has its text, its images and its table', async () => {
    const { result, outline, texts } = await imported('/text.docx', 'DOCX');
    expect(outline).toEqual(['Report (report)']);
    expect(texts.Report).toBe(
      'Some **bold** text.\n\n## Part\n\n![](file:image-1.png)\n\n|   |   |\n| --- | --- |\n| A | B |\n| 1 | 2 |\n',
    );
    expect(result).toMatchObject({ importedResources: 2, totalResources: 2 });
  });

  it('is called by its title, which was a line of its text', async () => {
    const document = await docxToMarkdown(wordDocument({ title: 'Year 2026' }));
    expect(document).toMatchObject({
      title: 'Year 2026',
      markdown: expect.stringMatching(/^# Report\n\nSome/),
    });
  });

  it('has links that lead to its headings, where its bookmarks were lost', async () => {
    const link = (name: string) => `<w:hyperlink w:anchor="${name}">${run('go')}</w:hyperlink>`;
    const bookmark = (id: number, name: string) =>
      `<w:bookmarkStart w:id="${id}" w:name="${name}"/><w:bookmarkEnd w:id="${id}"/>`;
    const { text } = await convertedAfter({
      body:
        paragraph(`${link('_Toc1')} ${link('_Ref2')} ${link('_Toc3')}`) +
        paragraph(bookmark(1, '_Toc1') + bookmark(2, '_Ref2') + run('Limits'), 'Heading2') +
        paragraph(bookmark(3, '_Toc3') + run('Limits'), 'Heading2') +
        paragraph(bookmark(4, '_Toc4') + run('Prices'), 'Heading2'),
    });
    expect(text.split('\n\n')).toEqual([
      '[go](#_Toc1)[go](#_Toc1)[go](#_Toc3)',
      '## Limits <a href="#_toc1" id="_toc1"></a>',
      '## Limits <a href="#_toc3" id="_toc3"></a>',
      '## Prices',
    ]);
  });

  it('lists each image that is missing or cannot be shown, which vanished silently', async () => {
    const { result, texts } = await imported('/images.docx', 'DOCX');
    expect(texts.Report?.match(/!\[\]\(.*?\)/g)).toEqual([
      '![](file:image-1.png)',
      '![](file:image-5.png)',
    ]);
    const skipped = result.skipped.map(({ path, reason }) => `${path.split('#')[1]} ${reason}`);
    expect(skipped).toEqual([
      'image-2.emf is a picture (EMF) that browsers do not show',
      'image-3.png is not a readable image',
      'image-4.png is not in the document',
      'lost-image-1 is not in the document',
    ]);
    expect(result).toMatchObject({ importedResources: 3, totalResources: 7 });
  });

  it('has the text of fields, readings, shapes and wrappers', async () => {
    const box = (text: string) => `<w:txbxContent>${paragraph(run(text))}</w:txbxContent>`;
    const shape = (text: string) =>
      `<w:drawing><wp:inline><a:graphic><a:graphicData><x:txbx>${box(text)}</x:txbx></a:graphicData></a:graphic></wp:inline></w:drawing>`;
    const { text, skipped } = await convertedAfter(
      shown(
        paragraph(`${run('Figure ')}<w:fldSimple w:instr="SEQ Figure">${run('7')}</w:fldSimple>`) +
          paragraph(
            `<w:fldSimple w:instr="HYPERLINK &quot;https://example.com/&quot;">${run('site')}</w:fldSimple>`,
          ) +
          paragraph(
            `<w:r><w:ruby><w:rt>${run('kanji')}</w:rt><w:rubyBase>${run('漢字')}</w:rubyBase></w:ruby></w:r>`,
          ) +
          paragraph(`<w:bdo w:val="rtl">${run('turned')}</w:bdo><w:r><w:cr/></w:r>${run('next')}`) +
          paragraph(`<w:r>${shape('in a shape')}</w:r>`) +
          paragraph(
            `<w:r><mc:AlternateContent><mc:Choice>${shape('twice')}</mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox>${box('once')}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
          ) +
          paragraph(
            `<w:r><w:pict><v:oval><v:textbox>${box('in an oval')}</v:textbox></v:oval></w:pict></w:r>`,
          ) +
          paragraph(
            '<w:r><w:pict><v:shape><v:textpath string="A &amp; B"/></v:shape></w:pict></w:r>',
          ),
      ),
    );
    expect(text.split('\n\n')).toEqual([
      'Figure 7',
      '[site](https://example.com/)',
      '漢字(kanji)',
      'turned\\\nnext',
      'in a shape',
      'once',
      'in an oval',
      'A & B',
    ]);
    expect(skipped).toEqual([]);
  });

  it('lists charts, diagrams, drawings, objects, comments and parts that it leaves out', async () => {
    const graphic = (content: string) =>
      `<w:r><w:drawing><wp:anchor><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>`;
    const { text, skipped } = await convertedAfter(
      shown(
        paragraph(
          graphic(
            '<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rId1"/>',
          ) +
            graphic(
              '<d:relIds xmlns:d="http://purl.oclc.org/ooxml/drawingml/diagram" r:dm="rId1"/>',
            ) +
            graphic('<x:wsp/>') +
            '<w:r><w:pict><v:line from="0,0"/></w:pict></w:r>' +
            '<w:r><w:pict><v:rect o:hr="t"/></w:pict></w:r>' +
            '<w:r><w:object><v:shape><v:imagedata r:id="rId2"/></v:shape><o:OLEObject ProgID="Excel.Sheet.12" r:id="rId6"/></w:object></w:r>' +
            `${run('Commented')}<w:r><w:commentReference w:id="0"/></w:r>` +
            '<w:r><w:footnoteReference w:id="9"/></w:r>' +
            '<w:r><w:sym w:font="Wingdings" w:char="0001"/></w:r>' +
            `<w:hyperlink r:id="rId99" w:anchor="x">${run(' nowhere')}</w:hyperlink>`,
        ) +
          '<w:altChunk r:id="rId6"/>' +
          paragraph(
            `<w:del w:id="1"><w:r><w:delText>old</w:delText></w:r></w:del><w:ins w:id="2">${run('new')}</w:ins>`,
          ),
      ),
    );
    expect(text).toBe('Commented[ nowhere](#x)\n\nnew');
    expect(skipped.toSorted()).toEqual([
      'Sheet1.xlsx is an embedded object (Excel.Sheet.12)',
      'Sheet1.xlsx is another document within it',
      'chart-1 is a chart, of which the document has no picture',
      'comment-1 is a comment',
      'diagram-1 is a diagram (SmartArt), of which the document has no picture',
      'drawing-1 is drawn with shapes',
      'drawing-2 is drawn with shapes',
      'image-2.emf is a picture (EMF) that browsers do not show',
      'note-1 is not in the document',
      'symbol-1 is not a known character: char 0001 in font Wingdings',
      'tracked-changes are taken as accepted',
    ]);
  });

  it('has its formulas as TeX, and one that TeX has no form for as its characters', async () => {
    const r = (text: string, style = '') => `<m:r>${style}<m:t>${text}</m:t></m:r>`;
    const e = (inside: string) => `<m:e>${inside}</m:e>`;
    const formula = (inside: string) => paragraph(`<m:oMath>${inside}</m:oMath>`);
    const plain = '<m:rPr><m:sty m:val="p"/></m:rPr>';
    const { text, skipped } = await convertedAfter(
      shown(
        [
          `<m:sSup>${e(r('a'))}<m:sup>${r('2')}</m:sup></m:sSup>${r('+100% &lt; b')}`,
          `<m:f><m:num>${r('1')}</m:num><m:den>${r('n_1')}</m:den></m:f>`,
          `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e(r('x'))}</m:rad>`,
          `<m:nary><m:naryPr><m:chr m:val="&#8721;"/><m:limLoc m:val="undOvr"/></m:naryPr><m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup>${e(r('i'))}</m:nary>`,
          `<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr>${e(
            `<m:eqArr>${e(r('x&amp;=1'))}${e(r('y&amp;=2'))}</m:eqArr>`,
          )}</m:d>`,
          `<m:func><m:fName>${r('sin', plain)}</m:fName>${e(r('\u{1d465}'))}</m:func>`,
          `<m:func><m:fName><m:limLow>${e(r('lim', plain))}<m:lim>${r('x→0')}</m:lim></m:limLow></m:fName>${e(r('f'))}</m:func>`,
          `<m:acc>${e(r('v'))}</m:acc>${r('R', '<m:rPr><m:scr m:val="double-struck"/></m:rPr>')}`,
          `<m:m><m:mr>${e(r('a'))}${e(r('b'))}</m:mr><m:mr>${e(r('c'))}${e(r('d'))}</m:mr></m:m>`,
          `<m:d><m:dPr><m:begChr m:val="x"/></m:dPr>${e(r('odd'))}</m:d>`,
        ]
          .map(formula)
          .join(''),
      ),
    );
    const formulas = text.split('\n\n').map((block) => block.replaceAll(/^\$\$\n|\n\$\$$/g, ''));
    expect(formulas).toEqual([
      String.raw`{a}^{2}+100\% < b`,
      String.raw`\frac{1}{n\_1}`,
      String.raw`\sqrt{x}`,
      String.raw`\sum\limits_{i=1}^{n}{i}`,
      String.raw`\left\{\begin{aligned}x&=1 \\ y&=2\end{aligned}\right.`,
      String.raw`\sin{x}`,
      String.raw`\lim_{x→0}{f}`,
      String.raw`\widehat{v}\mathbb{R}`,
      String.raw`\begin{matrix}a & b \\ c & d\end{matrix}`,
      'odd',
    ]);
    expect(skipped).toEqual(['formula-1 has only its characters, in a row']);
  });

  it('does not show one image until there is no memory left', async () => {
    const document = wordDocument({ image: large(9), imageCount: 20 });
    const converted = await docxToMarkdown(document);
    expect(converted).toMatchObject({
      skipped: expect.arrayContaining([
        { path: 'image-16.png', reason: 'over the limit of 128 MB for images' },
      ]),
    });
    expect('embedded' in converted && converted.embedded).toHaveLength(15);
  });

  it('leaves an image out that is too large, and says so', async () => {
    const document = wordDocument({ image: large(11) });
    expect(await docxToMarkdown(document)).toMatchObject({
      embedded: [],
      skipped: [{ path: 'image-1.png', reason: 'is larger than 10 MB' }],
    });
  });

  it('says which images are not in it, and has lists as deep as Word has them', async () => {
    expect(await docxToMarkdown(wordDocument({ isLinked: true }))).toMatchObject({
      embedded: [],
      skipped: [{ path: 'image-1.png', reason: 'is not in the document' }],
    });
    const document = await docxToMarkdown(wordDocument({ listLevels: 9 }));
    expect(document).toHaveProperty(
      'markdown',
      expect.stringMatching(/\n {16}(?: {8})?\* level 9\n/),
    );
  });

  it('is refused when it unpacks to more than it says', async () => {
    const document = wordDocument({ image: Buffer.alloc(100_000), imageSize: 10 });
    expect(await docxToMarkdown(document)).toEqual({
      refusal: 'is not a Word document, or is too large',
    });
  });

  it('is refused for its many elements before it is converted', async () => {
    const document = wordDocument({ paragraphs: 200_000 });
    expect(await docxToMarkdown(document)).toEqual({ refusal: 'has more than 500000 elements' });
  });

  it('is refused for what is none, and told of what was taken for another archive', async () => {
    expect(await refusal('/text.docx', 'ZIP')).toBe(
      '"url" is a Word document: import it as one, with the source "docx".',
    );
    expect(await refusal('/no.zip', 'DOCX')).toBe('"url" is not a Word document, or is too large.');
    expect(await refusal('/no.docx', 'DOCX')).toBe('"url" is not a Word document, or is damaged.');
    expect(await refusal('/bomb.zip', 'GOOGLE_DOCS')).toBe(
      '"url" is not a Word document, or is too large.',
    );
  });
});
