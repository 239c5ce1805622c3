import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {usualKeys} from '../../source/tui/app/keymap.ts';
import {stylist} from '../../source/tui/paint/stylist.ts';
import {keymap} from '../../source/tui/review/keymap.ts';
import {reviewFrame} from '../../source/tui/review/screen-frame.ts';
import {initialReview} from '../../source/tui/review/state.ts';
import {symbolsFor, usualLooks} from '../../source/tui/theme.ts';
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
	// 150 ms on a machine where an idle Node takes 27.
	bound: 5.56,
	meaning: 'How long the terminal stays empty: from the start of the program to its first frame.',
};
const answering: Figure = {
	name: 'until the app reacts to keys vs. node -e 0',
	unit: 'x',
	bound: null,
	meaning: 'Ink loads after the first frame; keys typed before are queued.',
};
const besideBare: Figure = {
	name: 'until the app reacts to keys vs. a bare Ink app that draws the same frame',
	unit: 'x',
	bound: 1.2,
	meaning:
		'What the app adds to Ink and React before the first key. The other app only draws these lines; both have their code cached.',
};

export const startFigures = [frame, answering, besideBare];

/** The environment of a user's terminal: colors, and a known name. */
export function inTerminal({NO_COLOR: _, ...env}: Environment): Environment {
	return {...env, TERM: 'xterm-256color', FORCE_COLOR: '1'};
}

/** Bracketed paste: Ink turns it on when it reads keys. */
const listens = '\x1b[?2004h';

/**
 * Time from the start of the built program to its first frame and to its first key, compared with an idle Node and a bare
 * app. Warm-up rounds quit it as a user does, so that Node saves its compile cache.
 */
export async function measureStarts(
	{node, now, folder, ...machine}: Machine,
	bareApp: string,
	cwd: string,
	recording: string,
): Promise<Measured[]> {
	const where = {cwd, env: inTerminal(machine.env), size: screenSize};
	const cli = machine.cli();
	const lines = join(folder, 'first-lines');
	writeFileSync(lines, firstLines());
	const times = {shown: [] as number[], takesKeys: [] as number[], nothing: [] as number[], bare: [] as number[]};
	const timeBare = async (isLeft: boolean) => {
		const start = now();
		const env = {...where.env, NODE_COMPILE_CACHE: join(folder, 'compiled')};
		const app = new InPty(node, [bareApp, lines], {...where, env});
		await app.wrote(listens);
		const takesKeys = now() - start;
		if (isLeft) await app.leave('q');
		else await app.kill();
		return takesKeys;
	};
	const timeApp = async (isLeft: boolean) => {
		const start = now();
		const app = new InPty(node, [cli, 'review', '--from', recording], where);
		await app.wrote('pr-resolve');
		const shown = now() - start;
		await app.wrote(listens);
		const takesKeys = now() - start;
		if (isLeft) await app.leave('q');
		else await app.kill();
		return {shown, takesKeys};
	};
	const timeNothing = async () => {
		const start = now();
		await new InPty(node, ['-e', '0'], where).ended;
		return now() - start;
	};
	for (let round = -starts.warmUp; round < starts.runs; round++) {
		const isLeft = round < 0;
		const [{shown, takesKeys}, bare, nothing] = [await timeApp(isLeft), await timeBare(isLeft), await timeNothing()];
		if (round < 0) continue;
		times.shown.push(shown);
		times.takesKeys.push(takesKeys);
		times.bare.push(bare);
		times.nothing.push(nothing);
	}
	const compare = (figure: Figure, app: readonly number[], other: readonly number[]): Measured => ({
		figure,
		of: '',
		value: median(app) / median(other),
		detail: `${ms(median(app))} / ${ms(median(other))}, medians of ${starts.runs}`,
	});
	return [
		compare(frame, times.shown, times.nothing),
		compare(answering, times.takesKeys, times.nothing),
		compare(besideBare, times.takesKeys, times.bare),
	];
}

/** The lines of the app's first frame. */
function firstLines(): string {
	const {rows} = reviewFrame(initialReview(screenSize, symbolsFor(true), usualKeys(keymap)), null);
	return rows.map(stylist(usualLooks)).join('\n');
}
