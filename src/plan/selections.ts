import {
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isAbstractType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type InlineFragmentNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { NotPlanned } from './wire-values.ts';

/**
 * Most fields of an operation that is planned, fragments counted where they are spread. A plan is
 * made of all of them, while an execution stops at the first null.
 */
const FIELDS_MAX = 1000;

/** A field of a response: all that one response key of an object selects. */
export interface SelectedField {
  readonly key: string;
  /** The response key as it is written: `"key":`. */
  readonly prefix: string;
  /** Definition of the field; null for `__typename`. */
  readonly field: GraphQLField<unknown, unknown> | null;
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
}

/**
 * Scope in which the selections of an operation are collected: the schema and the skipped fields.
 */
export interface SelectionScope {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  /** The values of the variables that `@include` and `@skip` read. */
  readonly variables: Record<string, unknown>;
}

/**
 * Collects the fields of selection sets by the type of the object, each set and type once, in the
 * order of the response. Fragments are merged, `@include` and `@skip` are applied.
 */
export class Selections {
  readonly #scope: SelectionScope;
  #size = 0;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #below = new WeakMap<SelectedField, Map<string, readonly SelectedField[]>>();

  constructor(scope: SelectionScope) {
    this.#scope = scope;
    const fragments = scope.document.definitions.filter(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION,
    );
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  get schema(): GraphQLSchema {
    return this.#scope.schema;
  }

  /** The fields that a selection set asks of an object of a type. */
  of(type: GraphQLObjectType, selectionSet: SelectionSetNode): readonly SelectedField[] {
    return this.#collect(type, [selectionSet]);
  }

  /** The fields that a field asks of its value, an object of a type. */
  below(parent: SelectedField, type: GraphQLObjectType): readonly SelectedField[] {
    let byType = this.#below.get(parent);
    if (!byType) this.#below.set(parent, (byType = new Map()));
    let fields = byType.get(type.name);
    if (!fields) {
      const sets = parent.nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      byType.set(type.name, (fields = this.#collect(type, sets)));
    }
    return fields;
  }

  #collect(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): readonly SelectedField[] {
    const nodesByKey = new Map<string, [FieldNode, ...FieldNode[]]>();
    const seen = new Set<string>();
    const visit = ({ selections }: SelectionSetNode): void => {
      for (const selection of selections) {
        if (!this.#isIncluded(selection)) continue;
        if (selection.kind === Kind.FIELD) {
          const key = selection.alias?.value ?? selection.name.value;
          const nodes = nodesByKey.get(key);
          if (nodes) nodes.push(selection);
          else nodesByKey.set(key, [selection]);
          continue;
        }
        const fragment = this.#fragmentOf(selection, seen);
        if (fragment && this.#applies(fragment, type)) visit(fragment.selectionSet);
      }
    };
    sets.forEach(visit);
    this.#size += nodesByKey.size;
    if (this.#size > FIELDS_MAX) throw new NotPlanned('Too many fields.');
    const fields = type.getFields();
    return [...nodesByKey].map(([key, nodes]) => ({
      key,
      prefix: `${JSON.stringify(key)}:`,
      field: fields[nodes[0].name.value] ?? null,
      nodes,
    }));
  }

  #isIncluded(selection: SelectionNode): boolean {
    if (!selection.directives?.length) return true;
    const { variables } = this.#scope;
    const skip = getDirectiveValues(GraphQLSkipDirective, selection, variables);
    if (skip?.['if'] === true) return false;
    return getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'] !== false;
  }

  /** The fragment of a spread; undefined for one that was spread in this set before. */
  #fragmentOf(
    selection: Exclude<SelectionNode, FieldNode>,
    seen: Set<string>,
  ): FragmentDefinitionNode | InlineFragmentNode | undefined {
    if (selection.kind === Kind.INLINE_FRAGMENT) return selection;
    const name = selection.name.value;
    if (seen.has(name)) return undefined;
    seen.add(name);
    return this.#fragments.get(name);
  }

  #applies(
    { typeCondition }: FragmentDefinitionNode | InlineFragmentNode,
    type: GraphQLObjectType,
  ): boolean {
    if (!typeCondition || typeCondition.name.value === type.name) return true;
    const { schema } = this.#scope;
    const conditional = schema.getType(typeCondition.name.value);
    return isAbstractType(conditional) && schema.isSubType(conditional, type);
  }
}
