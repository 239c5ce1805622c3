import {describeMark, reasonGiven, runMark} from '../agents/mark-finding.ts';
import {writeJson} from '../headless/json.ts';
import {markKinds} from '../run/decisions/marks.ts';
import {openWorktree} from '../run/worktree.ts';
import type {CommandSpec, Run} from './command.ts';
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
	everyday: ['reason', 'pr', 'from', 'json'],
	flags: {
		...pullRequestFlags,
		from: sourceFlags.from,
		reason: {
			group: 'changes',
			type: 'text',
			placeholder: '<text>',
			help: 'set the reason, in a sentence; an agent needs one to decline',
		},
		...jsonFlag,
	},
	exits: {...hostExits, 0: 'kept', 3: 'kept as a proposal to decline it, which a person decides'},
	examples: [
		{line: 'pr-resolve mark f1a2b3 fixed', help: 'record that your own edit fixed it'},
		{line: 'pr-resolve mark f1a2b3 declined --reason=intended', help: 'record that you declined it'},
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
	const report = await runMark(id, {as, reason, by}, {request, repository: await openWorktree(io)}, io);
	const {stdout} = terminalOf(invocation, io);
	if (flags.json) writeJson(report, stdout);
	else stdout.write(`${describeMark(report)}\n`);
	return report.exitCode;
};
