import { Environment, Network, RecordSource, Store, type FetchFunction } from 'relay-runtime';

const { DOCGRAPH_URL = 'http://127.0.0.1:4000', DOCGRAPH_TOKEN = '' } = process.env;

const send: FetchFunction = async ({ id, text, name }, variables) => {
  // Without `include_query_text`, only ids are sent, of the documents that the server trusts.
  const operation = text === null ? { documentId: id } : { query: text };
  const response = await fetch(`${DOCGRAPH_URL}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DOCGRAPH_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...operation, operationName: name, variables }),
  });
  return response.json();
};

/** The store of an app, and its connection to docgraph. */
export const environment = new Environment({
  network: Network.create(send),
  store: new Store(new RecordSource()),
});
