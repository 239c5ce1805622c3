import {openOnScreen, type Span, textOf, type Where} from './screen.ts';
import type {Frame} from './svg.ts';

/** What a person does in the app, one thing after the other. */
export type Step = {
	/** Empty for the first one: the app opens. */
	press: string;
	/** What is on the screen when it is done. */
	until: string;
	caption: string;
	holdMs: number;
};

/** Plays the steps in the real program; a frame for each. */
export async function play(
	command: readonly [string, ...string[]],
	steps: readonly Step[],
	where: Where,
): Promise<Frame[]> {
	const screen = openOnScreen(command, where);
	const frames: Frame[] = [];
	try {
		for (const {press, until, caption, holdMs} of steps) {
			if (press !== '') screen.press(press);
			await screen.waitFor(until);
			frames.push({lines: screen.window().map(anonymise), caption, holdMs});
		}
	} finally {
		screen.kill();
		await screen.ended;
	}
	return frames;
}

/** Ids of runs differ from run to run; the picture should not. */
export function anonymise(line: readonly Span[]): Span[] {
	return line.map(span => ({...span, text: span.text.replace(/\d{8}-\d{6}-[0-9a-z]+/, '20261121-103000-5c1f0a')}));
}

/** The lines from the first one that fits to the next one that ends them. */
export function between(lines: readonly Span[][], first: RegExp, last: RegExp): Span[][] {
	const from = lines.findIndex(line => first.test(textOf(line)));
	const to = lines.findIndex((line, index) => index >= from && last.test(textOf(line)));
	if (from === -1 || to === -1) throw new Error('the demo does not show what the picture is cut from');
	return lines.slice(from, to + 1);
}
