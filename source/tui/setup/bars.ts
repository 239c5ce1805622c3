import {statusWords} from '../../run/setup/step.ts';
import {aliasOf} from '../../settings/providers.ts';
import {saidLine} from '../app/bars.ts';
import type {Ends} from '../app/frame.ts';
import {type Line, line, span} from '../text/line.ts';
import {currentStep, outline} from './outline.ts';
import {isCovered, type SetupState, working} from './state.ts';
import {isLong, type View} from './view.ts';

/** The first line: the provider, and whether it is saved. */
export const setupTitle = ({draft, saved}: SetupState): Ends => ({
	left: [span(' pr-resolve  ', 'accent'), span('setup', 'strong')],
	right: line(draft ? `${aliasOf(draft.provider)}${saved ? ', saved' : ''} ` : ''),
});

/** Which key shows more of the page; empty if all of it is visible. */
export function scrollNote({top, last}: View): string {
	if (last === 0) return '';
	return top < last ? 'PgDn: more' : 'PgUp: more';
}

/** The step in a window that has no room for all of them. */
export function placeWords(state: SetupState, {title}: View): string {
	if (isCovered(state)) return title;
	const steps = outline(state);
	const {id, status} = currentStep(state);
	const place = steps.findIndex(step => step.id === id) + 1;
	return `${place}/${steps.length} ${id} ${statusWords[status]}`;
}

/** The message, or what goes on. */
export function setupStatus(state: SetupState): Line | null {
	const {notice, awaited, work} = state;
	const said = saidLine({notice: isLong(state) ? null : notice, awaited});
	return said ?? (work ? line(` ${working[work]}`) : null);
}
