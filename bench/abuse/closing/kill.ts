import type {Random} from '../random.ts';
import type {Program} from '../review-of-files.ts';
import {differences} from '../reviewed-tree.ts';
import {describe, type Finished, finish} from './finish.ts';
import type {HostedClone} from './hosted-clone.ts';
import {type Death, runUntil} from './run-until.ts';
import {apply, openStages, ownReply, type Scene, scenes} from './stage.ts';
import {isOfCulprit, namesCommits, stateOf} from './state.ts';

/** A run that was killed, and how it was finished. */
export type KilledDelivery = Finished & {
	/** When it was killed, for a person. */
	moment: string;
	/** What is wrong in the end; empty if all is as after an undisturbed run. */
	faults: string[];
	/** Whether `apply --continue` was all that was needed. */
	isContinued: boolean;
};

/** An undisturbed run: what is there before and after it, how many effects it has, and its duration. */
type Whole = {scene: Scene; before: State; after: State; effects: number; ms: number};
type Moment = Exclude<Death, null | {signal: unknown}>;
type State = ReadonlyMap<string, string>;

/**
 * Kills runs that verify, commit, push, reply and resolve: most of them at a random effect on the world, a quarter at a random
 * time. Then it continues them, and repeats the command where nothing, or only a part, had passed the verification.
 */
export async function killDeliveries(count: number, random: Random, program: Program): Promise<KilledDelivery[]> {
	const stages = await openStages(program);
	try {
		const wholes: Whole[] = [];
		// The first of all starts fills caches.
		await undisturbed(scenes[0]!, await stages.set('first', scenes[0]!), program);
		for (const scene of scenes) wholes.push(await undisturbed(scene, await stages.set('whole', scene), program));
		const results: KilledDelivery[] = [];
		for (let number = 0; number < count; number++) {
			const whole = wholes[number % wholes.length]!;
			const stage = await stages.set(`kill-${number}`, whole.scene);
			results.push(await killOne(stage, whole, random, program));
			await stage.close();
		}
		return results;
	} finally {
		await stages.close();
	}
}

async function undisturbed(scene: Scene, stage: HostedClone, program: Program): Promise<Whole> {
	const before = stateOf(stage);
	const start = performance.now();
	const ended = await runUntil(null, stage, program, apply);
	const ms = performance.now() - start;
	const {effects} = ended;
	const after = stateOf(stage);
	if (effects === null || after.get('tree') === before.get('tree'))
		throw new Error(`an undisturbed run ended with ${describe(ended)}`);
	await stage.close();
	const sent = [...after.values()].filter(text => text.includes(ownReply.split('\n')[0]!)).length;
	if (scene.hasReplies && sent === 0) throw new Error('an undisturbed run did not send the replies of the user');
	return {scene, before, after, effects, ms};
}

async function killOne(stage: HostedClone, whole: Whole, random: Random, program: Program): Promise<KilledDelivery> {
	const {scene, after, effects, ms} = whole;
	const death: Moment =
		random.next() < 0.75
			? {at: 1 + random.below(effects), isGroup: random.next() < 0.5}
			: {afterMs: ms * (0.2 + 0.85 * random.next())};
	const moment = [scene.name, momentOf(death, whole)].join(', ');
	const {code} = await runUntil(death, stage, program, apply);
	const finished = await finish(stage, {random, effects, program});
	const left = stateOf(stage);
	const isContinued = differences(after, left).length === 0;
	const faults: string[] = [];
	if (!isContinued) {
		const kept = keptOf(left, whole);
		if (kept === 'all') faults.push(...differences(after, left).map(what => `${what} after --continue`));
		finished.steps.push(describe(await runUntil(null, stage, program, apply)));
		const mayDiffer = (what: string) => kept === 'part' && (namesCommits(what) || isOfCulprit(what));
		faults.push(...differences(after, stateOf(stage)).filter(what => !mayDiffer(what)));
	}
	if (random.next() < 1 / 2) {
		const writes = stage.gitHub.writes.length;
		await runUntil(null, stage, program, apply);
		if (stage.gitHub.writes.length !== writes) faults.push('another run wrote again');
	}
	return {...finished, moment: code === null ? moment : `${moment}, too late`, faults, isContinued};
}

/** What stands of a run that was continued: nothing or a part, if it was killed before its verification had ended. */
function keptOf(left: State, {scene, before, after}: Whole): 'nothing' | 'part' | 'all' {
	if (differences(before, left).length === 0) return 'nothing';
	const isSilent = differences(after, left).every(isOfCulprit);
	const isOther = [before, after].every(state => state.get('tree') !== left.get('tree'));
	return scene.hasCulprit && (isSilent || isOther) ? 'part' : 'all';
}

function momentOf(death: Moment, {effects, ms}: Whole): string {
	if ('afterMs' in death) return `after ${Math.round(death.afterMs)} of ${Math.round(ms)} ms`;
	return `at effect ${death.at} of ${effects}${death.isGroup ? ', with its programs' : ''}`;
}
