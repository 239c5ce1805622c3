import {spawn} from 'node:child_process';
import {appendFileSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {type Act, type Case, type CaseName, type ProgramName, said} from './case.ts';
import {actAsClaude, claudeProbe, claudeProfile, claudeStatus, claudeVersion} from './claude.ts';
import {actAsCodex, codexProbe, codexProfile, codexStatus, codexVersion} from './codex.ts';
import {actAsCopilot, copilotProbe, copilotProfile, copilotVersion} from './copilot.ts';
import {type Profile, type StartKind, violations} from './profile.ts';

type ProgramCall = {args: readonly string[]; answer: unknown; prompt: string};

type Player = {
	profile: Profile;
	version: (name: CaseName) => string;
	probe: (name: CaseName) => Act;
	status?: (name: CaseName) => Act;
	act: (name: CaseName, asked: ProgramCall) => Act;
};

const programs: Record<ProgramName, Player> = {
	claude: {profile: claudeProfile, version: claudeVersion, probe: claudeProbe, status: claudeStatus, act: actAsClaude},
	codex: {profile: codexProfile, version: codexVersion, probe: codexProbe, status: codexStatus, act: actAsCodex},
	copilot: {profile: copilotProfile, version: copilotVersion, probe: copilotProbe, act: actAsCopilot},
};

/** Exit code of a start that is not in the safe profile. */
const unsafe = 97;

/** Is the program: looks at how it was started, notes it, and does what the case says. */
export async function standIn(name: ProgramName, folder: string): Promise<void> {
	const {profile, version, probe, status, act} = programs[name];
	const args = process.argv.slice(2);
	const input = await readInput();
	const kind = kindOf(profile, args, input);
	const chosen = caseOf(folder, name, kind === 'request');
	const start = {args, env: process.env, cwd: process.cwd(), input, pid: process.pid};
	const faults = violations(profile, start, kind);
	const note = {
		program: name,
		kind,
		case: chosen.name,
		args,
		env: {...process.env},
		cwd: start.cwd,
		home: homeOf(process.env),
		prompt: input,
		faults,
	};
	appendFileSync(join(folder, 'calls'), `${JSON.stringify({...note, pid: process.pid})}\n`);
	if (faults.length > 0) return perform(said('', `not in the safe profile: ${faults.join('; ')}\n`, unsafe), folder);
	if (kind === 'version') return perform(said(version(chosen.name)), folder);
	if (kind === 'probe') return perform(probe(chosen.name), folder);
	if (kind === 'status') return perform(status!(chosen.name), folder);
	if (chosen.renewedLogin !== undefined) renewLogin(process.env.CODEX_HOME!, chosen.renewedLogin);
	const answer = chosen.answers.find(({when}) => input.includes(when))?.answer ?? chosen.answer;
	return perform(act(chosen.name, {args, answer, prompt: input}), folder);
}

function kindOf({status, probe}: Profile, args: readonly string[], input: string): StartKind {
	if (args.join(' ') === '--version') return 'version';
	if (status !== null && args.join(' ') === status.join(' ')) return 'status';
	return input === probe ? 'probe' : 'request';
}

function renewLogin(home: string, login: string): void {
	const file = join(home, 'auth.json.new');
	writeFileSync(file, login);
	renameSync(file, join(home, 'auth.json'));
}

function homeOf({CODEX_HOME, COPILOT_HOME}: NodeJS.ProcessEnv): Record<string, string> {
	const home = CODEX_HOME ?? COPILOT_HOME;
	if (home === undefined || !existsSync(home)) return {};
	const files = readdirSync(home, {withFileTypes: true}).filter(entry => !entry.isDirectory());
	return Object.fromEntries(files.map(({name}) => [name, readFileSync(join(home, name), 'utf8')]));
}

async function readInput(): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}

/** The case at hand; a request uses it up where another one follows. */
function caseOf(folder: string, name: ProgramName, isRequest: boolean): Case {
	const cases = JSON.parse(readFileSync(join(folder, `${name}.cases`), 'utf8')) as Case[];
	for (let turn = 0; turn < cases.length - 1; turn += 1) {
		const mark = join(folder, `${name}.turn-${turn}`);
		try {
			if (isRequest) writeFileSync(mark, '', {flag: 'wx'});
			else readFileSync(mark);
			if (isRequest) return cases[turn]!;
		} catch {
			if (!isRequest) return cases[turn]!;
		}
	}
	return cases.at(-1)!;
}

async function perform({stdout, stderr, exit, usage, after, last = ''}: Act, folder: string): Promise<void> {
	const args = process.argv;
	if (usage !== undefined) writeFileSync(args[args.indexOf('--usage-output-file') + 1]!, usage);
	await write(process.stderr, stderr);
	await write(process.stdout, stdout);
	process.exitCode = exit;
	switch (after) {
		case 'crash':
			process.kill(process.pid, 'SIGSEGV');
			return stay();
		case 'hang':
			process.on('SIGTERM', () => {});
			startChild(folder, 'ignore');
			return stay();
		case 'wait':
			process.on('SIGTERM', () => void write(process.stdout, last).then(() => process.exit(1)));
			return stay();
		case 'leave-child':
			return startChild(folder, 'ignore');
		case 'repeat':
			setInterval(() => process.stdout.write(stdout.split('\n').at(-2)!.concat('\n')), 20);
			return stay();
		case 'flood':
		case 'flood-stderr': {
			const block = `${'x'.repeat(65_535)}\n`;
			for (;;) await write(after === 'flood' ? process.stdout : process.stderr, block);
		}
	}
}

const write = (stream: NodeJS.WriteStream, text: string) =>
	new Promise<void>(resolve => {
		stream.write(text, () => resolve());
	});

const stay = () => new Promise<never>(() => setInterval(() => {}, 60_000));

/** A child that ignores the signal to end. */
function startChild(folder: string, stdio: 'ignore'): void {
	const script = "process.on('SIGTERM', () => {}); setInterval(() => {}, 60_000)";
	const child = spawn(process.execPath, ['-e', script], {stdio, env: {}});
	appendFileSync(join(folder, 'children'), `${child.pid}\n`);
	child.unref();
}
