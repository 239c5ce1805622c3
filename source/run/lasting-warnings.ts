import {troubleKinds} from '../llm/providers/trouble.ts';
import type {Warning} from '../review/warning.ts';
import {imposedMode} from './ending.ts';
import type {Report} from './report.ts';

const guards: readonly string[] = ['budget', 'circuit', 'model-off'];
const places: readonly string[] = [
	'other-repository',
	'other-branch',
	'other-commit',
	'commit-gone',
	'foreign-commits',
];

/** How many findings are left for one of these reasons. */
type Left = Pick<Report['summary'], 'stale' | 'needsModel'>;

/** Of the warnings of a run, those that explain what is left of it; a person has to see them when all is over. */
export function lastingWarnings(warnings: readonly Warning[], {stale, needsModel}: Left): Warning[] {
	return warnings.filter(({kind}) => {
		if (kind === 'syntax-check' || kind === imposedMode) return true;
		if (places.includes(kind)) return stale > 0;
		return needsModel > 0 && (guards.includes(kind) || kind in troubleKinds);
	});
}
