import {
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql';
import { escapeHtml } from '../../../lib/escape-html.ts';
import { pageOf } from './draw-relations.ts';
import type { ExampleQuery } from './example-query.ts';

export interface TypePage {
  schema: GraphQLSchema;
  type: GraphQLNamedType;
  /** The type and its neighbors; undefined for a type without. */
  picture: string | undefined;
  example: ExampleQuery | undefined;
  /** Fields and arguments of this type: `Site.sections`. */
  usedBy: readonly string[];
}

/** Returns the HTML of the page of a type. */
export function renderType({ schema, type, picture, example, usedBy }: TypePage): string {
  return `<main>
<p class="way"><a href="/graph">The graph</a> ›</p>
<h1>${type.name} <span class="kind">${kindOf(type)}</span></h1>
<div class="lead">${descriptionHtml(type.description)}</div>
${picture === undefined ? '' : `<figure class="picture" tabindex="0" role="region" aria-label="Picture of ${type.name}">${picture}</figure>`}
${section('Example', example && exampleHtml(example))}
${section('Types', isAbstractType(type) && linksHtml(schema.getPossibleTypes(type)))}
${section('Interfaces', interfacesOf(type))}
${section(isEnumType(type) ? 'Values' : 'Fields', fieldsHtml(type))}
${section('Used by', usedByHtml(usedBy))}
</main>`;
}

/** Returns a text with its code in backticks as HTML. */
export function inlineHtml(text: string): string {
  return escapeHtml(text).replaceAll(/&#96;([^&]+)&#96;|`([^`]+)`/g, '<code>$1$2</code>');
}

function descriptionHtml(text: string | null | undefined): string {
  const paragraphs = (text ?? '').split(/\n\n+/).filter((paragraph) => paragraph !== '');
  return paragraphs.map((paragraph) => `<p>${inlineHtml(paragraph)}</p>`).join('\n');
}

function section(title: string, html: string | false | undefined): string {
  return html ? `<h2>${title}</h2>\n${html}` : '';
}

/** Returns the kind of a type. */
export function kindOf(type: GraphQLNamedType) {
  if (isEnumType(type)) return 'enum';
  if (isInputObjectType(type)) return 'input';
  if (isInterfaceType(type)) return 'interface';
  if (isAbstractType(type)) return 'union';
  return isObjectType(type) ? 'object' : 'scalar';
}

function exampleHtml({ query, variables }: ExampleQuery): string {
  const hasVariables = Object.keys(variables).length > 0;
  const parameters = new URLSearchParams({
    query,
    ...(hasVariables && { variables: JSON.stringify(variables, null, 2) }),
  });
  return `<pre tabindex="0"><code>${escapeHtml(query)}</code></pre>
<p><a class="action" href="/graphql?${escapeHtml(parameters.toString())}">Open in GraphiQL</a>${
    hasVariables ? ' It needs values for its variables.' : ''
  }</p>`;
}

function linksHtml(types: readonly GraphQLNamedType[]): string {
  const items = types.map(({ name }) => `<li><a href="${pageOf(name)}">${name}</a></li>`);
  return items.length > 0 ? `<ul class="names">${items.join('\n')}</ul>` : '';
}

function interfacesOf(type: GraphQLNamedType): string {
  return isObjectType(type) || isInterfaceType(type) ? linksHtml(type.getInterfaces()) : '';
}

function fieldsHtml(type: GraphQLNamedType): string {
  if (isEnumType(type)) {
    const values = type.getValues().map((value) => entryHtml(value.name, value.name, value));
    return `<ul class="fields">${values.join('\n')}</ul>`;
  }
  if (!('getFields' in type)) return '';
  const fields = Object.values(type.getFields()).map((field) =>
    entryHtml(field.name, signatureHtml(field), field, 'args' in field ? field.args : []),
  );
  return `<ul class="fields">${fields.join('\n')}</ul>`;
}

function signatureHtml(field: GraphQLField<unknown, unknown> | GraphQLInputField): string {
  const args = 'args' in field && field.args.length > 0 ? '(…)' : '';
  return `<strong>${field.name}</strong>${args}: ${typeLink(field.type)}`;
}

function typeLink(type: GraphQLType): string {
  const { name } = getNamedType(type);
  return String(type).replace(name, `<a href="${pageOf(name)}">${name}</a>`);
}

function entryHtml(
  id: string,
  signature: string,
  of: { description?: string | null | undefined; deprecationReason?: string | null | undefined },
  args: readonly GraphQLArgument[] = [],
): string {
  const deprecation = of.deprecationReason
    ? `<p class="muted">Deprecated: ${inlineHtml(of.deprecationReason)}</p>`
    : '';
  const items = args.map(
    ({ name, type, description }) =>
      `<li><code>${name}: ${typeLink(type)}</code> ${inlineHtml(description ?? '')}</li>`,
  );
  const title = args.length === 1 ? '1 argument' : `${args.length} arguments`;
  const list = `<details><summary>${title}</summary><ul>${items.join('\n')}</ul></details>`;
  return `<li id="${id}"><code>${signature}</code>
${descriptionHtml(of.description)}${deprecation}${args.length > 0 ? list : ''}</li>`;
}

function usedByHtml(usedBy: readonly string[]): string {
  const items = usedBy.map((place) => {
    const [type = '', field = ''] = place.split('.');
    return `<li><a href="${pageOf(type)}#${field}">${type}<wbr>.${field}</a></li>`;
  });
  return items.length > 0 ? `<ul class="names">${items.join('\n')}</ul>` : '';
}
