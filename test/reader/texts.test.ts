import { describe, expect, it } from 'vitest';
import { writeFiles, writePages } from '../support/content.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';
import { createSite } from '../features/sites/support.ts';
import { open, publishedSite, texts } from './reader-site.ts';

const world = useWorld();
const organization = useOrganization(world);

const every = `
# Heading one

## Heading two

### Heading three {#own-name}

A **bold**, *italic*, ~~struck~~, \`coded\` word, H<sub>2</sub>O, x<sup>2</sup>, <kbd>Esc</kbd>
and a note[^1], :smile:, $$a^2$$, <mark style="color:red;">red</mark>.

[^1]: The **note**.

* one
* two
  * nested

3. three
4. four

- [x] done
- [ ] open

> Quoted.

{% hint style="warning" %}
Careful.
{% endhint %}

{% tabs %}
{% tab title="Shell" %}
First tab.
{% endtab %}
{% tab title="HTTP" %}
Second tab.
{% endtab %}
{% endtabs %}

{% stepper %}
{% step %}
### Step one

Do it.
{% endstep %}
{% step %}
### Step two

Done.
{% endstep %}
{% endstepper %}

{% columns %}
{% column %}
Left.
{% endcolumn %}
{% column %}
Right.
{% endcolumn %}
{% endcolumns %}

<details>
<summary>Open me</summary>

Inside.

</details>

{% code title="main.js" lineNumbers="true" %}
\`\`\`javascript
const answer = "42"; // why
\`\`\`
{% endcode %}

$$
\\frac{1}{2}
$$

| Name | Size |
| :--- | ---: |
| big | 10 |

<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>Card one</td><td><a href="other">other</a></td></tr></tbody></table>

{% embed url="https://video.example.com/watch" %}

{% content-ref url="other" %}
[Other](other)
{% endcontent-ref %}

<a href="https://example.com/buy" class="button primary">Buy</a>

{% openapi-operation spec="pets" path="/pets" method="get" %}
{% endopenapi-operation %}

{% unknown-tag some="thing" %}
Kept text.
{% endunknown-tag %}

Version {{ space.vars.missing }}.

***

[Other page](other), [place](other#there), [mail](mailto:a@example.com).
`;

describe('a text', () => {
  it('is shown with every kind of block', async () => {
    const { url } = await publishedSite(world, organization, [
      { title: 'Every', markdown: every },
      { title: 'Other', description: 'Elsewhere.', markdown: '## There\n' },
    ]);
    const page = await open(world, url);
    expect(page.status).toBe(200);
    expect(
      texts(page, '.text > h2, .text > h3, .text > h4').map((one) => one.replace('#', '')),
    ).toEqual(['Heading one', 'Heading two', 'Heading three']);
    expect(page.document.querySelector('#own-name')?.tagName).toBe('H4');
    const counts = {
      'p strong': 2,
      sub: 1,
      '.text kbd': 1,
      'sup > a': 1,
      '.footnotes li': 1,
      math: 2,
      'ul ul': 1,
      'ol[start="3"]': 1,
      '.tasks .box': 2,
      blockquote: 1,
      '.hint.warning': 1,
      '.tabs > input[type=radio]': 2,
      '.tabs > input[checked]': 1,
      '.steps > li': 2,
      '.columns > div': 2,
      '.text details summary': 1,
      '.code .t-keyword': 1,
      '.code .t-comment': 1,
      '.table th': 2,
      '.table td.to-right': 1,
      '.cards > .card': 1,
      '.operation .method.get': 1,
      '.button': 1,
      hr: 1,
      '.text-red': 1,
      '.expression': 1,
    };
    const found = Object.keys(counts).map((selector) => [
      selector,
      page.document.querySelectorAll(selector).length,
    ]);
    expect(Object.fromEntries(found)).toEqual(counts);
    expect(page.text).toContain('Kept text.');
    expect(page.text).toContain('video.example.com');
  });

  it('has links that lead to where they are read', async () => {
    const { url } = await publishedSite(world, organization, [
      { title: 'Every', markdown: every },
      { title: 'Other', description: 'Elsewhere.', markdown: '## There\n' },
    ]);
    const { document } = await open(world, url);
    const hrefs = [...document.querySelectorAll('.text a')].map((link) =>
      link.getAttribute('href'),
    );
    expect(hrefs).toContain(`${url}/other`);
    expect(hrefs).toContain(`${url}/other#there`);
    expect(hrefs).toContain('mailto:a@example.com');
    expect(document.querySelector('.card-target')?.getAttribute('href')).toBe(`${url}/other`);
    const card = document.querySelector('a.card-link[href$="/other"]');
    expect(card?.textContent).toBe('OtherElsewhere.');
  });

  it('shows pictures in both modes, and files to download', async () => {
    const site = await createSite(world, { organization });
    const space = await world.space(organization.id);
    const files = await writeFiles(world, space.id, [
      { name: 'light.png', text: 'L', contentType: 'image/png', path: 'light.png' },
      { name: 'dark.png', text: 'D', contentType: 'image/png', path: 'dark.png' },
    ]);
    expect(Object.keys(files)).toHaveLength(2);
    const markdown = `<figure><picture><source srcset="dark.png" media="(prefers-color-scheme: dark)"><img src="light.png" alt="A wave"></picture><figcaption><p>Waves</p></figcaption></figure>

{% file src="light.png" %}
`;
    await writePages(world, space.id, [
      { title: 'Pictures', markdown, git: { oid: 'a', path: 'x.md' } },
    ]);
    await site.addSpace({ spaceId: space.id });
    await site.publish();
    const { document } = await open(world, `/s/${site.id}`);
    const image = document.querySelector('.pictures img');
    expect(image?.getAttribute('alt')).toBe('A wave');
    const shown = [
      image?.getAttribute('src'),
      document.querySelector('source')?.getAttribute('srcset'),
    ];
    for (const src of [...shown, document.querySelector('a.card-link')?.getAttribute('href')]) {
      expect(src).toMatch(/^\/content\/files\//);
      expect((await world.app.inject(src ?? '')).statusCode).toBe(200);
    }
  });
});

describe('a hostile text', () => {
  it('runs nothing, and loads nothing but pictures', async () => {
    const markdown = `
<script>alert(1)</script>

<img src="x" onerror="alert(1)"> <svg onload="alert(1)"><script>alert(1)</script></svg>

[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](data:text/html,<script>alert(1)</script>)
[d](vbscript:x) [e](//evil.example.com/x)

<a href="javascript:alert(1)" class="button primary">Go</a>

<iframe src="https://evil.example.com"></iframe>

{% embed url="javascript:alert(1)" %}

$$\\href{javascript:alert(1)}{x}\\htmlStyle{color:red}{y}$$

\`\`\`html
</code></pre><script>alert(1)</script>
\`\`\`

| <script>alert(1)</script> | b |
| --- | --- |
| "><img src=x onerror=alert(1)> | c |
`;
    const title = `<script>alert('title')</script>"'`;
    const { url } = await publishedSite(world, organization, [{ title, slug: 'bad', markdown }]);
    const { document, response, status } = await open(world, url);
    expect(status).toBe(200);
    expect(response.body).not.toMatch(/<script(?! src="\/assets\/[0-9a-f]+\/reader\.js")/i);
    expect(document.querySelectorAll('iframe, object, embed, form[action^="http"]')).toHaveLength(
      0,
    );
    const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].map(({ name, value }) => `${name}=${value}`),
    );
    expect(
      attributes.filter((one) => /^on|^style=|=\s*(?:javascript|vbscript):/i.test(one)),
    ).toEqual([]);
    const hrefs = [...document.querySelectorAll('a')].map(
      (link) => link.getAttribute('href') ?? '',
    );
    expect(hrefs.filter((href) => !/^(?:#|\/(?!\/)|https?:|mailto:)/.test(href))).toEqual([]);
  });
});
