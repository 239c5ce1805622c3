import {createContext, useContext, useLayoutEffect} from 'react';
import type {Painter} from '../paint/painter.ts';
import type {ScreenFrame} from '../paint/screen-frame.ts';

/** What draws the frames of an app. */
export const PainterContext = createContext<Pick<Painter, 'draw'>>({draw: () => {}});

/**
 * Draws a frame after each change of the component. Ink would lay out and style every cell of the window for each key;
 * the apps' rows are laid out already, so only Ink's hold on the terminal is needed: keys, pastes, modes and size.
 */
export function useFrame(frame: () => ScreenFrame): void {
	const painter = useContext(PainterContext);
	useLayoutEffect(() => painter.draw(frame));
}
