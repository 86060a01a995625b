import { readFileSync } from 'node:fs';

/** A field of a resource, as defined in the interface. */
export interface InterfaceField {
  type: string;
  /** Name of the referenced resource. */
  ref?: string;
  required?: boolean;
  nullable?: boolean;
  enum?: string[];
  fields?: Record<string, InterfaceField>;
  items?: InterfaceField;
  /** Several possible shapes; `fields` are those of the first. */
  alternatives?: unknown[];
}

interface InterfaceResource {
  object: string | null;
  fields: Record<string, InterfaceField>;
}

const fixture = new URL('../fixtures/interface/resources.json', import.meta.url);

/** The resources of the interface, by name. */
export const interfaceResources = JSON.parse(readFileSync(fixture, 'utf8')) as Readonly<
  Record<string, InterfaceResource>
>;

/** Schema names in the OpenAPI document that differ from the resource name. */
const componentNames: Readonly<Record<string, string>> = {
  SSOLoginInfo: 'SSOLogin',
  LinkItem: 'Link',
  SpaceSearchItem: 'PageSearchResult',
  OrganizationSearchItem: 'SpaceSearchResult',
  JSONDocument: 'PageDocument',
  GitSyncInfo: 'GitRepository',
};

/** Returns the schema name of a resource in the OpenAPI document. */
export function componentNameOf(resource: string): string {
  return componentNames[resource] ?? resource;
}

/** Returns the JSON type of a field. */
export function jsonTypeOf({ type }: InterfaceField): string {
  return type === 'ref' || type === 'map' ? 'object' : type;
}
