// Starts GraphiQL with the example tabs. A token that was used once is kept in this browser and
// sent by every tab whose headers still hold the placeholder.
(() => {
  const placeholder = 'Bearer <token>';
  const storageKey = 'docgraph:authorization';

  function withToken(headers = {}) {
    const name = Object.keys(headers).find((key) => key.toLowerCase() === 'authorization');
    const given = name === undefined ? undefined : headers[name];
    if (given !== undefined && given !== placeholder) {
      localStorage.setItem(storageKey, given);
      return headers;
    }
    const others = Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
    const known = localStorage.getItem(storageKey);
    return known === null ? others : { ...others, Authorization: known };
  }

  const send = GraphiQL.createFetcher({ url: '/graphql' });
  const fetcher = (parameters, options = {}) =>
    send(parameters, { ...options, headers: withToken(options.headers) });

  const headers = JSON.stringify({ Authorization: placeholder }, null, 2);
  const examples = JSON.parse(document.getElementById('examples').textContent);
  const options = {
    fetcher,
    defaultTabs: examples.map((query) => ({ query, headers })),
    defaultHeaders: headers,
    defaultEditorToolsVisibility: 'headers',
    shouldPersistHeaders: true,
  };
  const logo = React.createElement(GraphiQL.Logo, null, 'docgraph');
  const root = ReactDOM.createRoot(document.getElementById('graphiql'));
  root.render(React.createElement(GraphiQL, options, logo));
})();
