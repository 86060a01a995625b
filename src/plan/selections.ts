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

/** The field and the selections of one response key of an object. */
export interface CollectedField {
  readonly key: string;
  /** Definition of the field; null for `__typename`. */
  readonly field: GraphQLField<unknown, unknown> | null;
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
}

/** Place of a value in a response. */
export interface ValuePlace {
  /** Text before the value: the key, and the comma after the member before. */
  readonly prefix: string;
  /**
   * Treatment of a null: written, omitted with its key, reported as the missing `step`, or left to
   * the execution.
   */
  readonly onNull: 'written' | 'omitted' | 'reported' | 'executed';
}

/** A field of a response, as the format of the response places it. */
export interface SelectedField extends CollectedField, ValuePlace {
  /** Position on the way from the root to the only value that a response shows. */
  readonly step?: number;
  /** Whether the value is no part of the response, but is returned beside it. */
  readonly isBeside?: boolean;
  /** Whether the value is a page info, of which only the cursor of a next page is written. */
  readonly isNext?: boolean;
  /** Whether the members of the value start the object around it. */
  readonly isMerged?: boolean;
}

/** The text around the members of an object of a response, and its fields. */
export interface ObjectShape {
  readonly open: string;
  readonly close: string;
  readonly fields: readonly SelectedField[];
  /** Whether any member may be the first one, so that its comma has to be removed. */
  readonly isSparse: boolean;
}

/** The form in which values are written: that of GraphQL responses, or another one. */
export interface ResponseFormat {
  /** Whether enum values are written as the schema names them, or as they are stored. */
  readonly enums: 'names' | 'values';
  /** Treatment of nulls in lists. */
  readonly nullItems: 'written' | 'omitted';
  /**
   * Returns the shape of an object of a type.
   *
   * @param parent the field whose value it is; null for the root
   */
  shapeOf(
    parent: SelectedField | null,
    type: GraphQLObjectType,
    fields: readonly CollectedField[],
  ): ObjectShape;
}

/**
 * Scope in which the selections of an operation are collected: the schema and the skipped fields.
 */
export interface SelectionScope {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  /** The values of the variables that `@include` and `@skip` read. */
  readonly variables: Record<string, unknown>;
  readonly format: ResponseFormat;
}

/**
 * Collects the fields of selection sets by the type of the object, each set and type once, in the
 * order of the response. Fragments are merged, `@include` and `@skip` are applied.
 */
export class Selections {
  readonly #scope: SelectionScope;
  #size = 0;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #below = new WeakMap<SelectedField, Map<string, ObjectShape>>();

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

  get format(): ResponseFormat {
    return this.#scope.format;
  }

  /** Returns the shape of the root, an object of a type. */
  ofRoot(type: GraphQLObjectType, selectionSet: SelectionSetNode): ObjectShape {
    return this.format.shapeOf(null, type, this.#collect(type, [selectionSet]));
  }

  /** Returns the shape of the value of a field, an object of a type. */
  below(parent: SelectedField, type: GraphQLObjectType): ObjectShape {
    let byType = this.#below.get(parent);
    if (!byType) this.#below.set(parent, (byType = new Map()));
    let shape = byType.get(type.name);
    if (!shape) {
      const sets = parent.nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      shape = this.format.shapeOf(parent, type, this.#collect(type, sets));
      byType.set(type.name, shape);
    }
    return shape;
  }

  #collect(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): readonly CollectedField[] {
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
