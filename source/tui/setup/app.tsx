import {tooSmall} from '../app/layout.ts';
import {type AppProps, useAppState} from '../app/use-app.ts';
import {useFrame} from '../app/use-frame.ts';
import {Menu} from '../widgets/menu.tsx';
import type {Action} from './actions.ts';
import {menuOf} from './menus.ts';
import {setupFrame} from './screen-frame.ts';
import type {SetupState} from './state.ts';

export function SetupApp(props: AppProps<SetupState, Action>) {
	const {store, now} = props;
	const state = useAppState(props);
	useFrame(() => setupFrame(state));
	const menu = tooSmall(state.size) === null ? menuOf(state) : null;
	if (!menu) return null;
	return (
		<Menu
			// A page that is opened again, and a click, begin with the item that is drawn as highlighted.
			key={`${menu.id} ${state.openedAt} ${state.pointed}`}
			{...menu}
			onHighlight={value => store.dispatch({type: 'highlighted', menu: menu.id, value})}
			onChoose={value => store.dispatch({type: 'chosen', menu: menu.id, value, at: now()})}
		/>
	);
}
