/** What is used of pdfmake. Its own types would bring those of browsers into the whole project. */
declare module 'pdfmake' {
  /** Left, top, right, bottom; in points. */
  export type Margin = [number, number, number, number];

  export interface TextStyle {
    font?: string;
    fontSize?: number;
    bold?: boolean;
    italics?: boolean;
    color?: string;
    background?: string;
    lineHeight?: number;
    decoration?: 'underline' | 'lineThrough';
    decorationColor?: string;
    alignment?: 'left' | 'center' | 'right';
    characterSpacing?: number;
    sup?: boolean;
    sub?: boolean;
    link?: string;
    linkToDestination?: string;
    preserveLeadingSpaces?: boolean;
    preserveTrailingSpaces?: boolean;
    /** Whether it stays on one line. */
    noWrap?: boolean;
  }

  export interface Placement {
    id?: string;
    margin?: Margin;
    /** Of a column, in points or as a share of what is left. */
    width?: number | 'auto' | '*';
    unbreakable?: boolean;
    pageBreak?: 'before' | 'after';
    /** Of a cell. */
    fillColor?: string;
    border?: [boolean, boolean, boolean, boolean];
    colSpan?: number;
    verticalAlignment?: 'top' | 'middle' | 'bottom';
    /** Of an item of a list. */
    listType?: 'none';
  }

  export interface Text extends TextStyle, Placement {
    text: string | Text[];
  }
  /** The number of the page on which the node with that id is. */
  export interface PageNumber extends TextStyle, Placement {
    pageReference: string;
  }
  export interface Stack extends TextStyle, Placement {
    stack: Content[];
  }
  export interface Columns extends TextStyle, Placement {
    columns: Content[];
    columnGap?: number;
  }
  export interface BulletList extends TextStyle, Placement {
    ul: Content[];
    markerColor?: string;
  }
  export interface NumberedList extends TextStyle, Placement {
    ol: Content[];
    start?: number;
    markerColor?: string;
  }
  export interface Table extends TextStyle, Placement {
    table: {
      body: Content[][];
      widths: (number | '*' | 'auto')[];
      headerRows?: number;
      keepWithHeaderRows?: number;
      dontBreakRows?: boolean;
    };
    layout?: TableLayout;
  }
  export interface Image extends Placement {
    /** Its name in `images`. */
    image: string;
    width: number;
    height: number;
    alignment?: 'left' | 'center' | 'right';
    link?: string;
    linkToDestination?: string;
  }
  /** A drawing as XML; `font` is that of texts in it whose own is not there. */
  export interface Svg extends Placement {
    svg: string;
    font: string;
    width: number;
    height: number;
    alignment?: 'left' | 'center' | 'right';
  }
  export interface Drawing extends Placement {
    canvas: object[];
    alignment?: 'left' | 'center' | 'right';
  }
  /** Content on pages of its own. At the top of a document only. */
  export interface Section {
    section: Content[];
    header?: PageContent | null;
    footer?: PageContent | null;
  }
  export type Content =
    | Text
    | PageNumber
    | Stack
    | Columns
    | BulletList
    | NumberedList
    | Table
    | Image
    | Svg
    | Drawing
    | Section;

  /** What stands above or below the text of a page, by its number. */
  export type PageContent = (page: number, pageCount: number) => Content;

  export interface TableLayout {
    hLineWidth?: (line: number, table: Table) => number;
    vLineWidth?: (line: number, table: Table) => number;
    hLineColor?: string | ((line: number, table: Table) => string);
    vLineColor?: string | ((line: number, table: Table) => string);
    hLineStyle?: (line: number, table: Table) => { dash: { length: number; space: number } } | null;
    paddingLeft?: (column: number, table: Table) => number;
    paddingRight?: (column: number, table: Table) => number;
    paddingTop?: (row: number, table: Table) => number;
    paddingBottom?: (row: number, table: Table) => number;
    fillColor?: string | ((row: number, table: Table, column: number) => string | null);
  }

  /** A bookmark, or the root of all. */
  export interface Outline {
    outlineData: Record<string, unknown>;
    addItem(title: string, options: { pageNumber: number }): Outline;
  }

  export interface FontFamily {
    normal: string;
    bold: string;
    italics: string;
    bolditalics: string;
  }

  export interface DocumentDefinition {
    content: Content[];
    pageSize: 'A4';
    pageMargins: Margin;
    defaultStyle: TextStyle;
    footer?: PageContent;
    images: Record<string, string>;
    info: {
      title: string;
      creator: string;
      producer: string;
      creationDate: Date;
      modDate: Date;
    };
    language?: string;
    version: '1.7';
    displayTitle: boolean;
  }

  interface PdfMake {
    /** Files that pdfmake may read without reading any of the machine. */
    virtualfs: {
      writeFileSync(name: string, content: Uint8Array): void;
      storage: Record<string, unknown>;
    };
    setFonts(fonts: Record<string, FontFamily>): void;
    setUrlAccessPolicy(policy: (url: string) => boolean): void;
    setLocalAccessPolicy(policy: (path: string) => boolean): void;
    createPdf(
      definition: Pick<DocumentDefinition, 'content' | 'defaultStyle'> &
        Partial<DocumentDefinition>,
    ): {
      /** The PDF once all is set and nothing written. */
      getStream(): Promise<{ outline: Outline }>;
      getBuffer(): Promise<Buffer>;
    };
  }
  const pdfmake: PdfMake;
  export default pdfmake;
}
