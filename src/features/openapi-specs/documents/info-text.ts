import { descriptionMarkdown } from './description-markdown.ts';
import { objectOf } from './json-pointer.ts';
import { asObject, asText, type JsonObject, type JsonValue } from './json-value.ts';
import { codeOf, heading, joinBlocks } from './page-text.ts';

/** Maximum length of the introduction, in characters: some specifications contain guides. */
const INFO_LENGTH_MAX = 200_000;
/** Maximum number of servers, and of authentication methods, that are listed. */
const LISTED_MAX = 50;

/** Returns the introduction of a specification: description, servers and authentication. */
export function infoText(document: JsonObject): string {
  const text = descriptionMarkdown(asObject(document.info)?.description, 1, INFO_LENGTH_MAX);
  const section = (title: string, texts: readonly string[]) =>
    texts.length === 0 || hasHeading(text, title)
      ? []
      : [heading(title), ...texts.slice(0, LISTED_MAX)];
  return joinBlocks([
    text,
    ...section('Servers', serverTexts(document)),
    ...section('Authentication', schemeTexts(document)),
  ]);
}

/** Checks whether a text already has a section with the given title. */
function hasHeading(text: string, title: string): boolean {
  return new RegExp(`^#+ +${title} *#*$`, 'im').test(text);
}

function serverTexts(document: JsonObject): string[] {
  const servers = Array.isArray(document.servers) ? document.servers : swaggerServers(document);
  return servers.flatMap((given) => {
    const server = asObject(given);
    const url = asText(server?.url);
    if (!server || url === undefined) return [];
    const variables = Object.entries(asObject(server.variables) ?? {});
    return joinBlocks([
      codeOf(url),
      descriptionMarkdown(server.description, 2),
      variables.map(([name, variable]) => variableText(name, asObject(variable) ?? {})).join('\n'),
    ]);
  });
}

/** Returns the server addresses of a version 2.0 specification, which states them in parts. */
function swaggerServers({ host, basePath, schemes }: JsonObject): JsonValue[] {
  const name = asText(host);
  if (name === undefined) return [];
  const protocols = textsIn(schemes);
  const path = asText(basePath) ?? '';
  return (protocols.length > 0 ? protocols : ['https']).map((protocol) => ({
    url: `${protocol}://${name}${path}`,
  }));
}

function textsIn(list: JsonValue | undefined): string[] {
  return (Array.isArray(list) ? list : []).flatMap((one) => asText(one) ?? []);
}

function variableText(name: string, variable: JsonObject): string {
  const usual = asText(variable.default);
  const others = textsIn(variable.enum).map(codeOf);
  const parts = [
    ...(usual === undefined ? [] : [`${codeOf(usual)} by default`]),
    ...(others.length === 0 ? [] : [`one of ${others.join(', ')}`]),
  ];
  return `* ${[codeOf(name), ...parts].join(', ')}`;
}

function schemeTexts(document: JsonObject): string[] {
  const schemes =
    objectOf(document, asObject(document.components)?.securitySchemes) ??
    objectOf(document, document.securityDefinitions) ??
    {};
  return Object.entries(schemes).flatMap(([name, given]) => {
    const scheme = objectOf(document, given);
    if (!scheme) return [];
    return joinBlocks([
      heading(name, 3),
      schemeText(scheme),
      descriptionMarkdown(scheme.description, 3),
    ]);
  });
}

function schemeText(scheme: JsonObject): string {
  switch (scheme.type) {
    case 'apiKey':
      return `An API key in the ${placeOf(scheme.in)} ${codeOf(asText(scheme.name) ?? '')}.`;
    case 'basic':
      return 'A user and a password (HTTP Basic).';
    case 'http':
      return httpText(scheme);
    case 'mutualTLS':
      return 'A certificate of the client (mutual TLS).';
    case 'openIdConnect':
      return `OpenID Connect: ${codeOf(asText(scheme.openIdConnectUrl) ?? '')}`;
    case 'oauth2':
      return oauthText(scheme);
    default:
      return '';
  }
}

function placeOf(place: JsonValue | undefined): string {
  return place === 'query' ? 'query parameter' : place === 'cookie' ? 'cookie' : 'header';
}

function httpText({ scheme, bearerFormat }: JsonObject): string {
  const name = (asText(scheme) ?? '').toLowerCase();
  if (name === 'basic') return 'A user and a password (HTTP Basic).';
  const format = asText(bearerFormat);
  if (name !== 'bearer') return `The HTTP scheme ${codeOf(name)}.`;
  return `A token in the header ${codeOf('Authorization: Bearer …')}${format ? ` (${format})` : ''}.`;
}

const flowNames: Readonly<Record<string, string>> = {
  authorizationCode: 'authorization code',
  accessCode: 'authorization code',
  clientCredentials: 'client credentials',
  application: 'client credentials',
  deviceAuthorization: 'device authorization',
  implicit: 'implicit',
  password: 'password',
};

/** Describes the flows of OAuth 2.0. In version 2.0 the scheme itself is its only flow. */
function oauthText(scheme: JsonObject): string {
  const flow = asText(scheme.flow);
  const flows = asObject(scheme.flows) ?? (flow === undefined ? {} : { [flow]: scheme });
  const lines = Object.entries(flows).flatMap(([name, given]) => {
    const shown = flowNames[name];
    const one = asObject(given);
    return shown === undefined || !one ? [] : flowText(shown, one);
  });
  return joinBlocks(['OAuth 2.0.', lines.join('\n')]);
}

function flowText(name: string, flow: JsonObject): string {
  const addresses = ['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl'].flatMap((key) => {
    const address = asText(flow[key]);
    return address === undefined ? [] : codeOf(address);
  });
  const scopes = Object.keys(asObject(flow.scopes) ?? {}).map(codeOf);
  const allowed = scopes.length === 0 ? '' : `; scopes: ${scopes.join(', ')}`;
  return `* Flow "${name}": ${addresses.join(', ')}${allowed}`;
}
