import fc from 'fast-check';

/** Lines with every inline construct of the dialect and of HTML; `@` stands for a word. */
const inlines = [
  ...['@ @ @', '@', '**@ @**', '__@__', '*@* @', '_@ @_', '~~@~~', '`@ @`', '`` @ ` @ ``'],
  ...['[@ @](guide.md "@")', '[@](<a b.md>)', "[**@** @](guide.md#@ '@')", '[@][ref]', '[@]'],
  ...['<https://example.com/@>', 'https://example.com/@', '![@ @](a.png "@")', '![@][ref]'],
  ...['<a id="@"></a>', '<a name="@"></a>@', '<u>@ @</u>', '<abbr title="@ @">@</abbr>'],
  ...['<kbd>@</kbd>', '<mark style="color:red;">@ @</mark>', '<sup>@</sup>', '<sub>@</sub>'],
  ...['<span style="color: blue">@</span>', '<span class="@">@</span>', '<b>@</b>', '<em>@</em>'],
  ...['<img src="a.png" alt="@ @" width="30" data-size="line">', '<small>@ @</small>'],
  ...['<i class="fa-star">:star:</i> @', '<i class="fa-star"></i>', '<del>@</del>', '<ins>@</ins>'],
  ...['<a href="x.md" class="button primary" data-icon="bolt">@ @</a>', '<cite>@</cite>'],
  ...['<a href="x.md" title="@" target="_blank">@</a>', '<a href="x.md" data-mention>@</a>'],
  ...[':smile:', '$$x^2$$', '{{ page.vars.name }}', '<code class="expression">space.vars.x</code>'],
  ...['<!-- @ -->', '@[^note]', '[@](#user-content-fn-note)[^note]', String.raw`@\*@`, '@ &amp; @'],
  ...['@  \n@', '@\\\n@', '@\n@', '@<br>@', '@<wbr>@', '<q cite="@">@</q>', '<var>@</var>'],
  ...[
    '<time datetime="2020">@</time>',
    '<font color="red">@</font>',
    '<tt>@</tt>',
    '<samp>@</samp>',
  ],
  ...['<span data-tag="math">x</span>', '<span data-tag="emoji" data-code="1f600">@</span>'],
  ...[
    '<picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="a.png" alt="@"></picture>',
  ],
  ...[
    '<my-tag a="@">@</my-tag>',
    '{% unknown @ %}',
    '@&nbsp;@',
    '&lt;@&gt;',
    '@ "@" (@) [@] #@ $@',
  ],
  ...['@ {% badge color="@" %}@ **@**{% endbadge %} @', '{% card href="@.md" title="@ @" %} @'],
  ...['@ {% content-ref url="a.md" %}[@ @](a.md){% endcontent-ref %}', '@ {% include "a.md" %} @'],
  ...['日本語@', '@_@_@', '5 * 3 @', 'a < b @', '<br/>@', '<s>@</s>', '<code>@ @</code>'],
] as const;

/** Blocks with every block construct; `$` stands for a line, `%` for one without line breaks. */
const blocks = [
  ...['$', '$ $', '# %', '## % ##', '### % {#own-id}', '#### %', '###### <a id="@"></a>% @'],
  ...[
    '@ %\n=====',
    '@ %\n---',
    '* $\n* @ $',
    '- @\n- %\n\n- %',
    '+ %\n  + %\n    + @ %',
    '1. %\n2. @ %',
  ],
  ...[
    '3) %\n4) @',
    '* [ ] %\n* [x] @ %',
    '-   %\n\n    @ $\n',
    '> $\n> @ %',
    '> [!NOTE]\n> $',
    '> %\n>\n> * %\n> * @',
  ],
  ...[
    '{% hint style="info" icon="leaf" %}\n$\n{% endhint %}',
    '{% hint style="warning" %} % {% endhint %}',
    '{% hint style="info" %}\n@ % {% endhint %}',
    '{% hint style="info" %}\n* @\n* @ % {% endhint %}',
    '@ {% hint style="info" %} @ % {% endhint %} @',
    '{% tabs %} {% tab title="@" %}\n@ {% endtab %} {% tab title="@" %} @ % {% endtab %} {% endtabs %}',
    '1. @\n        {% hint style="info" %}\n        @ %\n        {% endhint %}\n2. @',
  ],
  ...['{% hint style="danger" %}\n# %\n\n```js\n@ @\n```\n\n@ $\n{% endhint %}'],
  ...[
    '{% tabs %}\n{% tab title="@ @" %}\n$\n{% endtab %}\n\n{% tab title="@" icon="x" %}\n* %\n{% endtab %}\n{% endtabs %}',
  ],
  ...[
    '{% stepper %}\n{% step %}\n## %\n\n$\n{% endstep %}\n{% step icon="x" %}\n@ %\n{% endstep %}\n{% endstepper %}',
  ],
  ...[
    '{% stepper %}\n{% step %}\n{% tabs %}\n{% tab title="@" %}\n@ $\n{% endtab %}\n{% tab title="@ @" %}\n%\n{% endtab %}\n{% endtabs %}\n{% endstep %}\n{% endstepper %}',
  ],
  ...[
    '<details open>\n\n<summary>@ %</summary>\n\n$\n\n{% tabs %}\n{% tab title="@" %}\n@ %\n{% endtab %}\n{% endtabs %}\n\n</details>',
  ],
  ...[
    '<details>\n<summary>@</summary>\n@ %\n</details>',
    '{% columns %}\n{% column width="50%" %}\n$\n{% endcolumn %}\n{% column %}\n%\n{% endcolumn %}\n{% endcolumns %}',
  ],
  ...[
    '```js title="@" {1,3}\nlet @ = "@";\n\n  return @ & <b>;\n```',
    '~~~\n@ @\n~~~',
    '    @ @\n    @',
    '``` \n@\n```',
  ],
  ...[
    '{% code title="@ @" overflow="wrap" lineNumbers="true" %}\n```python\n@ @\n@\n```\n{% endcode %}',
  ],
  ...[
    '<pre class="language-js" data-title="@"><code class="lang-js"><strong>@ @\n</strong>@ &#x3C;@>\n</code></pre>',
  ],
  ...['$$\nx^2 + @\n$$', '***', '<!-- @\n@ -->', '[ref]: https://example.com/@ "@"'],
  ...[
    '| @   | @  %  |\n| :-- | ----: |\n| @   | %     |\n| @ @ | a\\|@  |',
    '@ | @\n- | -\n% | %\n@ | -',
  ],
  ...[
    '|   |   |\n| - | - |\n| @ | % |',
    '| Name | - |\n|---|---|\n| - | <p>@</p> |\n| @ | <ul><li>@ @</li><li>@</li></ul> |',
  ],
  ...[
    '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-type="rating" data-max="5">@</th></tr></thead><tbody><tr><td><h4><i class="fa-star">:star:</i></h4></td><td><a href="a.md">a.md</a></td><td>3</td></tr><tr><td><h4><i class="fa-x">:x:</i> @ <strong>@</strong></h4>@ @</td><td><a href="b.md">@</a></td><td>4</td></tr></tbody></table>',
  ],
  ...[
    '<table>\n  <thead>\n    <tr>\n      <th width="100">@ @</th>\n      <th data-type="select" data-options="[[&quot;a&quot;,&quot;@&quot;,&quot;#fff&quot;]]">@</th>\n    </tr>\n  </thead>\n  <tbody>\n    <tr>\n      <td>@ <u>@</u> &amp; <a href="x.md" title="@">@</a></td>\n      <td>a</td>\n    </tr>\n    <tr>\n      <td><p>@</p><ul><li>@</li></ul></td>\n      <td></td>\n    </tr>\n  </tbody>\n</table>',
  ],
  ...[
    '<figure><img src="a.png" alt="@ @" width="300" class="@"><figcaption><p>@ <strong>@</strong> <u>@</u></p></figcaption></figure>',
    '![@](a.png "@ @")',
    '<img src="a.png" alt="@" width="300">',
  ],
  ...[
    '<div align="center"><img src="a.png" alt="@"></div>',
    '<div data-full-width="true"><figure><img src="a.png" alt=""><figcaption>@ @</figcaption></figure></div>',
  ],
  ...[
    '{% embed url="https://example.com/@" %}\n@ %\n{% endembed %}',
    '{% embed url="https://example.com" %}',
    '{% file src="a.pdf" %}\n@ %\n{% endfile %}',
  ],
  ...[
    '{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}',
    '{% include "inc.md" %}',
    '{% openapi src="a.yaml" path="/@" method="get" %}\n[a.yaml](a.yaml)\n{% endopenapi %}',
  ],
  ...[
    '{% swagger method="get" path="/@" baseUrl="https://example.com" summary="@ @" %}\n{% swagger-description %}\n@ $\n{% endswagger-description %}\n{% swagger-parameter name="@" %}\n%\n{% endswagger-parameter %}\n{% endswagger %}',
  ],
  ...[
    '{% if visitor.claims.x == "@" %}\n@ $\n{% endif %}',
    '{% updates format="full" %}\n{% update date="2024-01-01" tags="@" %}\n## %\n\n@ %\n{% endupdate %}\n{% endupdates %}',
  ],
  ...[
    '<div class="@">\n<p align="center">@ <b>@</b></p>\n<h4 id="@">@ @</h4>\n<ul><li>@ <u>@</u></li><li>@</li></ul>\n</div>',
    '<p>@ <abbr title="@">@</abbr></p>',
    '<center>@</center>',
  ],
  ...[
    '<blockquote>@<br>@</blockquote>',
    '<section><h2>@</h2><p>@</p><hr></section>',
    '<video controls src="@"></video>',
    '<iframe src="https://example.com/@" title="@"></iframe>',
  ],
  ...[
    '<ol start="3"><li>@</li></ol>',
    '<p align="right"><em>@</em> @</p>',
    '<h2 align="center">@ <a id="@"></a></h2>',
    '* %\n\n  {% hint style="info" %}\n  @ %\n  {% endhint %}\n* @',
    '{% unknown-block a="@" %}\n@ %\n{% endunknown-block %}',
    '{% unknown-block %}\n| @ | % |\n| - | - |\n| @ | % | {% endunknown-block %}',
    '{% hint style="info" %}\n<p>@ <u>@</u></p> {% endhint %}',
    '| @ |\n| - |\n| <ul><li>@ *@*</li><li>@<ol><li>@ @</li></ol></li></ul> |',
  ],
] as const;

const word = fc.oneof(
  { weight: 5, arbitrary: fc.stringMatching(/^[a-z]{2,7}$/) },
  { weight: 1, arbitrary: fc.constantFrom('Ünï', '日本', 'a', 'title', 'style', 'x2', 'the') },
);

/** Puts values in the place of a sign, one after the other. */
function filled(template: string, sign: string, values: readonly string[]): string {
  let index = 0;
  return template.replaceAll(sign, () => values[index++ % values.length] ?? '');
}

const words = fc.array(word, { minLength: 30, maxLength: 30 });
const line = fc
  .tuple(fc.array(fc.constantFrom(...inlines), { minLength: 1, maxLength: 4 }), words)
  .map(([parts, values]) => filled(parts.join(' '), '@', values));
const lines = fc.array(line, { minLength: 2, maxLength: 2 });
const block = fc
  .tuple(fc.constantFrom(...blocks), lines, lines, words)
  .map(([template, some, others, values]) => {
    const flat = others.map((text) => text.replaceAll(/(?: {2}|\\)?\n/g, ' '));
    const inContainer = template.startsWith('>')
      ? '\n> '
      : template.startsWith('{%')
        ? '\n'
        : '\n    ';
    const wrapped = some.map((text) =>
      template.startsWith('$') ? text : text.replaceAll('\n', inContainer),
    );
    const withLines = filled(filled(template, '%%', ['%']), '$$', ['$$']);
    return filled(fillLines(withLines, wrapped, flat), '@', values);
  });

/** A per cent sign or dollar sign that stands for itself is beside a brace, a digit or another. */
function fillLines(template: string, some: readonly string[], flat: readonly string[]): string {
  let index = 0;
  return template.replaceAll(/(?<![{\d$])[%$](?![}$"])/g, (sign) => {
    index += 1;
    return (sign === '$' ? some : flat)[index % 2] ?? '';
  });
}

/** Pages with every construct of the dialect and of HTML. */
export const arbitraryPage: fc.Arbitrary<string> = fc
  .array(block, { minLength: 1, maxLength: 6 })
  .map(
    (parts) => `${parts.join('\n\n')}\n\n[^note]: Footnote text.\n\n[ref]: ref.md "Reference"\n`,
  );
