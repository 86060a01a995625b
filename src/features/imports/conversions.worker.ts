// A process loads what a function needs when it first runs it: a converter takes up to a second.

export const convertDatabase = whenNeeded(
  async () => (await import('./archive/database-to-markdown.ts')).databaseToMarkdown,
);
export const convertDocx = whenNeeded(
  async () => (await import('./documents/docx-to-markdown.ts')).docxToMarkdown,
);
export const convertHtml = whenNeeded(
  async () => (await import('./html/html-to-markdown.ts')).htmlToMarkdown,
);
export const askRobots = whenNeeded(
  async () => (await import('./website/robot-answer.ts')).robotAnswer,
);
export { addressesIn, imageAddressesIn, linkText } from './texts.ts';

/** Returns a function that loads another one when it is first called. */
function whenNeeded<Input, Output>(load: () => Promise<(input: Input) => Output>) {
  return async (input: Input): Promise<Awaited<Output>> => await (await load())(input);
}
