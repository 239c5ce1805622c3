import type {Random} from '../random.ts';
import {addAnswer, changeAnswer} from './answers.ts';
import {changeHook} from './hook.ts';
import {pushByOther, review} from './others.ts';
import {type Scene, snapshot} from './scene.ts';
import {edit, startOver, synchronize} from './user.ts';

/** What happens beside the program; each is as likely as the others. */
export const elsewhere: readonly ((scene: Scene) => string)[] = [
	...[review, review, review, review, review, addAnswer, addAnswer, addAnswer, changeAnswer],
	...[changeHook, pushByOther, edit, synchronize, synchronize, synchronize, synchronize, startOver],
];

/** What others do while a command runs. */
export const meanwhile: readonly ((scene: Scene) => string)[] = [addAnswer, addAnswer, pushByOther];

/** What follows after applying. */
export const steps: readonly (readonly string[])[] = [
	[],
	['--commit'],
	['--push'],
	...[['--publish'], ['--publish'], ['--publish'], ['--publish'], ['--publish']],
	['--reply', '--resolve-threads'],
	['--commit', '--reply', '--resolve-threads'],
];

type Extra = {
	flags: readonly [string, ...string[]];
	/** How often it is given. */
	share: number;
	/** To which steps. */
	goesWith: RegExp;
	/** Only where a hook reformats; at most one of these is given. */
	isForHook?: true;
	/** What the user says with it of all changes. */
	takes?: 'answered' | 'declined';
};

const any = /^/;

/** Those that the built program does not have are never given. */
export const extras: readonly Extra[] = [
	{flags: ['--resolve-people'], share: 0.2, goesWith: /--(?:publish|reply)/},
	{flags: ['--hooks=accept'], share: 0.6, goesWith: /--(?:commit|push|publish)/, isForHook: true},
	{flags: ['--hooks'], share: 0.1, goesWith: /--(?:commit|push|publish)/, isForHook: true},
	{flags: ['--react'], share: 0.1, goesWith: any},
	{flags: ['--set', 'split=finding'], share: 0.1, goesWith: /--(?:commit|push|publish)/},
	{flags: ['--over-objections'], share: 0.1, goesWith: any, takes: 'answered'},
	{flags: ['--reconsider'], share: 0.1, goesWith: any, takes: 'declined'},
];

/** The second changes a tracked file, as tests with snapshots do. */
export const verifications = {
	plain: '! grep -rq broken src lib',
	snapshot: `cp src/alpha.txt ${snapshot} && ! grep -rq broken src lib`,
};

/** The kind of a command. After one that was killed, most finish it or take it back. */
export function kindOf(random: Random, isInterrupted: boolean): 'continue' | 'undo' | 'undo --publish' | 'apply' {
	const [proceed, undo, revert] = isInterrupted ? [0.6, 0.1, 0.1] : [0.05, 0.07, 0.1];
	const at = random.next();
	if (at < proceed!) return 'continue';
	if (at < proceed! + undo!) return 'undo';
	return at < proceed! + undo! + revert! ? 'undo --publish' : 'apply';
}
