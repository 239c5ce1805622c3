import {Box} from 'ink';
import {statusWords} from '../../run/setup/step.ts';
import {aliasOf} from '../../settings/providers.ts';
import {pad} from '../../text/cells.ts';
import {noticeLine, tooSmallLine} from '../app/bars.ts';
import {ends, indent, titledRule} from '../app/frame.ts';
import {hintLine} from '../app/hints.ts';
import {type Line, line, span} from '../text/line.ts';
import {FieldPanel} from '../widgets/field-panel.tsx';
import {Lines} from '../widgets/lines.tsx';
import {Menu} from '../widgets/menu.tsx';
import {StyledLine} from '../widgets/styled-line.tsx';
import {openField} from './field.ts';
import {setupHints} from './hints.ts';
import {currentStep, outline} from './outline.ts';
import {isCovered, type SetupState} from './state.ts';
import {statusLooks} from './status-look.ts';
import {isLong, stepsWidth, type View, viewOf} from './view.ts';
import {working} from './working.ts';

type Hearing = {
	onHighlight: (menu: string, value: string) => void;
	onChoose: (menu: string, value: string) => void;
};

type Props = {state: SetupState} & Hearing;

/** The wizard: steps on the left, the page on the right; a narrow window has one line for the steps. */
export function SetupScreen({state, ...hearing}: Props) {
	const {columns, rows} = state.size;
	const small = tooSmallLine(state);
	if (small) return <Lines lines={[small]} room={{width: columns, height: rows}} />;
	const field = openField(state);
	const view = viewOf(state);
	const {isWide, height} = view;
	return (
		<Box width={columns} height={rows} flexDirection="column" overflow="hidden">
			<StyledLine line={titleLine(state)} />
			{isWide ? (
				<>
					<StyledLine line={rules(state, view)} />
					<Box height={height} flexShrink={0} overflow="hidden">
						<Lines lines={stepLines(state)} room={{width: stepsWidth, height}} />
						<Lines
							lines={Array.from({length: height}, () => line(state.symbols.wall, 'quiet'))}
							room={{width: 1, height}}
						/>
						<PageView state={state} view={view} {...hearing} />
					</Box>
				</>
			) : (
				<>
					<StyledLine line={titledRule(placeWords(state, view), moreOf(view), true, columns, state.symbols)} />
					<PageView state={state} view={view} {...hearing} />
				</>
			)}
			{field && <FieldPanel {...field} columns={columns} row={rows - 3} symbols={state.symbols} />}
			<StyledLine line={setupStatusLine(state)} />
			<StyledLine line={hintLine(setupHints(state))} />
		</Box>
	);
}

function titleLine({draft, saved, symbols, size}: SetupState): Line {
	const left = [span(' pr-resolve  ', 'accent'), span('setup', 'strong')];
	const right = draft ? `${aliasOf(draft.provider)}${saved ? ', saved' : ''} ` : '';
	return ends(left, [span(right)], size.columns, symbols.cut);
}

function moreOf({top, last}: View): string {
	if (last === 0) return '';
	return top < last ? 'PgDn: more' : 'PgUp: more';
}

function rules({symbols}: SetupState, view: View): Line {
	return [
		...titledRule('steps', '', false, stepsWidth, symbols),
		span(symbols.tee, 'quiet'),
		...titledRule(view.title, moreOf(view), true, view.width, symbols),
	];
}

/** Every step with its status; the selected one is highlighted. */
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

function placeWords(state: SetupState, {title}: View): string {
	if (isCovered(state)) return title;
	const steps = outline(state);
	const {id, status} = currentStep(state);
	const place = steps.findIndex(step => step.id === id) + 1;
	return `${place}/${steps.length} ${id} ${statusWords[status]}`;
}

type ViewProps = {state: SetupState; view: View} & Hearing;

function PageView({state, view, onHighlight, onChoose}: ViewProps) {
	const {menu, width, height, above, below} = view;
	if (!menu) return <Lines lines={above.map(indent)} room={{width, height}} />;
	return (
		<Box flexDirection="column" width={width} height={height} flexShrink={0} overflow="hidden">
			<Lines lines={above.map(indent)} room={{width, height: above.length}} />
			<Box paddingLeft={1} height={menu.height} flexShrink={0} overflow="hidden">
				<Menu
					key={menu.id}
					{...menu}
					pointed={state.pointed}
					width={width - 2}
					mark={state.symbols.cut}
					onHighlight={value => onHighlight(menu.id, value)}
					onChoose={value => onChoose(menu.id, value)}
				/>
			</Box>
			<Lines lines={below.map(indent)} room={{width, height: height - menu.height - above.length}} />
		</Box>
	);
}

function setupStatusLine(state: SetupState): Line {
	const {notice, work} = state;
	if (notice && !isLong(state)) return noticeLine(notice);
	return work ? line(` ${working[work]}`) : [];
}
