import type {ExitCode} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import type {InboxRow} from '../run/inbox/row.ts';
import {isHeadHere} from '../run/pull-request/open-head.ts';
import {withWriteLimits} from '../run/write-limits/open-write-limits.ts';
import type {GiveTerminal} from '../tui/app/effects.ts';
import {appFlags} from './app.ts';
import type {Flags, Invocation, Io} from './command.ts';
import {flagsOf, longSpelling} from './flags.ts';
import {readInvocation} from './invocation.ts';

/**
 * Opens the review of a pull request of a list: as the command `review` does with its URL, with the flags that both
 * commands have, and without a checkout unless the current branch is its head.
 * @param give called when there is something to show
 * @throws {Failure} as `showReview`
 */
export async function openReview(
	{owner, name, number, url}: InboxRow['listed'],
	{command, flags, color, interactive}: {command: string} & Pick<Invocation, 'flags' | 'color' | 'interactive'>,
	io: Io & Context,
	give: GiveTerminal,
): Promise<ExitCode> {
	const [review, isHere] = await Promise.all([
		import('./review.ts'),
		isHeadHere({host: new URL(url).host, owner, repo: name, number}, io),
	]);
	const common = flagsOf(command, appFlags);
	const known = flagsOf('review', review.spec.flags);
	const shared = Object.fromEntries(Object.entries(common).filter(([flag]) => flag in known));
	const argv = [url, ...(isHere ? [] : ['--no-checkout']), ...argumentsFor(shared, flags)];
	const invocation = {...(await readInvocation('review', review, argv, io)), color, interactive};
	// Those of a command that only lists do not know the settings for writes.
	return withWriteLimits(invocation.settings, io, writeLimits =>
		review.showReview(invocation as Parameters<typeof review.showReview>[0], {...io, writeLimits}, give),
	);
}

/** The arguments that pass these flags on. */
const argumentsFor = (flags: Flags, values: Invocation['flags']): string[] =>
	Object.keys(flags).flatMap(name => {
		const value = values[name] ?? false;
		if (typeof value === 'boolean') return value ? [longSpelling(name)] : [];
		return [value].flat().map(each => `${longSpelling(name)}=${each}`);
	});
