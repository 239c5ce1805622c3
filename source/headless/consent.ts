import type {FoundPull} from '../code-host/lists.ts';
import type {DeliveryRequest} from '../delivery/request.ts';
import {wishes, wishNames} from '../delivery/steps/table.ts';
import {Failure} from '../failure.ts';
import type {FleetEntry} from '../run/fleet/fleet-entry.ts';
import type {FleetTaking} from '../run/fleet/take-fleet.ts';
import type {RoundRequest} from '../run/round/round-site.ts';
import type {WatchRequest} from '../run/watch/watching.ts';
import {aliasOf} from '../settings/providers.ts';
import {escapeControls} from '../text/escape-controls.ts';
import {elapsed, money} from '../text/figures.ts';
import {count} from '../text/sentences.ts';
import {confirm, wroteNothing} from './prompt.ts';
import {type Terminal, writeLine} from './terminal.ts';

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

/** Shows the lines and asks; says what came of a no. */
async function confirmStart(lines: readonly string[], terminal: Terminal, signal: AbortSignal): Promise<boolean> {
	for (const line of lines) writeLine(line, terminal);
	const isConfirmed = await confirm('Start?', terminal, signal);
	if (!isConfirmed) terminal.stderr.write(`${wroteNothing}\n`);
	return isConfirmed;
}

/** What leaves the machine in a run, one line each. */
function outwardSteps({request, delivery}: RoundRequest, hasTree: boolean): string[] {
	const model = request.model?.settings;
	const asking = model?.llmProvider
		? [`send comments to ${aliasOf(model.llmProvider)}, for up to ${money(model.costBudget)}`]
		: [];
	return [...asking, ...stepsOf(delivery, hasTree)];
}

/** What follows the writing, one line each. */
function stepsOf(delivery: DeliveryRequest | null, hasTree: boolean): string[] {
	if (!delivery) return [];
	const {verify, hooks, commit, push, publish} = delivery;
	return [
		...(verify ? [`run "${verify.command}"`] : []),
		...(hooks ? ['run the hooks of git'] : []),
		...(push
			? [hasTree ? 'commit, and push to the pull request' : 'commit changes on the branch of the pull request']
			: commit
				? ['commit']
				: []),
		...(publish ? wishNames.flatMap(name => (publish[name] ? (wishes[name].announced?.(publish) ?? []) : [])) : []),
	];
}

/** Names how many pull requests there are and what may leave the machine, and asks once. */
export function confirmFleet(
	pulls: readonly FoundPull[],
	{round, isResumed}: {round: RoundRequest; isResumed: boolean},
	terminal: Terminal,
	signal: AbortSignal,
): Promise<boolean> {
	const repositories = new Set(pulls.map(({host, owner, name}) => `${host}/${owner}/${name}`.toLowerCase())).size;
	const where = `${count(pulls.length, 'pull request')} in ${count(repositories, 'repository', 'repositories')}`;
	const steps = outwardSteps(round, false).map(step => `- ${step}`);
	const what = isResumed ? `This resumes ${where}, and skips what is done.` : `This applies ${where}.`;
	return confirmStart([`${what} Without asking again it may, in each:`, ...steps], terminal, signal);
}

/** Names how much is to be undone, and asks once. @param since in milliseconds since the epoch */
export function confirmFleetUndo(
	{entries}: FleetTaking,
	since: number,
	terminal: Terminal,
	signal: AbortSignal,
): Promise<boolean> {
	const undone = entries.filter(entry => entry.undone.length > 0);
	const sum = (of: (entry: FleetEntry) => number) => undone.reduce((all, one) => all + of(one), 0);
	const [runs, commits, replies] = [
		sum(one => one.undone.length),
		sum(one => one.commits.length),
		sum(one => one.replies),
	];
	const where = `${count(runs, 'run')} with ${count(commits, 'commit')} on ${count(undone.length, 'open pull request')}`;
	const lines = [
		`This undoes what your runs pushed since ${new Date(since).toISOString()}: ${where}.`,
		`Without asking again it reverts each run by a commit, corrects ${count(replies, 'reply', 'replies')}, and unresolves their threads.`,
	];
	return confirmStart(lines, terminal, signal);
}

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
		if (await confirm(question, terminal, signal)) return;
	}
	throw new Failure(
		'usage',
		'untrusted-code',
		`${flag} would run ${whose}. Nothing was applied.`,
		'Look at the pull request first. To run its code all the same, pass --trust-code.',
	);
}
