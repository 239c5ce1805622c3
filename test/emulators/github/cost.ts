import {type DocumentNode, type FieldNode, Kind, type SelectionSetNode} from 'graphql';

/**
 * Nodes and points of a query, counted as GitHub documents it: every connection multiplies what is in it by its
 * `first`, and `nodes` by the ids; points are the requests that would be needed to fulfil each connection, by hundreds, at least one.
 */
export function costOf(document: DocumentNode, variables: Record<string, unknown>): {nodes: number; points: number} {
	const fragments = new Map(
		document.definitions.flatMap(definition =>
			definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition.selectionSet]] : [],
		),
	);
	let nodes = 0;
	let requests = 0;
	const walk = (selection: SelectionSetNode | undefined, times: number): void => {
		for (const part of selection?.selections ?? []) {
			if (part.kind === Kind.FRAGMENT_SPREAD) walk(fragments.get(part.name.value), times);
			else if (part.kind === Kind.INLINE_FRAGMENT) walk(part.selectionSet, times);
			else {
				const size = pageSize(part, variables);
				if (size !== null) {
					requests += times;
					nodes += times * size;
				}
				walk(part.selectionSet, times * (size ?? idsIn(part, variables)));
			}
		}
	};
	for (const definition of document.definitions) {
		if (definition.kind === Kind.OPERATION_DEFINITION) walk(definition.selectionSet, 1);
	}
	return {nodes, points: Math.max(1, Math.round(requests / 100))};
}

function pageSize(field: FieldNode, variables: Record<string, unknown>): number | null {
	const value = field.arguments?.find(({name}) => name.value === 'first')?.value;
	if (value?.kind === Kind.INT) return Number(value.value);
	if (value?.kind === Kind.VARIABLE) return Number(variables[value.name.value]);
	return null;
}

/** How many objects are asked for by their ids; one for every other field. */
function idsIn(field: FieldNode, variables: Record<string, unknown>): number {
	const value = field.arguments?.find(({name}) => name.value === 'ids')?.value;
	const ids = value?.kind === Kind.VARIABLE ? variables[value.name.value] : null;
	return Array.isArray(ids) ? ids.length : 1;
}
