import {Failure} from '../failure.ts';
import type {Terminal} from '../headless/terminal.ts';
import type {Context} from '../run/context.ts';
import type {ResolvedSettings} from '../settings/resolve.ts';
import type {Repository} from '../worktree/repository.ts';
import type {Io} from './command.ts';
import {canPrompt} from './terminal.ts';

type WriteFlags = {dryRun: boolean; yes: boolean; json: boolean};

/** Whether a command that writes is only to show what it would do. */
export const isPreview = ({dryRun}: Pick<WriteFlags, 'dryRun'>, {values}: ResolvedSettings): boolean =>
	dryRun || values.mode === 'dry-run';

/** How a command goes about writing. */
export type Consent = {
	action: 'preview' | 'write';
	isAsked: boolean;
	/** Before anything else: an earlier run that was interrupted is finished or undone, or only named. @throws {Failure} */
	begin: (repository: Pick<Repository, 'records' | 'root'>) => Promise<void>;
};

/**
 * A terminal user expects to be asked before something is written; with --no-input they must choose what happens instead.
 * @throws {Failure} usage `needs-confirmation`
 */
export function consentOf(
	command: string,
	{flags, settings}: {flags: WriteFlags; settings: ResolvedSettings},
	terminal: Terminal,
	io: Io & Context,
): Consent {
	const action = isPreview(flags, settings) ? 'preview' : 'write';
	const goesAhead = action === 'preview' || flags.yes || flags.json;
	if (!goesAhead && !terminal.interactive && canPrompt(io, false)) {
		const message = `${command} needs confirmation, but --no-input is set.`;
		const remedy = 'Pass --yes to write without asking, or --dry-run to look first.';
		throw new Failure('usage', 'needs-confirmation', message, remedy);
	}
	const isAsked = !goesAhead && terminal.interactive;
	return {
		action,
		isAsked,
		async begin(repository) {
			const {handleInterruptedRun, warnOfInterruptedRun} = await import('../headless/interrupted-run.ts');
			if (action === 'preview') return warnOfInterruptedRun(repository, io);
			return handleInterruptedRun(repository, {...terminal, interactive: isAsked}, io);
		},
	};
}
