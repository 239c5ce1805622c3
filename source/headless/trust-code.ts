import {Failure} from '../failure.ts';
import {escapeControls} from '../text/escape-controls.ts';
import {ask} from './prompt.ts';
import type {Terminal} from './terminal.ts';

/**
 * Before a command or hook runs the code of people without write access: asks, if a person confirms the plan anyway.
 * @param strangers their logins
 * @param flag what runs it
 * @throws {Failure} usage `untrusted-code`
 */
export async function confirmStrangersCode(
	strangers: readonly string[],
	flag: '--verify' | '--hooks',
	isAttended: boolean,
	terminal: Terminal,
	signal: AbortSignal,
): Promise<void> {
	if (strangers.length === 0) return;
	const whose = `code by ${strangers.join(' and ')}, without write access to the repository`;
	if (isAttended) {
		const question = escapeControls(`${flag} runs ${whose}. Run it?`);
		if ((await ask(question, ['yes', 'no'], 'no', terminal.keyboard, signal)) === 'yes') return;
	}
	throw new Failure(
		'usage',
		'untrusted-code',
		`${flag} would run ${whose}. Nothing was applied.`,
		'Look at the pull request first. To run its code all the same, pass --trust-code.',
	);
}
