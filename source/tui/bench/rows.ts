import type {ProviderSnapshot, SkippedProvider} from '../../run/benchmark/events.ts';
import {indexOfSelected} from '../app/list.ts';
import {sortings} from './columns.ts';
import type {BenchCheck, BenchState} from './state.ts';

export type Row =
	/** Being checked, or ready: nothing was sent yet. */
	| {kind: 'expected'; name: string; checks: readonly BenchCheck[]; isReady: boolean}
	| {kind: 'provider'; name: string; provider: ProviderSnapshot}
	| {kind: 'left-out'; name: string; left: SkippedProvider};

/** The sorted providers, then the skipped ones. */
export function rowsOf({checked, plan, snapshot, leftOut, sort, isReversed}: BenchState): Row[] {
	const without = leftOut.map((left): Row => ({kind: 'left-out', name: left.name, left}));
	if (snapshot) {
		const sorted = sortProviders(snapshot.providers, sort, isReversed);
		return [...sorted.map((provider): Row => ({kind: 'provider', name: provider.name, provider})), ...without];
	}
	const expected = plan ? plan.entrants : Array.from(checked, ([name, checks]) => ({name, checks}));
	return [
		...expected.map(({name, checks}): Row => ({kind: 'expected', name, checks, isReady: plan !== null})),
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

/** Index of the selected row, which follows the running provider until it is moved; -1 if there are no rows. */
export function cursorOf(rows: readonly Row[], {selected}: Pick<BenchState, 'selected'>): number {
	return indexOfSelected(rows, row => (selected === null ? isAsked(row) : row.name === selected));
}

const isAsked = (row: Row) => row.kind === 'provider' && isActive(row.provider);

export const isActive = ({state}: Pick<ProviderSnapshot, 'state'>) =>
	state === 'warming-up' || state === 'running' || state === 'cooling-down';

export function selectedProvider(state: BenchState): Row | null {
	const rows = rowsOf(state);
	return rows[cursorOf(rows, state)] ?? null;
}
