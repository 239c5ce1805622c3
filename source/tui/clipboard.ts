import {Failure} from '../failure.ts';
import type {Environment} from '../system/environment.ts';
import {openInBrowser} from './editor.ts';

/** Copies a text. @throws {Failure} `no-clipboard` */
export type Copy = (text: string) => void;

/** Terminals that have none, or do not let programs use it. */
const hasClipboard = ({TERM, TERM_PROGRAM}: Environment): boolean =>
	TERM !== 'linux' && TERM_PROGRAM !== 'Apple_Terminal';

/** The clipboard of the terminal by OSC 52, over ssh too. */
export const terminalClipboard =
	(env: Environment, write: (text: string) => void): Copy =>
	text => {
		if (!hasClipboard(env))
			throw new Failure(
				'failed',
				'no-clipboard',
				'This terminal has no clipboard for programs; nothing was copied.',
				'Select the text with the mouse.',
			);
		write(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`);
	};

/** Opens an address in the browser; without one, it is copied. @throws {Failure} `no-browser` */
export async function browseOrCopy(url: string, platform: string, env: Environment, copy: Copy): Promise<void> {
	try {
		await openInBrowser(url, platform, env);
	} catch (cause) {
		if (!(cause instanceof Failure)) throw cause;
		try {
			copy(url);
		} catch {
			throw cause;
		}
		throw new Failure('failed', 'no-browser', `${cause.message}; its address was copied`, '', {cause});
	}
}
