import {type Always, describeMark, reasonGiven, runMark} from '../agents/mark-finding.ts';
import {Failure} from '../failure.ts';
import {writeJson} from '../headless/json.ts';
import {confirm} from '../headless/prompt.ts';
import type {Terminal} from '../headless/terminal.ts';
import type {Context} from '../run/context.ts';
import {markKinds} from '../run/decisions/marks.ts';
import {describeTrial} from '../run/memory/decline-for-good.ts';
import {readWords} from '../run/memory/new-entry.ts';
import {openWorktree} from '../run/worktree.ts';
import {escapeLines} from '../text/escape-controls.ts';
import type {CommandSpec, Invocation, Run} from './command.ts';
import {hostExits} from './exit-codes.ts';
import {jsonFlag} from './flags.ts';
import {pullRequestFlags, sourceFlags} from './pull-request.ts';
import {noModel, reviewRequest} from './review-request.ts';
import {terminalOf} from './terminal.ts';
import {usage} from './tokens.ts';

const marks = [...markKinds, 'open'] as const;

export const spec = {
	positionals: [
		{name: 'id', help: 'id of a finding, as `pr-resolve analyze --format agent` shows it'},
		{name: 'mark', help: `${marks.join(', ')}; open removes a mark`},
	],
	about:
		'Keeps what you did or decided about a finding, for later runs in this clone. Without a terminal it counts as a coding agent, which cannot decline what people wrote or answered, severe or security findings, and changes no decision of yours.',
	everyday: ['reason', 'always', 'match', 'pr', 'from', 'json'],
	flags: {
		...pullRequestFlags,
		from: sourceFlags.from,
		reason: {
			group: 'changes',
			placeholder: '<text>',
			help: 'set the reason, in a sentence; an agent needs one to decline',
		},
		always: {group: 'changes', help: 'decline such findings for good, in every pull request of your team'},
		match: {group: 'changes', placeholder: '<words>', help: 'set 2 to 5 words of the titles to decline'},
		...jsonFlag,
	},
	exits: {...hostExits, 0: 'kept', 3: 'kept as a proposal to a person, or you answered no'},
	examples: [
		{line: 'pr-resolve mark f1a2b3 fixed', help: 'record that your own edit fixed it'},
		{line: 'pr-resolve mark f1a2b3 declined --reason=intended', help: 'record that you declined it'},
		{
			line: 'pr-resolve mark f1a2b3 declined --always --match=t.Run,subtests',
			help: 'decline such findings for good',
		},
		{line: 'pr-resolve mark f1a2b3 open', help: 'undo the mark'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const [id, word] = invocation.positionals;
	const as = marks.find(each => each === word);
	if (!id || !as) {
		const message = word && !as ? `There is no mark "${word}".` : 'mark needs an id and a mark.';
		throw usage('mark', word && !as ? 'bad-value' : 'missing-value', message, `Expected: <id> ${marks.join('|')}.`);
	}
	const {flags, settings} = invocation;
	const {request} = reviewRequest('mark', {flags: {...flags, ...noModel, decisions: null}, settings});
	const by = invocation.interactive ? 'person' : 'agent';
	const reason = reasonGiven(flags.reason);
	const terminal = terminalOf(invocation, io);
	const always = alwaysBy(as, invocation, terminal, io);
	const report = await runMark(id, {as, reason, by}, {request, repository: await openWorktree(io), always}, io);
	const {stdout, stderr} = terminal;
	if (report.as === null) stderr.write('Nothing was kept.\n');
	if (flags.json) writeJson(report, stdout);
	else if (report.as !== null) stdout.write(`${describeMark(report)}\n`);
	return report.exitCode;
};

/** @throws {Failure} usage `bad-flags`, `needs-terminal` */
function alwaysBy(
	as: (typeof marks)[number],
	{flags, interactive}: Invocation<typeof spec.flags>,
	terminal: Terminal,
	{signal}: Context,
): Always | null {
	if (!flags.always) {
		if (flags.match === null) return null;
		throw new Failure(
			'usage',
			'bad-flags',
			'--match has no effect without --always.',
			'Add --always, or remove --match.',
		);
	}
	if (as !== 'declined') {
		const message = `--always cannot be combined with ${as}: only what is declined is declined for good.`;
		throw new Failure('usage', 'bad-flags', message, 'Remove --always, or pass declined.');
	}
	if (!interactive) {
		const message = 'Only a person in a terminal declines something for good.';
		throw new Failure('usage', 'needs-terminal', message, 'Run the command in a terminal, without --no-input.');
	}
	return {
		words: readWords(flags.match ?? ''),
		agrees: (entry, trial) => {
			terminal.stderr.write(escapeLines(`${describeTrial(entry, trial).join('\n')}\n`));
			return confirm('Write it?', terminal, signal);
		},
	};
}
