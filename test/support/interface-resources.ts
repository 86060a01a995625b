import { readFileSync } from 'node:fs';

/** A field of a resource as the interface states it. */
export interface InterfaceField {
  type: string;
  /** The resource that it holds. */
  ref?: string;
  required?: boolean;
  nullable?: boolean;
  enum?: string[];
  fields?: Record<string, InterfaceField>;
  items?: InterfaceField;
  /** It has one of several shapes, of which `fields` are those of the first. */
  alternatives?: unknown[];
}

interface InterfaceResource {
  object: string | null;
  fields: Record<string, InterfaceField>;
}

const fixture = new URL('../fixtures/interface/resources.json', import.meta.url);

/** The resources of the interface by their names. */
export const interfaceResources = JSON.parse(readFileSync(fixture, 'utf8')) as Readonly<
  Record<string, InterfaceResource>
>;

/** Resources whose schema in the OpenAPI document has another name. */
const componentNames: Readonly<Record<string, string>> = {
  SSOLoginInfo: 'SSOLogin',
  LinkItem: 'Link',
  SpaceSearchItem: 'PageSearchResult',
  OrganizationSearchItem: 'SpaceSearchResult',
  JSONDocument: 'PageDocument',
  GitSyncInfo: 'GitRepository',
};

/** The name of the schema of a resource in the OpenAPI document. */
export function componentNameOf(resource: string): string {
  return componentNames[resource] ?? resource;
}

/** The type that JSON has for a field. */
export function jsonTypeOf({ type }: InterfaceField): string {
  return type === 'ref' || type === 'map' ? 'object' : type;
}
