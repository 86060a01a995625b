import { formulaTex, formulaText } from './formula-tex.ts';
import { parseWordXml, type WordElement, type WordNode } from './word-xml.ts';
import type { WordSkips } from './word-skips.ts';

/** Style given to formulas for the conversion. */
export const FORMULA_STYLE = 'DocgraphFormula';

export interface PartContext {
  /** Relationship targets of the part, by id. */
  targets: ReadonlyMap<string, string>;
  /** Keys of the notes in the document, such as `footnote 2`. */
  notes: ReadonlySet<string>;
  skips: WordSkips;
}

/** Elements that are text or contain text, as known to the converter. */
const known = new Set([
  ...['w:document', 'w:body', 'w:footnotes', 'w:endnotes', 'w:footnote', 'w:endnote'],
  ...['w:p', 'w:r', 'w:t', 'w:tab', 'w:noBreakHyphen', 'w:softHyphen', 'w:sym', 'w:br'],
  ...['w:instrText', 'w:hyperlink', 'w:tbl', 'w:tr', 'w:tc', 'w:bookmarkStart', 'w:sdt'],
  ...['w:sdtContent', 'w:customXml', 'w:smartTag', 'w:footnoteReference', 'w:endnoteReference'],
  ...['w:pict', 'w:object', 'w:txbxContent', 'w:ins', 'w:moveTo'],
  ...['v:roundrect', 'v:shape', 'v:textbox', 'v:group', 'v:rect', 'v:imagedata'],
]);

/** Formatting elements, which are copied unchanged. */
const properties = new Set([
  ...['w:pPr', 'w:rPr', 'w:tblPr', 'w:tblGrid', 'w:trPr', 'w:tcPr', 'w:sectPr', 'w:sdtPr'],
  ...['w:fldChar', 'w:tblPrEx'],
]);

/**
 * Rewrites a part of a document for the converter. Elements that it does not know, such as text in
 * shapes, are expressed with known ones. Elements without an equivalent are omitted and listed.
 * Tracked changes count as accepted.
 */
export function rewriteWordPart(xml: string, context: PartContext): string {
  const root = parseWordXml(xml);
  // References to comments are omitted.
  if (root?.name === 'w:comments') return root.write('', () => true);
  if (!root || !/^w:(?:document|footnotes|endnotes)$/.test(root.name)) return xml;
  return new PartWriter(context, root.prefix).write(root);
}

class PartWriter {
  readonly #context: PartContext;
  readonly #skips: WordSkips;
  /** Namespace prefix of text elements, with its colon. */
  readonly #word: string;
  readonly #writers: Readonly<Record<string, (element: WordElement) => string>> = {
    'w:del': () => this.#dropChange(),
    'w:moveFrom': () => this.#dropChange(),
    'w:cr': ({ prefix }) => `<${prefix}br/>`,
    'w:ptab': ({ prefix }) => `<${prefix}tab/>`,
    'w:fldSimple': (element) => this.#writeField(element),
    'w:ruby': (element) => this.#writeRuby(element),
    'w:drawing': (element) => this.#writeDrawing(element),
    'w:pict': (element) => this.#writePicture(element),
    'w:object': (element) => this.#writeObject(element),
    'w:altChunk': (element) => this.#dropPart(element, 'is another document within it'),
    'w:subDoc': (element) => this.#dropPart(element, 'is another document, which it refers to'),
    'w:commentReference': () => this.#drop('comment', 'is a comment'),
    'w:footnoteReference': (element) => this.#writeNote(element, 'footnote'),
    'w:endnoteReference': (element) => this.#writeNote(element, 'endnote'),
    'w:contentPart': () => this.#drop('drawing', 'is drawn by hand'),
    'v:imagedata': (element) => this.#writeImage(element),
    'mc:AlternateContent': (element) => this.#writeAlternative(element),
    'm:oMath': (element) => this.#writeFormula(element),
  };

  constructor(context: PartContext, prefix: string) {
    this.#context = context;
    this.#word = prefix;
    this.#skips = context.skips;
  }

  write(node: WordNode): string {
    if (typeof node === 'string') return node;
    const write = this.#writers[node.name];
    if (write) return write(node);
    if (properties.has(node.name)) return this.#copy(node);
    if (node.name === 'w:ins' || node.name === 'w:moveTo') this.#noteChanges();
    if (known.has(node.name)) return this.#around(node, this.#inside(node));
    const holdsText = node.has('w:r') || node.has('w:p') || node.has('m:oMath');
    // Unknown elements are kept if they contain text, or a picture in a legacy shape.
    return holdsText || node.has('v:imagedata') ? this.#inside(node) : '';
  }

  #inside(element: WordElement): string {
    return element.children.map((child) => this.write(child)).join('');
  }

  /** Writes an element without references to missing targets, which would abort the conversion. */
  #around(element: WordElement, inside: string): string {
    return element.write(
      inside,
      (name, value) => !name.startsWith('r:') || this.#context.targets.has(value),
    );
  }

  #copy(element: WordElement): string {
    const inside = element.children.map((child) => {
      if (typeof child === 'string') return child;
      return child.name === 'w:txbxContent' ? '' : this.#copy(child);
    });
    return this.#around(element, inside.join(''));
  }

  #drop(kind: string, reason: string): string {
    this.#skips.add(kind, reason);
    return '';
  }

  #dropPart(element: WordElement, reason: string): string {
    const target = this.#targetOf(element, 'r:id');
    if (target === undefined) return this.#drop('part', reason);
    this.#skips.addNamed(baseName(target), reason);
    return '';
  }

  #dropChange(): string {
    this.#noteChanges();
    return '';
  }

  #noteChanges(): void {
    this.#skips.note('tracked-changes', 'are taken as accepted');
  }

  #targetOf(element: WordElement, name: string): string | undefined {
    const id = element.attribute(name);
    return id === undefined ? undefined : this.#context.targets.get(id);
  }

  /** Expands a simple field into the runs of a complex one. */
  #writeField(element: WordElement): string {
    const { prefix: w } = element;
    const instruction = element.attribute('w:instr') ?? '';
    const mark = (type: string) => `<${w}r><${w}fldChar ${w}fldCharType="${type}"/></${w}r>`;
    const code = `<${w}r><${w}instrText>${escapeXml(instruction)}</${w}instrText></${w}r>`;
    return mark('begin') + code + mark('separate') + this.#inside(element) + mark('end');
  }

  /** Writes ruby text, followed by its reading in brackets. */
  #writeRuby(element: WordElement): string {
    const [base, reading] = [element.child('w:rubyBase'), element.child('w:rt')];
    const text = (value: string) => `<${element.prefix}t>${value}</${element.prefix}t>`;
    const written = reading ? this.#inside(reading) : '';
    return (base ? this.#inside(base) : '') + (written && text('(') + written + text(')'));
  }

  /** Writes the pictures of a drawing, and the texts of its shapes below the paragraph. */
  #writeDrawing(element: WordElement): string {
    const texts = element.find(({ name }) => name === 'w:txbxContent');
    const pictures = element
      .find(({ name }) => name === 'pic:blipFill')
      .flatMap((fill) => fill.find(({ name }) => name === 'a:blip'));
    const lost = pictures.filter((one) => !this.#hasImage(one, ['r:embed', 'r:link']));
    for (const _ of lost) this.#dropImage();
    this.#listGraphics(element, pictures.length + texts.length === 0);
    const shown = pictures.length > lost.length ? this.#copy(element) : '';
    return shown + texts.map((text) => this.#asTextBox(text, element.prefix)).join('');
  }

  #asTextBox(text: WordElement, w: string): string {
    const box = `<v:textbox xmlns:v="urn:schemas-microsoft-com:vml">${this.write(text)}</v:textbox>`;
    return `<${w}pict>${box}</${w}pict>`;
  }

  #hasImage(element: WordElement, attributes: readonly string[]): boolean {
    return attributes.some((name) => this.#targetOf(element, name) !== undefined);
  }

  #dropImage(): string {
    return this.#drop('lost-image', 'is not in the document');
  }

  #listGraphics(element: WordElement, isNothingElse: boolean): void {
    const isChart = element.has('c:chart') || element.has('cx:chart');
    if (isChart) this.#drop('chart', 'is a chart, of which the document has no picture');
    else if (element.has('dgm:relIds')) {
      this.#drop('diagram', 'is a diagram (SmartArt), of which the document has no picture');
    } else if (isNothingElse) this.#drop('drawing', 'is drawn with shapes');
  }

  /** Writes legacy VML shapes, which Word still adds for older programs. */
  #writePicture(element: WordElement): string {
    const isShape = ({ name }: WordElement) => /^v:(?!shapetype$)/.test(name);
    const isLine = (shape: WordElement) => shape.attribute('o:hr') !== undefined;
    const shapes = element.elements.filter(isShape);
    const words = element.find(({ name }) => name === 'v:textpath');
    const isFull = ['w:txbxContent', 'v:imagedata'].some((name) => element.has(name));
    if (element.has('w:control')) this.#drop('control', 'is a control of a form');
    else if (shapes.length > 0 && !isFull && words.length === 0 && !shapes.some(isLine)) {
      this.#drop('drawing', 'is drawn with shapes');
    }
    const texts = words.map((one) => this.#wordArt(one, element.prefix)).join('');
    return this.#around(element, this.#inside(element) + texts);
  }

  #wordArt(element: WordElement, w: string): string {
    const text = escapeXml(element.attribute('string') ?? '');
    return text && `<${w}p><${w}r><${w}t>${text}</${w}t></${w}r></${w}p>`;
  }

  /** Writes the picture of an embedded object, and reports the object. */
  #writeObject(element: WordElement): string {
    const [object] = element.find(({ name }) => name === 'o:OLEObject');
    const kind = object?.attribute('ProgID');
    const target = object && this.#targetOf(object, 'r:id');
    const reason = `is an embedded object${kind ? ` (${kind})` : ''}`;
    if (object && target !== undefined) this.#skips.addNamed(baseName(target), reason);
    else if (object) this.#drop('object', reason);
    else if (element.has('w:control')) this.#drop('control', 'is a control of a form');
    return this.#around(element, this.#inside(element));
  }

  #writeImage(element: WordElement): string {
    return this.#hasImage(element, ['r:id']) ? this.#around(element, '') : this.#dropImage();
  }

  #writeNote(element: WordElement, kind: string): string {
    const isThere = this.#context.notes.has(`${kind} ${element.attribute('w:id')}`);
    return isThere ? this.#around(element, '') : this.#drop('note', 'is not in the document');
  }

  /** Writes alternative content: the fallback if it is not empty, otherwise the first choice. */
  #writeAlternative(element: WordElement): string {
    const fallback = element.child('mc:Fallback');
    const chosen = fallback && fallback.elements.length > 0 ? fallback : element.child('mc:Choice');
    return chosen ? this.#inside(chosen) : '';
  }

  /** Writes a formula as text with the formula style. Without a TeX form, writes its characters. */
  #writeFormula(element: WordElement): string {
    const tex = formulaTex(element);
    const text = tex ?? formulaText(element);
    if (tex === undefined) this.#skips.add('formula', 'has only its characters, in a row');
    if (text === '') return '';
    const w = this.#word;
    const style = `<${w}rPr><${w}rStyle ${w}val="${FORMULA_STYLE}"/></${w}rPr>`;
    const run = `<${w}t xml:space="preserve">${escapeXml(text)}</${w}t>`;
    return `<${w}r>${tex === undefined ? '' : style}${run}</${w}r>`;
  }
}

function baseName(path: string): string {
  return path.split('/').at(-1) || path;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
