import type {Death} from '../closing/run-until.ts';
import {decide, overrule, reconsider} from './decisions.ts';
import {type Interference, markOf, waitFor} from './interference.ts';
import {extras, kindOf, meanwhile, steps, verifications} from './moves.ts';
import type {Scene, Suggested} from './scene.ts';

/** A command of the program, and what happens to it. */
export type Command = {
	args: string[];
	death: Death;
	interference: Interference;
	/** The user's decisions, for people. */
	decisions: readonly string[];
	/** Changes that the user declines with it. */
	declined: Suggested[];
};

/** @param known flags of the built program */
export function chooseCommand(scene: Scene, known: ReadonlySet<string>): Command {
	const {random, isInterrupted} = scene;
	const kind = kindOf(random, isInterrupted);
	const death = random.next() < 0.18 ? deathOf(random.next(), random.next() < 0.5) : null;
	const act = random.pick(meanwhile);
	const interference = random.next() < 0.2 ? {at: 1 + random.below(20), act} : null;
	const plain = {death, interference, decisions: [], declined: []};
	const accept = scene.hasHook && random.next() < 0.5 ? ['--hooks=accept'] : [];
	if (kind === 'continue') return {args: ['apply', '--continue', '--json', ...accept], ...plain};
	if (kind !== 'apply') return {args: [...kind.split(' '), '--json'], ...plain};
	const follows = random.pick(steps);
	const args = ['apply', '7', ...follows, '--json'];
	if (random.next() < 0.04) return {args: [...args, '--dry-run'], ...plain};
	args.push('--yes', ...extrasFor(scene, follows, known));
	const decided = random.next() < 0.3 ? decide(scene) : null;
	if (decided) args.push('--decisions', decided.path);
	const {decisions, declined} = decided ?? plain;
	if (random.next() < 0.65) return {args, death, interference, decisions, declined};
	scene.isSnapshot = random.next() < 0.33;
	const verification = verifications[scene.isSnapshot ? 'snapshot' : 'plain'];
	const isDisturbed = random.next() < 0.25;
	args.push('--verify', isDisturbed ? `${waitFor(markOf(scene))}${verification}` : verification);
	const when: Interference = isDisturbed ? {at: 'verification', act} : interference;
	return {args, death, interference: when, decisions, declined};
}

function extrasFor(scene: Scene, follows: readonly string[], known: ReadonlySet<string>): string[] {
	const fitting = extras.filter(({flags: [flag], share, goesWith, isForHook}) => {
		const isChosen = scene.random.next() < share;
		const isKnown = known.has(flag.split('=')[0]!) && (scene.hasHook || !isForHook);
		return isChosen && isKnown && goesWith.test(follows.join(' '));
	});
	const hooks = fitting.filter(({isForHook}) => isForHook);
	const chosen = fitting.filter(extra => !hooks.slice(1).includes(extra));
	for (const {takes} of chosen)
		for (const change of scene.changes)
			if (takes === 'answered') overrule(scene, change);
			else if (takes === 'declined') reconsider(change);
	return chosen.flatMap(({flags}) => flags);
}

/** Earlier more often than later, as short commands have a tenth of the effects of long ones. */
const deathOf = (when: number, isGroup: boolean): Death => ({at: 1 + Math.floor(250 * when ** 2), isGroup});
