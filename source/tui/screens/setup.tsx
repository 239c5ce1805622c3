import {Box, Text} from 'ink';
import {statusWords} from '../../run/setup/step.ts';
import {providerNames} from '../../settings/providers.ts';
import {hintsOf} from '../keymap.ts';
import {smallest} from '../layout.ts';
import {hintLine} from '../panes/bars.ts';
import {ends, titledRule} from '../panes/frame.ts';
import {openField} from '../setup/field.ts';
import {keymap} from '../setup/keymap.ts';
import {menuOf} from '../setup/menus.ts';
import {currentStep, outline} from '../setup/outline.ts';
import {type PageText, pageText} from '../setup/pages.ts';
import type {SetupState} from '../setup/state.ts';
import {statusLooks} from '../setup/status-look.ts';
import {type Line, line, pad, span} from '../text/line.ts';
import {safe} from '../text/safe.ts';
import {FieldPanel, fieldPanelRows} from '../widgets/field-panel.tsx';
import {Lines} from '../widgets/lines.tsx';
import {Menu} from '../widgets/menu.tsx';
import {StyledLine} from '../widgets/styled-line.tsx';

type Hearing = {
	onHighlight: (menu: string, value: string) => void;
	onChoose: (menu: string, value: string) => void;
};

type Props = {state: SetupState} & Hearing;

/** Cells of the list of steps. */
const stepsWidth = 24;

/** The wizard: the steps at the left, the one at hand at the right; in a narrow window the steps are one line. */
export function SetupScreen({state, ...hearing}: Props) {
	const {columns, rows} = state.size;
	if (columns < smallest.columns || rows < smallest.rows) {
		return (
			<Box width={columns} height={rows} overflow="hidden">
				<Text wrap="truncate">{`terminal too small (${smallest.columns}x${smallest.rows} needed)`}</Text>
			</Box>
		);
	}
	const field = openField(state);
	const height = rows - 4 - (field ? fieldPanelRows : 0);
	const isWide = columns >= 60;
	const width = isWide ? columns - stepsWidth - 1 : columns;
	const text = pageText(state, width - 2);
	const total = text.above.length + text.below.length + (menuOf(state, width - 2)?.items.length ?? 0);
	const note = total > height ? 'PgDn: more' : '';
	return (
		<Box width={columns} height={rows} flexDirection="column" overflow="hidden">
			<StyledLine line={titleLine(state)} />
			{isWide ? (
				<>
					<StyledLine line={rules(state, text, note, width)} />
					<Box height={height} flexShrink={0} overflow="hidden">
						<Lines lines={stepLines(state)} room={{width: stepsWidth, height}} />
						<Lines
							lines={Array.from({length: height}, () => line(state.symbols.wall, 'quiet'))}
							room={{width: 1, height}}
						/>
						<PageView state={state} text={text} width={width} height={height} {...hearing} />
					</Box>
				</>
			) : (
				<>
					<StyledLine line={titledRule(placeWords(state), note, true, columns, state.symbols)} />
					<PageView state={state} text={text} width={width} height={height} {...hearing} />
				</>
			)}
			{field && <FieldPanel {...field} columns={columns} row={rows - 3} symbols={state.symbols} />}
			<StyledLine line={statusLine(state)} />
			<StyledLine line={hints(state)} />
		</Box>
	);
}

function titleLine({draft, saved, symbols, size}: SetupState): Line {
	const left = [span(' pr-resolve  ', 'accent'), span('set-up', 'strong')];
	const right = draft ? `${providerNames[draft.provider]}${saved ? ', saved' : ''} ` : '';
	return ends(left, [span(right)], size.columns, symbols.cut);
}

function rules(state: SetupState, {title}: PageText, note: string, width: number): Line {
	const {symbols} = state;
	return [
		...titledRule('steps', '', false, stepsWidth, symbols),
		span(symbols.tee, 'quiet'),
		...titledRule(title, note, true, width, symbols),
	];
}

/** Every step with its status in a word; the one at hand stands out. */
function stepLines(state: SetupState): Line[] {
	const {symbols} = state;
	return outline(state).map(({id, status}): Line => {
		const {symbol, tone} = statusLooks[status];
		const isHere = id === state.current;
		return [
			span(isHere ? '> ' : '  ', 'accent'),
			span(`${symbols[symbol]} `, tone),
			span(pad(id, 9, symbols.cut), isHere ? 'strong' : 'plain'),
			span(` ${statusWords[status]}`, tone),
		];
	});
}

function placeWords(state: SetupState): string {
	const steps = outline(state);
	const {id, status} = currentStep(state);
	const place = steps.findIndex(step => step.id === id) + 1;
	return `step ${place} of ${steps.length}: ${id}, ${statusWords[status]}`;
}

type ViewProps = {state: SetupState; text: PageText; width: number; height: number} & Hearing;

function PageView({state, text, width, height, onHighlight, onChoose}: ViewProps) {
	const menu = menuOf(state, width - 2);
	const indent = (shown: Line): Line => (shown.length === 0 ? shown : [span(' '), ...shown]);
	if (!menu) {
		const most = Math.max(0, text.above.length - height);
		const top = Math.min(state.scroll, most);
		return <Lines lines={text.above.map(indent)} top={top} room={{width, height}} />;
	}
	const menuHeight = Math.min(menu.items.length, height - 1);
	const above = text.above.slice(0, Math.max(0, height - menuHeight));
	const left = Math.max(0, height - menuHeight - above.length);
	const top = Math.min(state.scroll, Math.max(0, text.below.length - left));
	return (
		<Box flexDirection="column" width={width} height={height} flexShrink={0} overflow="hidden">
			<Lines lines={above.map(indent)} room={{width, height: above.length}} />
			<Box paddingLeft={1} height={menuHeight} flexShrink={0} overflow="hidden">
				<Menu
					key={menu.id}
					{...menu}
					width={width - 2}
					height={menuHeight}
					mark={state.symbols.cut}
					onHighlight={value => onHighlight(menu.id, value)}
					onChoose={value => onChoose(menu.id, value)}
				/>
			</Box>
			<Lines lines={text.below.map(indent)} top={top} room={{width, height: left}} />
		</Box>
	);
}

const working: Readonly<Record<NonNullable<SetupState['work']>, string>> = {
	checking: 'checking; Esc stops it',
	pulling: 'downloading; Esc stops it, and it can go on later',
	listing: 'asking for the models; Esc stops it',
	asking: 'waiting for the answer; Esc stops it',
	running: 'the command has the terminal',
	saving: 'saving',
};

function statusLine({notice, work}: SetupState): Line {
	if (notice) return [span(' '), span(safe(notice.text), notice.tone)];
	return work ? line(` ${working[work]}`) : [];
}

function hints(state: SetupState): Line {
	const {columns} = state.size;
	const field = openField(state);
	if (field) {
		return hintLine(
			[
				{key: 'Enter', word: field.purpose === 'key' ? 'check it' : 'done'},
				{key: 'Esc', word: field.field.text === '' ? 'back' : 'clear'},
			],
			columns,
		);
	}
	if (state.overlay === 'help')
		return hintLine(
			[
				{key: 'Esc', word: 'close'},
				{key: 'Up/Down', word: 'scroll'},
			],
			columns,
		);
	const menu = menuOf(state);
	const choosing = menu?.hasKeys
		? [
				{key: 'Enter', word: 'choose'},
				{key: 'Up/Down', word: 'move'},
			]
		: [];
	return hintLine([...choosing, ...hintsOf(keymap, state)], columns);
}
