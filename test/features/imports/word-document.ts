import { picture } from './support.ts';
import { zipOfEntries } from '../../support/zip.ts';

export const run = (text: string, style = ''): string =>
  `<w:r>${style && `<w:rPr>${style}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;

export const paragraph = (runs: string, style?: string): string =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}${runs}</w:p>`;

const row = (...cells: string[]): string =>
  `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(run(cell))}</w:tc>`).join('')}</w:tr>`;

export const drawing = (
  attribute: string,
  id = 'rId1',
): string => `<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill>
  <a:blip ${attribute}="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

const listItem = (level: number): string =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr></w:pPr>${run(`level ${level + 1}`)}</w:p>`;

const officeRelationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The first is `rId1`, and so on. */
const relationships = (...all: [type: string, target: string, isOutside?: boolean][]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(
      ([type, target, isOutside], index) =>
        `<Relationship Id="rId${index + 1}" Type="${officeRelationships}/${type}" Target="${target}"${isOutside ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;

export interface WordDocumentOptions {
  /** What stands above all, in the style of titles. */
  title?: string;
  image?: Buffer;
  /** How often the document shows it. */
  imageCount?: number;
  /** What the archive says of its size, where it does not tell the truth. */
  imageSize?: number;
  /** Whether the image is somewhere else. */
  isLinked?: boolean;
  /** Items of a list that follow, each a level deeper. */
  listLevels?: number;
  /** Paragraphs of a letter that follow. */
  paragraphs?: number;
  /** What else follows. */
  body?: string;
  /** What the document refers to besides its image, from `rId2` on. */
  references?: [type: string, target: string][];
  /** Files that are there, too. */
  parts?: Record<string, string | Buffer>;
}

/** A document as Word writes it: headings, bold text, an image and a table. */
export function wordDocument({
  title,
  image = picture,
  imageCount = 1,
  imageSize,
  paragraphs = 0,
  isLinked = false,
  listLevels = 0,
  body: more = '',
  references = [],
  parts = {},
}: WordDocumentOptions = {}): Buffer {
  const body = [
    title === undefined ? '' : paragraph(run(title), 'Title'),
    paragraph(run('Report'), 'Heading1'),
    paragraph(run('Some ') + run('bold', '<w:b/>') + run(' text.')),
    paragraph(run('Part'), 'Heading2'),
    ...Array.from({ length: imageCount }, () =>
      paragraph(drawing(isLinked ? 'r:link' : 'r:embed')),
    ),
    `<w:tbl>${row('A', 'B')}${row('1', '2')}</w:tbl>`,
    paragraph(run('x')).repeat(paragraphs),
    ...Array.from({ length: listLevels }, (_, level) => listItem(level)),
    more,
  ];
  const files = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
      <Default Extension="png" ContentType="image/png"/>
      <Default Extension="emf" ContentType="image/x-emf"/>
      <Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
    </Types>`,
    '_rels/.rels': relationships(['officeDocument', 'word/document.xml']),
    'word/_rels/document.xml.rels': relationships(
      isLinked ? ['image', 'https://example.com/image1.png', true] : ['image', 'media/image1.png'],
      ...references,
    ),
    'word/numbering.xml': `<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
      <w:abstractNum w:abstractNumId="0">${[0, 1, 2, 3, 4, 5, 6, 7, 8].map((level) => `<w:lvl w:ilvl="${level}"><w:numFmt w:val="bullet"/></w:lvl>`).join('')}</w:abstractNum>
      <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    'word/styles.xml': `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
      <w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style>
      <w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>
      <w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/></w:style>
    </w:styles>`,
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"
      xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"
      xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
      xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"
      xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"
      xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"
      xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"
      xmlns:v="urn:schemas-microsoft-com:vml"
      xmlns:o="urn:schemas-microsoft-com:office:office"><w:body>${body.join('')}</w:body></w:document>`,
    ...parts,
  };
  const texts = Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
  const size = imageSize === undefined ? {} : { size: imageSize };
  return zipOfEntries([...texts, { name: 'word/media/image1.png', bytes: image, ...size }]);
}
