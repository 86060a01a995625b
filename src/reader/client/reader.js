// What the pages gain from scripts: results while one types, copying code, the place in the outline.
(() => {
  const SEARCH_DELAY_MS = 120;

  function watchSearch(form) {
    const input = form.querySelector('input[type=search]');
    let timer;
    let box;
    let asked = 0;
    const close = () => {
      box?.remove();
      box = undefined;
    };
    const show = async () => {
      const query = input.value.trim();
      asked += 1;
      const number = asked;
      if (query === '') return close();
      const response = await fetch(`${form.action}?q=${encodeURIComponent(query)}`);
      if (!response.ok || number !== asked) return undefined;
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const found = page.querySelectorAll('main .results > li').length;
      close();
      box = document.createElement('div');
      box.className = 'suggestions';
      box.append(
        found > 0
          ? page.querySelector('main .results')
          : Object.assign(document.createElement('p'), {
              textContent: 'Nothing has all these words.',
            }),
      );
      return form.append(box);
    };
    input.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => void show(), SEARCH_DELAY_MS);
    });
    form.addEventListener('keydown', (event) => {
      const links = [...(box?.querySelectorAll('a') ?? [])];
      const at = links.indexOf(document.activeElement);
      if (event.key === 'Escape') {
        close();
        input.focus();
      } else if (event.key === 'ArrowDown' && at < links.length - 1) {
        event.preventDefault();
        links[at + 1].focus();
      } else if (event.key === 'ArrowUp' && at >= 0) {
        event.preventDefault();
        (links[at - 1] ?? input).focus();
      }
    });
    document.addEventListener('click', ({ target }) => {
      if (!form.contains(target)) close();
    });
  }

  function addCopyButton(figure) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    const showCopied = () => {
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    };
    button.addEventListener('click', () => {
      const text = figure.querySelector('pre').textContent.trimEnd();
      // Browsers have no clipboard on pages without HTTPS.
      navigator.clipboard?.writeText(text).then(showCopied, () => {});
    });
    (figure.querySelector('figcaption') ?? figure).append(button);
  }

  function followOutline(outline) {
    const links = new Map(
      [...outline.querySelectorAll('a')].map((link) => [
        decodeURIComponent(link.hash.slice(1)),
        link,
      ]),
    );
    const headings = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
    const update = () => {
      const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 160);
      const current = links.get((passed.at(-1) ?? headings[0])?.id);
      for (const link of links.values()) {
        if (link === current) link.setAttribute('aria-current', 'location');
        else link.removeAttribute('aria-current');
      }
    };
    addEventListener('scroll', update, { passive: true });
    update();
  }

  const forms = [...document.querySelectorAll('form.search')];
  for (const form of forms) watchSearch(form);
  if (navigator.clipboard) document.querySelectorAll('.code').forEach(addCopyButton);
  document.querySelectorAll('.outline').forEach(followOutline);
  document.addEventListener('click', ({ target }) => {
    for (const menu of document.querySelectorAll('.link-menu[open]')) {
      if (!menu.contains(target)) menu.open = false;
    }
  });
  document.querySelector('.contents [aria-current]')?.scrollIntoView({ block: 'nearest' });
  addEventListener('keydown', (event) => {
    const isTyping = event.target.closest(
      'input:not([type=radio]), textarea, select, [contenteditable]',
    );
    const isShortcut = event.key === '/' || (event.key === 'k' && (event.metaKey || event.ctrlKey));
    if (!isShortcut || (isTyping && event.key === '/') || !forms[0]) return;
    event.preventDefault();
    forms[0].querySelector('input').focus();
  });
})();
