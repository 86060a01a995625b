// Starts GraphiQL with the example tabs, below a bar to sign in: the API token is kept in this
// browser, and sent by every tab whose headers have no other one.
(() => {
  const storageKey = 'docgraph:token';
  const element = (id) => document.getElementById(id);
  const send = GraphiQL.createFetcher({ url: '/graphql' });

  /** Adds the token to the headers of a tab, unless they have one. */
  function withToken(headers = {}) {
    const token = localStorage.getItem(storageKey);
    const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
    return token === null || isGiven ? headers : { ...headers, Authorization: `Bearer ${token}` };
  }

  async function fetcher(parameters, options = {}) {
    const start = performance.now();
    const result = await send(parameters, { ...options, headers: withToken(options.headers) });
    if (parameters.operationName !== 'IntrospectionQuery') {
      element('timing').textContent = `${Math.round(performance.now() - start)} ms`;
    }
    return result;
  }

  /** Shows who is signed in, or the form to sign in, with a problem. */
  function show(name, problem = '') {
    element('sign-in').hidden = name !== null;
    element('sign-out').hidden = name === null;
    element('user').textContent = name ?? '';
    element('problem').textContent = problem;
  }

  /** Keeps a token, if it is a valid one. */
  async function signIn(token) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const body = JSON.stringify({ query: '{ viewer { displayName } }' });
    try {
      const response = await fetch('/graphql', { method: 'POST', headers, body });
      const { data, errors } = await response.json();
      if (data?.viewer) {
        localStorage.setItem(storageKey, token);
        show(data.viewer.displayName);
      } else {
        localStorage.removeItem(storageKey);
        show(null, errors?.[0]?.message ?? 'There is nobody with this API token.');
      }
    } catch (error) {
      show(null, error.message);
    }
  }

  element('sign-in').addEventListener('submit', (event) => {
    event.preventDefault();
    const { value } = element('token');
    element('token').value = '';
    void signIn(value.trim());
  });
  element('sign-out').addEventListener('submit', (event) => {
    event.preventDefault();
    localStorage.removeItem(storageKey);
    show(null);
  });

  // A link with a token signs in: what follows # is not sent, and leaves the address at once.
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given !== null) history.replaceState(null, '', location.pathname + location.search);
  const token = given ?? localStorage.getItem(storageKey);
  if (token === null) show(null);
  else void signIn(token);

  const examples = JSON.parse(element('examples').textContent);
  const options = {
    fetcher,
    defaultTabs: examples.map((query) => ({ query })),
    defaultEditorToolsVisibility: false,
    shouldPersistHeaders: false,
    plugins: [GraphiQLPluginExplorer.explorerPlugin()],
  };
  const logo = React.createElement(GraphiQL.Logo, null, ' ');
  const root = ReactDOM.createRoot(element('graphiql'));
  root.render(React.createElement(GraphiQL, options, logo));
})();
