import {PassThrough} from 'node:stream';
import {type Allowance, allowances, nameAllowed} from '../agents/allow.ts';
import type {DeskPlace, DeskRequest, OpenRequest} from '../agents/desk.ts';
import {clientNames} from '../agents/print-config.ts';
import {type ExitCode, exitCodes} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import {choice} from '../settings/kind.ts';
import {escapeControls} from '../text/escape-controls.ts';
import type {CommandSpec, Invocation, Io, Run} from './command.ts';
import {deliveryPresets, noSteps, presetsOnHost} from './delivery-flags.ts';
import {hostExits} from './exit-codes.ts';
import {readFlag} from './flag-value.ts';
import {atHead} from './no-checkout.ts';
import {pullRequestFlags, sourceFlags} from './pull-request.ts';
import {noModel, reviewRequest} from './review-request.ts';
import {usage} from './tokens.ts';

export const spec = {
	positionals: [],
	about:
		'A server of the Model Context Protocol on standard input and output, which a coding agent starts. It reads and writes the clone that it is started in. See docs/agents.md.',
	everyday: ['allow', 'verify', 'repo', 'from', 'printConfig', 'set'],
	flags: {
		repo: {
			...pullRequestFlags.repo,
			help: 'read this repository on GitHub instead, owner/name or URL; it writes nothing',
		},
		from: {...sourceFlags.from, help: 'read this recording instead; it publishes nothing'},
		allow: {
			group: 'publish',
			isRepeated: true,
			placeholder: '<steps>',
			help: `let the agent publish: ${allowances.join(', ')} (default: nothing)`,
		},
		printConfig: {
			group: 'output',
			placeholder: '<client>',
			help: `print how to add the server to a client: ${clientNames.join(', ')}`,
		},
	},
	exits: {...hostExits, 0: 'the client has closed the connection'},
	examples: [
		{line: 'pr-resolve mcp --print-config claude', help: 'show how to add it to Claude Code'},
		{line: 'pr-resolve mcp', help: 'run it for the pull request of the current branch'},
		{line: 'pr-resolve mcp --allow commit,push,reply,resolve', help: 'let the agent publish its work'},
	],
} as const satisfies CommandSpec;

type McpInvocation = Invocation<typeof spec.flags>;

export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const {printConfig, from, repo} = invocation.flags;
	if (printConfig !== null) {
		const {printConfigOf} = await import('../agents/print-config.ts');
		io.stdout.write(
			printConfigOf(readFlag('mcp', invocation.flags, 'printConfig', choice('<client>', clientNames), 'claude')),
		);
		return exitCodes.done;
	}
	const allowed = new Set(readFlag('mcp', invocation.flags, 'allow', allowancesKind, []));
	if (repo !== null && from !== null) throw contradict('--repo and --from');
	const place: DeskPlace = repo !== null ? 'host' : from !== null ? 'recording' : 'worktree';
	if (allowed.size > 0 && place !== 'worktree') throw contradict(`--allow and ${repo === null ? '--from' : '--repo'}`);
	return serve(place, allowed, invocation, io);
};

/** Words separated by commas, in one flag or several. */
const allowancesKind = {
	accepted: allowances.join(', '),
	read(raw: unknown): Allowance[] | undefined {
		const given = [raw].flat().flatMap(each => `${each}`.split(',').map(word => word.trim()));
		const known = allowances.filter(each => given.includes(each));
		return given.every(word => (allowances as readonly string[]).includes(word)) ? known : undefined;
	},
};

async function serve(
	place: DeskPlace,
	allowed: ReadonlySet<Allowance>,
	invocation: McpInvocation,
	io: Io & Context,
): Promise<ExitCode> {
	const [{openDesk}, {serveAgent}] = await Promise.all([import('../agents/desk.ts'), import('../agents/server.ts')]);
	const where = {worktree: io.cwd, host: invocation.flags.repo ?? '', recording: invocation.flags.from ?? ''}[place];
	io.stderr.write(
		`pr-resolve mcp: serves ${escapeControls(where)}; what may leave the machine: ${nameAllowed(allowed)}\n`,
	);
	const desk = openDesk({place, allowed, open: openerOf(place, invocation, io)}, io);
	const [stdin, stdout] = [new PassThrough(), new PassThrough()];
	io.stdin.pipe(stdin);
	stdout.pipe(io.stdout, {end: false});
	const fault = await serveAgent(desk, {stdin, stdout, version: io.version});
	io.signal.throwIfAborted();
	if (fault === null) return exitCodes.done;
	io.stderr.write(`pr-resolve mcp: the connection is closed: ${escapeControls(fault)}\n`);
	return exitCodes.usage;
}

function openerOf(place: DeskPlace, invocation: McpInvocation, io: Io & Context): OpenRequest {
	if (place !== 'host') return async (number, work) => work({...requestOf(number, invocation), repository: null});
	return async (number, work, context) => {
		const pr = number === null ? null : `${number}`;
		const given = {...invocation, flags: {...invocation.flags, pr, owner: null, noCheckout: true}};
		await atHead('mcp', given, {...io, ...context}, async ({settings}, {source, repository}) => {
			const {request, ...same} = requestOf(number, {...invocation, settings});
			await work({...same, request: {...request, source}, repository});
			return exitCodes.done;
		});
	};
}

/** Models are off: the agent is the model. @param number of the pull request; null: that of the branch */
function requestOf(number: number | null, {flags, settings}: McpInvocation): Omit<DeskRequest, 'repository'> {
	const {repo, from} = flags;
	const pr = number === null ? null : `${number}`;
	const given = {...noModel, json: false, pr, repo, owner: null, from, decisions: null};
	const {request, policy} = reviewRequest('mcp', {flags: given, settings});
	const presets = (repo === null ? deliveryPresets : presetsOnHost)(noSteps(from), settings);
	return {request, policy, presets};
}

const contradict = (what: string) =>
	usage('mcp', 'bad-flags', `${what} cannot be combined.`, 'Remove one of them: only a clone is published from.');
