import {stripVTControlCharacters} from 'node:util';
import {Box} from 'ink';
import {render} from 'ink-testing-library';
import type {ReactNode} from 'react';
import {onTestFinished} from 'vitest';
import {ScreenContext} from '../../source/tui/components/looks.tsx';
import {symbolsFor} from '../../source/tui/theme.ts';

/** A component in a window of so many columns, without the rest of the app. */
export const inColumns = (columns: number, component: ReactNode) => (
	<ScreenContext value={{columns, symbols: symbolsFor(true)}}>
		<Box flexDirection="column" width={columns}>
			{component}
		</Box>
	</ScreenContext>
);

/** What Ink draws of a component, without its looks. */
export function drawnOf(columns: number, component: ReactNode): string {
	const {lastFrame, unmount} = render(inColumns(columns, component));
	onTestFinished(unmount);
	return stripVTControlCharacters(lastFrame() ?? '');
}
