// Copies the token that the page shows.
(() => {
  const button = document.getElementById('copy');
  const value = document.getElementById('value');
  if (!navigator.clipboard) return;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(value.textContent);
    button.textContent = 'Copied';
  });
  button.hidden = false;
})();
