import type {ClosingRequest} from '../run/closing/request.ts';
import type {RoundRequest} from '../run/round/round-site.ts';
import type {WatchRequest} from '../run/watch/watching.ts';
import {aliasOf} from '../settings/providers.ts';
import {elapsed, money} from '../text/figures.ts';
import {count} from '../text/sentences.ts';
import {ask} from './prompt.ts';
import type {Terminal} from './terminal.ts';
import {writeLine} from './write-line.ts';

/** Names all that the rounds may do, and asks once. @param name of the pull request */
export async function confirmWatch(
	{round, limits}: WatchRequest,
	{name, hasTree}: {name: string; hasTree: boolean},
	terminal: Terminal,
	signal: AbortSignal,
): Promise<boolean> {
	const {maxRounds, forMs, isOnce} = limits;
	const rounds = isOnce ? 'one round' : `up to ${count(maxRounds, 'round')} in up to ${elapsed(forMs)}`;
	const steps = [...(hasTree ? ['apply changes to the files of this folder'] : []), ...outwardSteps(round, hasTree)];
	const lines = [`On ${name}, this takes ${rounds}. Without asking again it may:`, ...steps.map(step => `- ${step}`)];
	return confirmStart(lines, terminal, signal);
}

/** Shows the lines and asks. */
export async function confirmStart(
	lines: readonly string[],
	terminal: Terminal,
	signal: AbortSignal,
): Promise<boolean> {
	for (const line of lines) writeLine(line, terminal);
	return (await ask('Start?', ['yes', 'no'], 'no', terminal.keyboard, signal)) === 'yes';
}

/** What leaves the machine in a run, one line each. */
export function outwardSteps({request, closing}: RoundRequest, hasTree: boolean): string[] {
	const model = request.model?.settings;
	const asking = model?.llmProvider
		? [`send comments to ${aliasOf(model.llmProvider)}, for up to ${money(model.costBudget)}`]
		: [];
	return [...asking, ...stepsOf(closing, hasTree)];
}

/** What follows the writing, one line each. */
function stepsOf(closing: ClosingRequest | null, hasTree: boolean): string[] {
	if (!closing) return [];
	const {verify, hooks, commit, push, publish} = closing;
	return [
		...(verify ? [`run "${verify.command}"`] : []),
		...(hooks ? ['run the hooks of git'] : []),
		...(push
			? [hasTree ? 'commit, and push to the pull request' : 'commit changes on the branch of the pull request']
			: commit
				? ['commit']
				: []),
		...(publish?.reply ? ['reply in review threads'] : []),
		...(publish?.resolveThreads
			? [`resolve review threads${publish.resolvePeople ? ", people's too" : ' of bots'}`]
			: []),
		...(publish?.react ? ['react to comments'] : []),
		...(publish?.requestReview ? ['request reviews'] : []),
	];
}
