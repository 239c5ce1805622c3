import type {Block, Tone} from '../../document/document.ts';
import {type ExitCode, exitCodes} from '../../exit-code.ts';
import {Failure, type Remedy, type Way} from '../../failure.ts';
import {aliasOf, providerIds, withAlias} from '../../settings/providers.ts';
import {widestOf} from '../../text/cells.ts';

/** One line of `doctor`. */
export type Check = {
	/** Of git, the repository, runs, host and token; of cache, store, privacy and the provider. */
	name: string;
	status: 'ok' | 'warning' | 'failed' | 'skipped';
	detail: string;
	/** What to do; empty where there is nothing to. */
	remedy: Remedy;
	/** What a program can do about it; absent where there is nothing. */
	ways?: readonly Way[];
	/** Of the exit codes; 0 where nothing failed. */
	exitCode: ExitCode;
};

const check = (
	name: string,
	status: Check['status'],
	detail: string,
	remedy: Remedy = '',
	exitCode: ExitCode = 0,
): Check => ({
	...{name, status, detail, remedy, exitCode},
});

export const passedCheck = (name: string, detail: string) => check(name, 'ok', detail);
export const warningCheck = (name: string, detail: string, remedy: Remedy) => check(name, 'warning', detail, remedy);
export const skippedCheck = (name: string, detail: string) => check(name, 'skipped', detail);
export const failedCheck = (name: string, {message: detail, remedy, ways, exitCode}: Failure): Check => ({
	...{name, status: 'failed', detail, remedy, ways, exitCode},
});

/** Texts leave this machine. */
export const violation = (detail: string, remedy: Remedy) =>
	check('privacy', 'failed', detail, remedy, exitCodes.failed);

/** What the work comes to, or why it failed. @throws what is no `Failure`, and interruptions */
export async function attempt<T>(work: () => Promise<T>): Promise<T | Failure> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof Failure && error.kind !== 'interrupted') return error;
		throw error;
	}
}

const tones: Record<Check['status'], Tone> = {ok: 'good', warning: 'warning', failed: 'bad', skipped: 'quiet'};

/** The same for each check, because it is shown before the next one is known. */
const widths = [widestOf(Object.keys(tones)), widestOf(providerIds.map(id => `${aliasOf(id)} subscription`))];

export const rowOfCheck = ({status, name, detail, remedy}: Check): Block => ({
	kind: 'rows',
	rows: [{labels: [{text: status, tone: tones[status]}, withAlias(name)], texts: [detail, `${remedy}`]}],
	widths,
});
