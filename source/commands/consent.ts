import {Failure} from '../failure.ts';
import type {Terminal} from '../headless/terminal.ts';
import type {Io} from './command.ts';
import {canPrompt} from './terminal.ts';

/**
 * Whether a command asks before it writes. A terminal user expects that; with --no-input they must choose what happens
 * instead. @param goesAhead whether the flags say so @throws {Failure} usage `needs-confirmation`
 */
export function isAsked(command: string, goesAhead: boolean, {interactive}: Terminal, io: Io): boolean {
	if (goesAhead) return false;
	if (interactive || !canPrompt(io, false)) return interactive;
	throw new Failure(
		'usage',
		'needs-confirmation',
		`${command} needs confirmation, but --no-input is set.`,
		'Pass --yes to write without asking, or --dry-run to look first.',
	);
}
