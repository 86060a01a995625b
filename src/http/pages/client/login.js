// Copies the token that the page shows.
(() => {
  const button = document.getElementById('copy');
  const value = document.getElementById('value');
  if (!navigator.clipboard) return;
  const copy = async () => {
    await navigator.clipboard.writeText(value.textContent);
    button.textContent = 'Copied';
  };
  button.addEventListener('click', () => void copy());
  button.hidden = false;
})();
