import {statusTones, statusWords} from '../../run/setup/step.ts';
import {pad} from '../../text/cells.ts';
import {Pane} from '../components/pane.tsx';
import {Rows} from '../components/row.tsx';
import {type Line, span} from '../text/line.ts';
import {outline, statusSymbols} from './outline.ts';
import type {SetupState} from './state.ts';
import {stepsWidth} from './view.ts';

/** Every step with its status; the selected one is highlighted. */
export const StepsPane = ({state, height}: {state: SetupState; height: number}) => (
	<Pane title="steps" isFocused={false} width={stepsWidth}>
		<Rows lines={stepLines(state)} width={stepsWidth} height={height} />
	</Pane>
);

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
