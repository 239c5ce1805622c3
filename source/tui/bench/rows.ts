import type {ProviderSnapshot} from '../../run/benchmark/events.ts';
import type {Arrangement} from '../app/panes.ts';
import {sortings} from './columns.ts';
import type {BenchState, Check, LeftOut} from './state.ts';

/** A row of the table. */
export type Row =
	/** Being checked, or ready; nothing was sent yet. */
	| {kind: 'expected'; name: string; checks: readonly Check[]; isReady: boolean}
	| {kind: 'provider'; name: string; provider: ProviderSnapshot}
	| {kind: 'left-out'; name: string; left: LeftOut};

type Shown = Pick<BenchState, 'checked' | 'plan' | 'snapshot' | 'leftOut' | 'sort' | 'isReversed'>;

/** The providers as they are sorted, then those that are left out. */
export function rowsOf({checked, plan, snapshot, leftOut, sort, isReversed}: Shown): Row[] {
	const without = leftOut.map((left): Row => ({kind: 'left-out', name: left.name, left}));
	if (snapshot) {
		const sorted = sortProviders(snapshot.providers, sort, isReversed);
		return [...sorted.map((provider): Row => ({kind: 'provider', name: provider.name, provider})), ...without];
	}
	const expected: (readonly [string, readonly Check[]])[] = plan
		? plan.entrants.map(({name, checks}) => [name, checks])
		: [...checked];
	return [
		...expected.map(([name, checks]): Row => ({kind: 'expected', name, checks, isReady: plan !== null})),
		...without,
	];
}

function sortProviders(
	providers: readonly ProviderSnapshot[],
	sort: BenchState['sort'],
	isReversed: boolean,
): readonly ProviderSnapshot[] {
	const {rank} = sortings[sort];
	if (!rank) return isReversed ? providers.toReversed() : providers;
	const direction = isReversed ? -1 : 1;
	return providers.toSorted((one, other) => {
		const [a, b] = [rank(one), rank(other)];
		if (a === null || b === null) return Number(a === null) - Number(b === null);
		return (a < b ? -1 : Number(a > b)) * direction;
	});
}

/** Index of the row with the cursor, which goes along with what is being asked until it is moved; -1 where there are none. */
export function cursorOf(rows: readonly Row[], {selected}: Pick<BenchState, 'selected'>): number {
	if (rows.length === 0) return -1;
	return Math.max(
		0,
		rows.findIndex(row => (selected === null ? isAsked(row) : row.name === selected)),
	);
}

const isAsked = (row: Row) => row.kind === 'provider' && isActive(row.provider);

export const isActive = ({state}: Pick<ProviderSnapshot, 'state'>) =>
	state === 'warming-up' || state === 'running' || state === 'cooling-down';

export function selectedRow(state: BenchState): Row | null {
	const rows = rowsOf(state);
	return rows[cursorOf(rows, state)] ?? null;
}

/** The detail has half of the window, and what the table does not need; each pane is as wide as the window. */
export const arrangementOf = (rows: readonly Row[]): Arrangement => ({
	sideFrom: Number.POSITIVE_INFINITY,
	// The titles of its columns are a line too.
	topOf: shared => Math.min(rows.length + 1, Math.max(3, Math.floor(shared / 2))),
});
