import {basename} from 'node:path';
import {Failure} from '../failure.ts';
import type {Context} from '../run/context.ts';
import type {Environment} from '../system/environment.ts';
import {openGit} from '../worktree/git.ts';
import {runProgram} from './program.ts';
import {stylerOf} from './styles.ts';
import {line, type Tone} from './text/line.ts';
import type {Looks} from './theme.ts';

export type PagerWorld = {
	env: Environment;
	/** The colors of the app; null without color. */
	looks: Looks | null;
	/** Milliseconds. */
	now: () => number;
	/** Writes to the terminal. */
	write: (text: string) => void;
	/** The process, which tells when its job continues after a stop; absent in text mode. */
	app?: NodeJS.Process;
};

/** What git sets for pagers if it is not set. */
const usual = {LESS: 'FRX', LV: '-c'} as const;

/** A program that ends within this time, in milliseconds, has not waited for the user, who would see nothing of it. */
const leastMs = 1000;

/**
 * Shows a unified diff in a pager, which is a shell command line. The terminal must be free.
 * @throws {Failure} `no-pager`, `pager-failed`
 */
export async function showInPager(diff: string, command: string, world: PagerWorld): Promise<void> {
	const {env, looks, now, write, app} = world;
	const begun = now();
	const text = looks && showsColors(command, env) ? inColor(diff, looks) : diff;
	const code = await runProgram('/bin/sh', ['-c', command], {...usual, ...env}, text);
	if (code !== 0) throw pagerFailure(command, code);
	if (now() - begun >= leastMs) return;
	const ask = () => write('\nPress Enter to return to pr-resolve. ');
	ask();
	// A key that stops the job takes back what the terminal has not shown yet.
	app?.on('SIGCONT', ask);
	await runProgram('/bin/sh', ['-c', 'read -r _'], env).finally(() => app?.off('SIGCONT', ask));
}

/** Codes of a shell that could not find or start a program. */
const notStartedCodes: readonly unknown[] = [126, 127];

function pagerFailure(command: string, code: number | string): Failure {
	const isStarted = !notStartedCodes.includes(code);
	return new Failure(
		'failed',
		isStarted ? 'pager-failed' : 'no-pager',
		`The pager (${command}) ${isStarted ? `exited with ${code}` : 'could not be started'}.`,
		'Set GIT_PAGER to another program.',
	);
}

/** Whether it is less with an option for colors. Others, such as delta, read a plain diff. */
function showsColors(command: string, {LESS = usual.LESS}: Environment): boolean {
	const [program = '', ...options] = command.split(/\s+/);
	const isForColor = (option: string) => /^--raw-control-chars$|^(?!--).*r/i.test(option);
	return basename(program) === 'less' && [...LESS.split(/\s+/), ...options].some(isForColor);
}

const toneOfSign: Readonly<Record<string, Tone>> = {'@': 'accent', '+': 'added', '-': 'removed'};

/** Like the diffs of git, in the colors of the theme. */
function inColor(diff: string, looks: Looks): string {
	const styled = stylerOf(looks, true);
	let isHead = false;
	const painted = diff.split('\n').map(text => {
		isHead = text.startsWith('diff --git ') || (isHead && !text.startsWith('@'));
		return styled(line(text, isHead ? 'strong' : (toneOfSign[text[0] ?? ''] ?? 'plain')));
	});
	return painted.join('\n');
}

/**
 * The command line of the user's pager for diffs, as git finds it. The repository's own configuration does not count: it
 * could start any program.
 */
export async function pagerCommand({cwd, env, signal}: Pick<Context, 'cwd' | 'env' | 'signal'>): Promise<string> {
	if (env.GIT_PAGER !== undefined) return env.GIT_PAGER || 'cat';
	const git = openGit({cwd, env, signal, offline: true});
	const configured = async (key: string): Promise<string | null> => {
		for (const scope of ['--global', '--system']) {
			const {code, stdout} = await git.run(['config', scope, '--includes', '--get', key]);
			if (code === 0) return stdout.toString().trim();
		}
		return null;
	};
	const forDiffs = await configured('pager.diff');
	if (forDiffs !== null && !isSwitch(forDiffs)) return forDiffs;
	return ((await configured('core.pager')) ?? env.PAGER ?? 'less -R') || 'cat';
}

/** Whether git reads a value of `pager.<command>` as "page its output or not", which names no program. */
const isSwitch = (value: string) => /^(?:true|yes|on|false|no|off|[-+]?\d+[kmg]?)?$/i.test(value);
