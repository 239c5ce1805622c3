import {describe} from '../closing/finish.ts';
import {type RunEnd, runUntil} from '../closing/run-until.ts';
import type {Program} from '../review-of-files.ts';
import type {Command} from './command.ts';
import {hookEnd} from './hook.ts';
import {letAct} from './interference.ts';
import {strangeChanges} from './lost-bytes.ts';
import {judgePushes} from './pushes.ts';
import {doubledReplies, faultOfReply} from './replies.ts';
import {noteRuns, notReturned, type Runs} from './runs.ts';
import {headOf, type Scene} from './scene.ts';
import {deleteLocks, restoreSnapshot} from './user.ts';
import {type Versions, versionsOf} from './versions.ts';

export const kinds = ['false', 'doubled', 'lost', 'held-back', 'crash'] as const;

/** Something that must not be. */
export type Fault = {kind: (typeof kinds)[number]; text: string};

/** What a command did; `said` is for people. */
export type Turn = {
	said: string;
	faults: Fault[];
	replies: number;
	/** Those of the replies that say that a hook reformatted a change. */
	reformatted: number;
	commits: number;
	kills: number;
};

/** Runs a command and judges all that it did, against git and the host. */
export async function takeTurn(scene: Scene, program: Program, command: Command, runs: Runs): Promise<Turn> {
	const {args, death, interference, decisions, declined} = command;
	const from = headOf(scene);
	const before = versionsOf(scene, from);
	beginCommand(scene);
	const end = letAct(scene, interference);
	const env = {...scene.env, CLOCK_AHEAD_MS: String(scene.clock.aheadMs)};
	const ended = await runUntil(death, {...scene, env}, program, args);
	await hookEnd(scene);
	const meanwhile = end();
	deleteLocks(scene);
	restoreSnapshot(scene);
	learn(scene, ended);
	const isKilled = ended.code === null;
	scene.isInterrupted = isKilled;
	const at = isKilled && death && 'at' in death ? ` at effect ${death.at}` : '';
	const happened = [args.join(' ').replaceAll(`${scene.folder}/`, ''), ...decisions, ...meanwhile];
	const said = `${happened.join(', ')}: ${describe(ended)}${at}`;
	const to = headOf(scene);
	const after = versionsOf(scene, to);
	const pushed = judgePushes(scene, {from, to});
	noteRuns(runs, scene, before, after);
	const undone = args[0] === 'undo' && ended.code === 0 ? ended.json?.run?.id : undefined;
	const texts: Readonly<Record<Fault['kind'], readonly string[]>> = {
		false: scene.written.flatMap(one => faultOfReply(scene, one) ?? []),
		doubled: [...pushed.doubled, ...doubledReplies(scene)],
		lost: [...pushed.lost, ...lostHere(scene, before, after), ...notReturned(runs, undone, before, after)],
		'held-back': pushed.heldBack,
		crash: isKilled || (ended.json && ended.json.error?.code !== 'unexpected') ? [] : [said],
	};
	// A command that failed has kept no decision.
	if (!isKilled && ended.json && !ended.json.error) for (const change of declined) change.isDeclined = true;
	const faults = kinds.flatMap(kind => texts[kind].map(text => ({kind, text})));
	const reformatted = scene.written.filter(({body}) => body.includes('reformatted by pre-commit')).length;
	const counts = {replies: scene.written.length, reformatted, commits: pushed.commits, kills: isKilled ? 1 : 0};
	return {said, faults, ...counts};
}

/** What was answered before a command has to be known to it, whatever it reads. */
function beginCommand(scene: Scene): void {
	Object.assign(scene, {written: [], readings: []});
	scene.read();
	scene.clock.aheadMs += 3_600_000;
}

const lostHere = ({changes}: Scene, before: Versions, after: Versions): string[] =>
	(['tree', 'index', 'head'] as const).flatMap(place =>
		strangeChanges(before[place], after[place], changes).map(what => `${place}: ${what}`),
	);

/** The ids in a report, for decisions. */
function learn({names}: Scene, {json}: RunEnd): void {
	for (const {source, changes} of json?.findings ?? []) {
		const [change] = changes;
		if (change && source.commentId) names.set(source.commentId, change);
	}
}
