// Passes on the invite link that the page was opened with. Its secret is behind the `#`, which no
// browser sends.
(() => {
  const form = document.getElementById('join');
  if (form === null || location.hash.length < 2) return;
  form.elements.link.value = location.hash;
  history.replaceState(null, '', location.pathname);
  form.requestSubmit();
})();
