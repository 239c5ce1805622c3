import {Box} from 'ink';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {Menu} from '../components/menu.tsx';
import {Pane, Wall} from '../components/pane.tsx';
import {Rows} from '../components/row.tsx';
import {Screen, ScreenParts} from '../components/screen.tsx';
import type {Action} from './actions.ts';
import {placeWords, scrollNote, setupStatus, setupTitle} from './bars.ts';
import {openField} from './field.ts';
import {setupHints} from './keymap.ts';
import type {SetupState} from './state.ts';
import {StepsPane} from './steps-pane.tsx';
import {type View, viewOf} from './view.ts';

type Chosen = {
	onHighlight: (menu: string, value: string) => void;
	onChoose: (menu: string, value: string) => void;
};

export function SetupApp(props: AppProps<SetupState, Action>) {
	const {store, now} = props;
	const state = useAppState(props);
	return (
		<Screen {...state}>
			<Setup
				state={state}
				onHighlight={(menu, value) => store.dispatch({type: 'highlighted', menu, value})}
				onChoose={(menu, value) => store.dispatch({type: 'chosen', menu, value, at: now()})}
			/>
		</Screen>
	);
}

/** The wizard: steps on the left, the page on the right; a narrow window has one line for the steps. */
function Setup({state, ...chosen}: {state: SetupState} & Chosen) {
	const view = viewOf(state);
	const {isWide, height, width} = view;
	return (
		<ScreenParts
			// Its page shows what is too long for one row.
			state={{...state, dialog: null, notice: null, awaited: null}}
			title={setupTitle(state)}
			field={openField(state)}
			said={setupStatus(state)}
			hints={setupHints(state)}
		>
			<Box>
				{isWide && <StepsPane state={state} height={height} />}
				{isWide && <Wall height={height} isQuiet />}
				<Pane title={isWide ? view.title : placeWords(state, view)} note={scrollNote(view)} isFocused width={width}>
					<Page state={state} view={view} {...chosen} />
				</Pane>
			</Box>
		</ScreenParts>
	);
}

/** The text of a page around its menu. */
function Page({state, view, onHighlight, onChoose}: {state: SetupState; view: View} & Chosen) {
	const {menu, width, above, below} = view;
	return (
		<Box flexDirection="column" paddingLeft={1}>
			<Rows lines={above} width={width - 1} height={above.length} />
			{menu && (
				<Menu
					// A page that is opened again, and a click, begin with the item that is drawn as highlighted.
					key={`${menu.id} ${state.openedAt} ${state.pointed}`}
					{...menu}
					width={width - 2}
					onHighlight={value => onHighlight(menu.id, value)}
					onChoose={value => onChoose(menu.id, value)}
				/>
			)}
			<Rows lines={below} width={width - 1} height={below.length} />
		</Box>
	);
}
