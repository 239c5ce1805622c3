import type {Remedy} from '../../failure.ts';
import type {InboxEvent} from './events.ts';
import type {InboxRow} from './row.ts';

/** Everything that is known of an inbox so far. */
export type InboxState = {
	/** In the order of the list. A row keeps its place, whatever is found later. */
	rows: readonly InboxRow[];
	/** Pull requests that the host has counted; null if it has not. */
	total: number | null;
	/** Whether the list is complete but for `incomplete`. */
	isListed: boolean;
	/** Sentences on what the host did not list. */
	incomplete: readonly Remedy[];
	/** What it waits for; null once something has come from the host. What is read or analyzed meanwhile had come before. */
	wait: {reason: string; ms: number} | null;
};

export const initialInbox: InboxState = {rows: [], total: null, isListed: false, incomplete: [], wait: null};

export function foldInbox(state: InboxState, event: InboxEvent): InboxState {
	switch (event.type) {
		case 'wait':
			return {...state, wait: {reason: event.reason, ms: event.ms}};
		case 'arrived':
			return state.wait === null ? state : {...state, wait: null};
		case 'found': {
			const known = new Set(state.rows.map(({listed}) => listed.id));
			const found = event.pullRequests.filter(({id}) => !known.has(id));
			const rows = found.map(listed => newRow(listed, null));
			return {...state, rows: [...state.rows, ...rows], total: event.total, wait: null};
		}
		case 'listed':
			return {...state, isListed: true, incomplete: event.incomplete, wait: null};
		case 'reading':
			return withRow(state, event.id, row => newRow(row.listed, row));
		case 'read':
			return withRow(state, event.id, row => ({...row, read: event.read}));
		case 'analyzed':
			return withRow(state, event.id, row => ({...row, summary: event.summary, before: null}));
		case 'failed':
			return withRow(state, event.id, row => ({...row, failure: event.failure, before: null}));
	}
}

/** The list after another one, with what that one has found of the same pull requests. */
export function listedAgain(state: InboxState, last: InboxState): InboxState {
	const known = new Map(last.rows.map(row => [row.listed.id, row]));
	return {...state, rows: state.rows.map(row => ({...row, before: findingsOf(known.get(row.listed.id))}))};
}

const newRow = (listed: InboxRow['listed'], last: InboxRow | null): InboxRow => ({
	...{listed, read: null, summary: null, failure: null},
	before: findingsOf(last),
});

const findingsOf = (row: InboxRow | null | undefined): InboxRow['before'] =>
	row?.summary ? {read: row.read, summary: row.summary} : (row?.before ?? null);

function withRow(state: InboxState, id: string, change: (row: InboxRow) => InboxRow): InboxState {
	return {...state, rows: state.rows.map(row => (row.listed.id === id ? change(row) : row))};
}
