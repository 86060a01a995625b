// Fills in the link that the page was opened with. Its secret is behind the `#`, which no browser
// sends. A form that only shows what the link is for is sent at once.
(() => {
  const form = document.querySelector('#send-link, #fill-in-link');
  if (form === null || location.hash.length < 2) return;
  form.elements.link.value = location.hash;
  history.replaceState(null, '', location.pathname);
  if (form.id === 'send-link') form.requestSubmit();
})();
