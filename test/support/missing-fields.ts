import { interfaceResources, type InterfaceField } from './interface-resources.ts';

/**
 * Returns the required fields of the interface that a resource lacks, including nested resources.
 */
export function missingFields(resource: string, value: unknown, at = resource): string[] {
  return ofFields(interfaceResources[resource]?.fields ?? {}, value, at);
}

function ofFields(
  fields: Readonly<Record<string, InterfaceField>>,
  value: unknown,
  at: string,
): string[] {
  const values = value as Record<string, unknown>;
  return Object.entries(fields).flatMap(([name, field]) => {
    const place = `${at}.${name}`;
    if (values[name] === undefined) return field.required ? [place] : [];
    return ofField(field, values[name], place);
  });
}

function ofField(field: InterfaceField, value: unknown, at: string): string[] {
  if (value === null) return [];
  if (Array.isArray(value)) {
    const { items } = field;
    return items ? value.flatMap((item) => ofField(items, item, `${at}[]`)) : [];
  }
  if (field.ref !== undefined) return missingFields(field.ref, value, at);
  return field.fields ? ofFields(field.fields, value, at) : [];
}
