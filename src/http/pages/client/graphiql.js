// Starts GraphiQL with the example tabs, below a bar to sign in: the API token is kept in this
// browser, and sent by every tab whose headers have no other one.
(() => {
  const storageKey = 'docgraph:token';
  const element = (id) => document.getElementById(id);
  const send = GraphiQL.createFetcher({ url: '/graphql' });
  /** The token of who is signed in; null if nobody is. */
  let token = localStorage.getItem(storageKey);

  /** Adds the token to the headers of a tab, unless they have one. */
  function withToken(headers = {}) {
    const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
    return token === null || isGiven ? headers : { ...headers, Authorization: `Bearer ${token}` };
  }

  /** Yields the results in a stream of events. */
  async function* readEvents(parameters, headers, signal) {
    try {
      const response = await fetch('/graphql', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify(parameters),
        signal,
      });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        const events = (text + value).split('\n\n');
        text = events.pop();
        for (const event of events) {
          const [, json] = /^data: (.+)$/m.exec(event) ?? [];
          if (json !== undefined) yield JSON.parse(json);
        }
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Returns the results of a subscription, which end at once when they are returned. */
  function subscribe(parameters, headers) {
    const control = new AbortController();
    const results = readEvents(parameters, headers, control.signal);
    const end = results.return.bind(results);
    results.return = () => {
      control.abort();
      return end();
    };
    return results;
  }

  function isSubscription({ operationName }, { documentAST }) {
    return documentAST?.definitions.some(
      ({ operation, name }) =>
        operation === 'subscription' && (!operationName || name?.value === operationName),
    );
  }

  async function fetcher(parameters, options = {}) {
    if (isSubscription(parameters, options)) {
      return subscribe(parameters, withToken(options.headers));
    }
    const start = performance.now();
    const result = await send(parameters, { ...options, headers: withToken(options.headers) });
    if (parameters.operationName !== 'IntrospectionQuery') {
      element('timing').textContent = `${Math.round(performance.now() - start)} ms`;
    }
    return result;
  }

  /** Sends an operation of this page. Returns its result. */
  async function post(operation, authorized) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${authorized}` };
    const body = JSON.stringify(operation);
    return (await fetch('/graphql', { method: 'POST', headers, body })).json();
  }

  const costQuery = `query Cost($query: String!, $variables: JSONObject) {
    operationCost(query: $query, variables: $variables) { cost costLimit depth depthLimit }
  }`;
  /** What the open tab holds. */
  const open = { query: '', variables: '' };
  let costTimer;

  /** Shows what the operation of the open tab would cost, soon after the last change of it. */
  function noteEdit(edit) {
    Object.assign(open, edit);
    clearTimeout(costTimer);
    showRoutes();
    costTimer = setTimeout(() => void showCost(), 400);
  }

  async function showCost() {
    const { cost, costLimit, depth, depthLimit } = (await readCost()) ?? {};
    const share = (part, whole) => `${part.toLocaleString('en')} of ${whole.toLocaleString('en')}`;
    const text = `Cost ${share(cost ?? 0, costLimit ?? 0)}, depth ${share(depth ?? 0, depthLimit ?? 0)}`;
    element('cost').textContent = cost === undefined ? '' : text;
    element('cost').classList.toggle('over', cost > costLimit || depth > depthLimit);
  }

  /** Returns the cost of the open operation; nothing of one that is not complete, or for nobody. */
  async function readCost() {
    const { query, variables } = open;
    if (token === null || !query?.trim()) return undefined;
    try {
      const given = { query, variables: JSON.parse(variables || '{}') };
      return (await post({ query: costQuery, variables: given }, token)).data?.operationCost;
    } catch {
      return undefined;
    }
  }

  const routes = JSON.parse(element('routes').textContent);

  /** Returns the fields that an operation selects, each as its path from the root. */
  function fieldPaths(query) {
    const bare = query.replace(/"""[^]*?"""|"(?:\\.|[^"\\])*"|#.*/g, '');
    const words = bare.match(/\.\.\.(?:\s*on\s+\w+)?|@\w+|\w+\s*:|[{}()]|\w+/g) ?? [];
    const paths = new Set();
    const above = [];
    let name = '';
    let depth = 0;
    for (const word of words) {
      if (word === '(') depth += 1;
      else if (word === ')') depth -= 1;
      else if (depth > 0) continue;
      else if (word === '{') above.push(name);
      else if (word === '}') above.pop();
      else if (/^\w+$/.test(word)) {
        name = word;
        if (above.length > 0) paths.add([...above.slice(1), name].filter(Boolean).join('.'));
      } else name = '';
    }
    return [...paths];
  }

  /** Shows the routes of `/v1` that do the same, with a request for each. */
  function showRoutes() {
    const same = [...new Set(fieldPaths(open.query ?? '').flatMap((path) => routes[path] ?? []))];
    element('rest').hidden = same.length === 0;
    element('rest')
      .querySelector('ul')
      .replaceChildren(...same.slice(0, 20).map(routeItem));
  }

  function routeItem(route) {
    const [method, path, tag] = route.split(' ');
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = `/v1/docs#tag/${tag}/${method}${path}`;
    link.textContent = `${method} ${path}`;
    const request = document.createElement('code');
    const flag = method === 'GET' ? '' : `-X ${method} `;
    request.textContent = `curl ${flag}-H 'Authorization: Bearer …' '${location.origin}${path}'`;
    item.append(link, request);
    return item;
  }

  /** Shows who is signed in, or the form to sign in, with a problem. */
  function show(name, problem = '') {
    element('sign-in').hidden = name !== null;
    element('sign-out').hidden = name === null;
    element('user').textContent = name ?? '';
    element('problem').textContent = problem;
  }

  /** Returns who has a token, or the problem with it. */
  async function ask(candidate) {
    try {
      const { data, errors } = await post({ query: '{ viewer { displayName } }' }, candidate);
      const [{ message, extensions } = {}] = errors ?? [];
      const isUnknown = extensions?.code === 'UNAUTHENTICATED';
      return { name: data?.viewer?.displayName ?? null, problem: message, isUnknown };
    } catch (error) {
      return { name: null, problem: error.message, isUnknown: false };
    }
  }

  /** Signs in with a token, and keeps it; one that is kept already is kept unless it is unknown. */
  async function signIn(candidate) {
    const { name, problem, isUnknown } = await ask(candidate);
    token = name === null ? null : candidate;
    if (token !== null) localStorage.setItem(storageKey, token);
    else if (isUnknown && localStorage.getItem(storageKey) === candidate) forget();
    show(name, problem);
    noteEdit({});
  }

  function forget() {
    token = null;
    localStorage.removeItem(storageKey);
  }

  element('sign-in').addEventListener('submit', (event) => {
    event.preventDefault();
    const { value } = element('token');
    element('token').value = '';
    void signIn(value.trim());
  });
  element('sign-out').addEventListener('submit', (event) => {
    event.preventDefault();
    forget();
    show(null);
  });

  // A link with a token signs in: what follows # is not sent, and leaves the address at once.
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given !== null) history.replaceState(null, '', location.pathname + location.search);
  const known = given ?? token;
  if (known === null) show(null);
  else void signIn(known);

  const examples = JSON.parse(element('examples').textContent);
  // A link with a query opens it, in a tab of its own.
  const linked = Object.fromEntries(new URLSearchParams(location.search));
  const { query, variables } = linked;
  if (query !== undefined) history.replaceState(null, '', location.pathname);
  const exampleTabs = examples.map((example) => ({ query: example }));
  const options = {
    fetcher,
    query,
    variables,
    defaultTabs: query === undefined ? exampleTabs : [{ query, variables }, ...exampleTabs],
    defaultEditorToolsVisibility: false,
    shouldPersistHeaders: false,
    onEditQuery: (edited) => noteEdit({ query: edited }),
    onEditVariables: (edited) => noteEdit({ variables: edited }),
    onTabChange: ({ tabs, activeTabIndex }) => {
      const tab = tabs[activeTabIndex];
      noteEdit({ query: tab.query, variables: tab.variables });
    },
    plugins: [GraphiQLPluginExplorer.explorerPlugin()],
  };
  noteEdit(options.defaultTabs[0]);
  const logo = React.createElement(GraphiQL.Logo, null, ' ');
  const root = ReactDOM.createRoot(element('graphiql'));
  root.render(React.createElement(GraphiQL, options, logo));
})();
