import type {Environment} from '../system/environment.ts';
import type {Background} from './theme.ts';

/** OSC 11: the terminal answers with the color of its background, or not at all. */
const query = '\x1b]11;?\x1b\\';

/** The answer between its introducer and its end: one to four digits for each color. Source: XParseColor(3). */
const answer = /^11;rgba?:(?<red>[\da-f]{1,4})\/(?<green>[\da-f]{1,4})\/(?<blue>[\da-f]{1,4})/i;

/** How bright red, green and blue look, out of 1. Source: ITU-R BT.709. */
const brightness = {red: 0.2126, green: 0.7152, blue: 0.0722};

/** What a report of the terminal says about its background; null if it is about something else. */
function backgroundIn(report: string): Background | null {
	const colors = answer.exec(report)?.groups;
	if (!colors) return null;
	const shares = Object.entries(brightness).map(([color, weight]) => {
		const digits = colors[color] ?? '';
		return (weight * Number.parseInt(digits, 16)) / (16 ** digits.length - 1);
	});
	return shares.reduce((sum, share) => sum + share) > 0.5 ? 'light' : 'dark';
}

/** What some terminals say in the environment; null if nothing. The last number is one of the sixteen colors. */
export function backgroundHint({COLORFGBG = ''}: Environment): Background | null {
	const color = /(?:^|;)(\d{1,2})$/.exec(COLORFGBG)?.[1];
	if (color === undefined) return null;
	// Source: vim, which reads it like this. White and the bright colors are light, bright black is dark.
	return Number(color) === 7 || Number(color) > 8 ? 'light' : 'dark';
}

/** Milliseconds within which most answers come, also over a network. */
const answerMs = 300;

/**
 * Asks the terminal for its background, which may answer late or never.
 * @param write to the terminal
 * @param onAnswer called with each answer
 */
export function backgroundQuestion(write: (text: string) => void, onAnswer: (background: Background) => void) {
	let settled = Promise.resolve();
	let settle = () => {};
	return {
		ask(): void {
			({promise: settled, resolve: settle} = Promise.withResolvers<void>());
			setTimeout(settle, answerMs).unref();
			write(query);
		},
		/** Takes a report of the terminal. */
		hear(report: string): void {
			const background = backgroundIn(report);
			if (background === null) return;
			settle();
			onAnswer(background);
		},
		/** Until another program can have the terminal and does not get the answer, or until none is to be expected. */
		settled: (): Promise<void> => settled,
	};
}
