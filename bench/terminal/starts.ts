import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Machine} from '../benchmark.ts';
import {type Figure, type Measured, ms} from '../figure.ts';
import type {Environment} from '../isolation.ts';
import {median} from '../timing.ts';
import {InPty} from './in-pty.ts';

export const screenSize = {columns: 120, rows: 40};
const starts = {runs: 21, warmUp: 3};

const frame: Figure = {
	name: 'first frame of the app vs. node -e 0',
	unit: 'x',
	bound: 7.5,
	meaning: 'How long the terminal stays empty: from the start of the program to its first frame.',
};
const frameBesideBare: Figure = {
	name: 'first frame of the app vs. that of a bare Ink app that draws the same lines',
	unit: 'x',
	bound: 1.45,
	meaning: 'What the app adds to Ink and React before its first frame. Both have their code cached.',
};
const besideBare: Figure = {
	name: 'until the app reacts to keys vs. a bare Ink app that draws the same lines',
	unit: 'x',
	bound: 1.45,
	meaning: 'What the app adds to Ink and React before the first key; keys typed before are queued.',
};

export const startFigures = [frame, frameBesideBare, besideBare];

/** The environment of a user's terminal: colors, and a known name. */
export function inTerminal({NO_COLOR: _, ...env}: Environment): Environment {
	return {...env, TERM: 'xterm-256color', FORCE_COLOR: '1'};
}

/** Bracketed paste: Ink turns it on when it reads keys. */
const listens = '\x1b[?2004h';

/**
 * Time from the start of the built program to its first frame and to its first key, compared with an idle Node and a bare
 * app that draws the same lines. Warm-up rounds quit it as a user does, so that Node saves its compile cache.
 */
export async function measureStarts(
	{node, now, folder, ...machine}: Machine,
	bare: {program: string; lines: string},
	cwd: string,
	recording: string,
): Promise<Measured[]> {
	const where = {cwd, env: inTerminal(machine.env), size: screenSize};
	const cli = machine.cli();
	const lines = join(folder, 'first-lines');
	writeFileSync(lines, bare.lines);
	const app = {shown: [] as number[], takesKeys: [] as number[]};
	const other = {shown: [] as number[], takesKeys: [] as number[]};
	const idle: number[] = [];
	const timeStart = async (args: readonly string[], env: Environment, isLeft: boolean) => {
		const start = now();
		const started = new InPty(node, args, {...where, env});
		await started.wrote('pr-resolve');
		const shown = now() - start;
		await started.wrote(listens);
		const takesKeys = now() - start;
		if (isLeft) await started.leave('q');
		else await started.kill();
		return {shown, takesKeys};
	};
	const bareEnv = {...where.env, NODE_COMPILE_CACHE: join(folder, 'compiled')};
	const timeNothing = async () => {
		const start = now();
		await new InPty(node, ['-e', '0'], where).ended;
		return now() - start;
	};
	for (let round = -starts.warmUp; round < starts.runs; round++) {
		const isLeft = round < 0;
		const appTimes = await timeStart([cli, 'review', '--from', recording], where.env, isLeft);
		const bareTimes = await timeStart([bare.program, lines], bareEnv, isLeft);
		const nothing = await timeNothing();
		if (round < 0) continue;
		app.shown.push(appTimes.shown);
		app.takesKeys.push(appTimes.takesKeys);
		other.shown.push(bareTimes.shown);
		other.takesKeys.push(bareTimes.takesKeys);
		idle.push(nothing);
	}
	const compare = (figure: Figure, ours: readonly number[], theirs: readonly number[]): Measured => ({
		figure,
		of: '',
		value: median(ours) / median(theirs),
		detail: `${ms(median(ours))} / ${ms(median(theirs))}, medians of ${starts.runs}`,
	});
	return [
		compare(frame, app.shown, idle),
		compare(frameBesideBare, app.shown, other.shown),
		compare(besideBare, app.takesKeys, other.takesKeys),
	];
}
