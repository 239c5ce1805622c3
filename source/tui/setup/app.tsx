import {Box} from 'ink';
import {statusTones, statusWord} from '../../run/setup/step.ts';
import {aliasOf} from '../../settings/providers.ts';
import {pad} from '../../text/cells.ts';
import {type Ends, saidLine} from '../app/frame.ts';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {Menu} from '../components/menu.tsx';
import {Pane, Wall} from '../components/pane.tsx';
import {Rows} from '../components/row.tsx';
import {Screen} from '../components/screen.tsx';
import {type Line, line, span} from '../text/line.ts';
import {openField} from './field.ts';
import {setupHints} from './keymap.ts';
import {currentStep, outline, statusSymbols} from './outline.ts';
import {type Action, isCovered, type SetupState, working} from './state.ts';
import {isLong, stepsWidth, type View, viewOf} from './view.ts';

export function SetupApp(props: AppProps<SetupState, Action>) {
	const state = useAppState(props);
	return (
		<Screen
			// Its page shows what is too long for one row.
			state={{...state, dialog: null, notice: null, awaited: null}}
			title={setupTitle(state)}
			field={openField(state)}
			said={setupStatus(state)}
			hints={setupHints(state)}
		>
			<Wizard state={state} />
		</Screen>
	);
}

/** Steps on the left, the page on the right; a narrow window has one line for the steps. */
function Wizard({state}: {state: SetupState}) {
	const view = viewOf(state);
	const {isWide, height, width} = view;
	return (
		<Box>
			{isWide && (
				<Pane title="steps" isFocused={false} width={stepsWidth}>
					<Rows lines={stepLines(state)} width={stepsWidth} height={height} />
				</Pane>
			)}
			{isWide && <Wall height={height} isQuiet />}
			<Pane title={isWide ? view.title : placeWords(state, view)} note={scrollNote(view)} isFocused width={width}>
				<Page view={view} />
			</Pane>
		</Box>
	);
}

/** The text of a page around its menu. */
function Page({view: {menu, width, above, below}}: {view: View}) {
	return (
		<Box flexDirection="column" paddingLeft={1}>
			<Rows lines={above} width={width - 1} height={above.length} />
			{menu && <Menu {...menu} width={width - 2} />}
			<Rows lines={below} width={width - 1} height={below.length} />
		</Box>
	);
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
			span(` ${statusWord(status)}`, statusTones[status]),
		];
	});
}

/** The first line: the provider, and whether it is saved. */
const setupTitle = ({draft, saved}: SetupState): Ends => ({
	left: [span(' pr-resolve  ', 'accent'), span('setup', 'strong')],
	right: line(draft ? `${aliasOf(draft.provider)}${saved ? ', saved' : ''} ` : ''),
});

/** Which key shows more of the page; empty if all of it is visible. */
function scrollNote({top, last}: View): string {
	if (last === 0) return '';
	return top < last ? 'PgDn: more' : 'PgUp: more';
}

/** The step in a window that has no room for all of them. */
function placeWords(state: SetupState, {title}: View): string {
	if (isCovered(state)) return title;
	const steps = outline(state);
	const {id, status} = currentStep(state);
	const place = steps.findIndex(step => step.id === id) + 1;
	return `${place}/${steps.length} ${id} ${statusWord(status)}`;
}

/** The message, or what goes on. */
function setupStatus(state: SetupState): Line | null {
	const {notice, awaited, work} = state;
	const said = saidLine({notice: isLong(state) ? null : notice, awaited});
	return said ?? (work ? line(` ${working[work]}`) : null);
}
