const many = 20_000;

/** Markdown that is made to take long or to break what reads it, by what is wrong with it. */
export const hostileMarkdown: readonly (readonly [name: string, markdown: string])[] = [
  ['brackets', '['.repeat(100_000)],
  ['brackets of images', '![]('.repeat(many)],
  ['nested quotes', `${'>'.repeat(5_000)} end`],
  ['nested lists', `${'- '.repeat(5_000)}end`],
  ['tags without an end', '{% hint %}\n'.repeat(many)],
  ['ends without a tag', '{% endhint %}\n'.repeat(many)],
  ['nested tags', `${'{% hint %}\n'.repeat(many)}end\n${'{% endhint %}\n'.repeat(many)}`],
  ['crossed tags', '{% tabs %}\n{% tab %}\n{% endtabs %}\n{% endtab %}\n'.repeat(5_000)],
  ['tags on one line', '{% hint %}'.repeat(many)],
  ['tags with a distant end', `${'{% hint\n'.repeat(many)}%}`],
  ['tags in lines of text', `a${' {% hint %} b {% endhint %}'.repeat(50)}\n\n`.repeat(400)],
  ['ends in lines of text', `{% hint %}\n\n* a {% endhint %}\n\n`.repeat(5_000)],
  ['starts in one line of text', `a ${'{% hint %} '.repeat(many)}`],
  ['nested details', '<details>\n'.repeat(many) + '</details>\n'.repeat(many)],
  ['nested elements', '<b>'.repeat(many) + '</b>'.repeat(many)],
  ['nested emphasis', '*a '.repeat(many) + '*'.repeat(many)],
  ['open comments', '<!--'.repeat(100_000)],
  ['a giant table', `|a|b|\n|-|-|\n${'|x|y|\n'.repeat(many)}`],
  [
    'a table that is much wider than its rows',
    `${'|a'.repeat(500)}\n${'|-'.repeat(500)}\n${'|x\n'.repeat(2_000)}`,
  ],
  [
    'many such tables',
    `${'|a'.repeat(900)}\n${'|-'.repeat(900)}\n${'|x\n'.repeat(60)}\n`.repeat(100),
  ],
  ['tables in tables', '<table><tr><td>'.repeat(many)],
  ['a link target that is used often', `[a]: /${'x'.repeat(100_000)}\n\n${'[a] '.repeat(many)}`],
  ['a giant paragraph', '[a](b) **c** '.repeat(100_000)],
  ['lines beyond the limit', 'a\n\n'.repeat(100_000)],
];
