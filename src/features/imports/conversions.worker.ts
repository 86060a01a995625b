export { databaseToMarkdown } from './archive/database-to-markdown.ts';
export { docxToMarkdown } from './documents/docx-to-markdown.ts';
export { htmlToMarkdown } from './html/html-to-markdown.ts';
export { robotAnswer } from './website/robot-answer.ts';
export { addressesIn, imageAddressesIn, linkText } from './texts.ts';
