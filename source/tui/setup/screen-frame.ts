import {statusTones, statusWords} from '../../run/setup/step.ts';
import {aliasOf} from '../../settings/providers.ts';
import {pad} from '../../text/cells.ts';
import {saidLine, tooSmallLine} from '../app/bars.ts';
import {endsLine, filled, indent, titledRule} from '../app/frame.ts';
import {hintLine} from '../app/hints.ts';
import {withField} from '../app/with-field.ts';
import type {ScreenFrame} from '../paint/screen-frame.ts';
import {cutLine, fitLine, type Line, line, span} from '../text/line.ts';
import {menuLines} from '../widgets/menu-lines.ts';
import {openField} from './field.ts';
import {setupHints} from './keymap.ts';
import {currentStep, outline, statusSymbols} from './outline.ts';
import {isCovered, type SetupState, working} from './state.ts';
import {isLong, stepsWidth, type View, viewOf} from './view.ts';

/** The wizard: steps on the left, the page on the right; a narrow window has one line for the steps. */
export function setupFrame(state: SetupState): ScreenFrame {
	const small = tooSmallLine(state);
	if (small) return {rows: [small], cursor: null};
	const {size, symbols} = state;
	const view = viewOf(state);
	return withField(
		[titleLine(state), ...(view.isWide ? besideSteps(state, view) : belowPlace(state, view))],
		openField(state),
		[setupStatusLine(state), hintLine(setupHints(state))].map(each => cutLine(each, size.columns, symbols.cut)),
		state,
	);
}

function besideSteps(state: SetupState, view: View): Line[] {
	const {symbols} = state;
	const steps = filled(stepLines(state), view.height);
	return [
		[
			...titledRule('steps', '', false, stepsWidth, symbols),
			span(symbols.tee, 'quiet'),
			...titledRule(view.title, moreOf(view), true, view.width, symbols),
		],
		...pageRows(state, view).map((each, row) => [
			...fitLine(steps[row] ?? [], stepsWidth, symbols.cut),
			span(symbols.wall, 'quiet'),
			...each,
		]),
	];
}

const belowPlace = (state: SetupState, view: View): Line[] => [
	titledRule(placeWords(state, view), moreOf(view), true, view.width, state.symbols),
	...pageRows(state, view),
];

function titleLine({draft, saved, symbols, size}: SetupState): Line {
	const left = [span(' pr-resolve  ', 'accent'), span('setup', 'strong')];
	const right = draft ? `${aliasOf(draft.provider)}${saved ? ', saved' : ''} ` : '';
	return endsLine(left, [span(right)], size.columns, symbols.cut);
}

function moreOf({top, last}: View): string {
	if (last === 0) return '';
	return top < last ? 'PgDn: more' : 'PgUp: more';
}

/** Every step with its status; the selected one is highlighted. */
function stepLines(state: SetupState): Line[] {
	const {symbols} = state;
	return outline(state).map(({id, status}): Line => {
		const isHere = id === state.current;
		return [
			span(isHere ? '> ' : '  ', 'accent'),
			span(`${symbols[statusSymbols[status]]} `, statusTones[status]),
			span(pad(id, 9, symbols.cut), isHere ? 'strong' : 'plain'),
			span(` ${statusWords[status]}`, statusTones[status]),
		];
	});
}

function placeWords(state: SetupState, {title}: View): string {
	if (isCovered(state)) return title;
	const steps = outline(state);
	const {id, status} = currentStep(state);
	const place = steps.findIndex(step => step.id === id) + 1;
	return `${place}/${steps.length} ${id} ${statusWords[status]}`;
}

function pageRows({symbols}: SetupState, {menu, width, height, above, below}: View): Line[] {
	const menuRows = menu ? menuLines(menu, width - 2, symbols.cut) : [];
	return filled(
		[...above, ...menuRows, ...below].map(each => cutLine(indent(each), width, symbols.cut)),
		height,
	);
}

function setupStatusLine(state: SetupState): Line {
	const {notice, awaited, work} = state;
	const said = saidLine({notice: isLong(state) ? null : notice, awaited});
	if (said) return said;
	return work ? line(` ${working[work]}`) : [];
}
