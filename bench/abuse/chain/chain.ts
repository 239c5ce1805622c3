import {runSync} from '../../child.ts';
import {type HostedClones, openHostedClones} from '../closing/hosted-clone.ts';
import {randomOf} from '../random.ts';
import type {Program} from '../review-of-files.ts';
import {chooseCommand} from './command.ts';
import {changeHook} from './hook.ts';
import {elsewhere} from './moves.ts';
import {moveThreads, review} from './others.ts';
import type {Runs} from './runs.ts';
import {contents, setScene} from './scene.ts';
import {type Fault, type Turn, takeTurn} from './turn.ts';
import {synchronize} from './user.ts';

/** A fault, and how to see it again. */
export type ChainFault = Fault & {
	/** Of its pull request. */
	seed: number;
	/** Of its pull request, from 1. */
	step: number;
	/** All steps so far. */
	past: readonly string[];
};

export type Chain = {faults: Fault[]; commands: number} & Omit<Turn, 'said' | 'faults'>;

/** Then another pull request begins, so that a fault is seen again soon. */
const stepsOfPull = 50;
const suggestionsAtFirst = 8;

/** Takes random steps; each pull request has the seed after that of the one before. */
export async function takeSteps(
	count: number,
	seed: number,
	program: Program,
	onFault: (fault: ChainFault) => void,
): Promise<Chain> {
	const clones = await openHostedClones(program, contents);
	const help = runSync(program.node, [program.cli, 'apply', '--help'], {cwd: program.folder, env: program.env});
	const known = new Set(help.match(/--[a-z-]+/g));
	const chain: Chain = {faults: [], commands: 0, replies: 0, reformatted: 0, commits: 0, kills: 0};
	try {
		for (let done = 0; done < count; done += stepsOfPull) {
			const steps = Math.min(stepsOfPull, count - done);
			await reviewOne(clones, program, {known, seed: seed + done / stepsOfPull, steps, chain, onFault});
		}
		return chain;
	} finally {
		await clones.close();
	}
}

type Trial = {
	known: ReadonlySet<string>;
	seed: number;
	steps: number;
	chain: Chain;
	onFault: (fault: ChainFault) => void;
};

async function reviewOne(
	clones: HostedClones,
	program: Program,
	{known, seed, steps, chain, onFault}: Trial,
): Promise<void> {
	const random = randomOf(seed);
	const scene = await setScene(clones, `pull-${seed}`, random);
	const past: string[] = [];
	const seen = new Set<string>();
	const runs: Runs = new Map();
	try {
		for (let count = 0; count < suggestionsAtFirst; count++) past.push(review(scene));
		if (random.next() < 0.6) past.push(changeHook(scene));
		for (let step = 1; step <= steps; step++) {
			if (random.next() < 0.4) past.push(`${step}. ${random.pick(elsewhere)(scene)}`);
			else {
				if (random.next() < 0.5) past.push(synchronize(scene));
				moveThreads(scene);
				const {said, faults, ...counts} = await takeTurn(scene, program, chooseCommand(scene, known), runs);
				past.push(`${step}. ${said}`);
				for (const [what, count] of Object.entries(counts)) chain[what as keyof typeof counts] += count;
				chain.commands += 1;
				// What is wrong for good is one fault.
				const found = faults.filter(({text}) => !seen.has(text));
				for (const fault of found) {
					seen.add(fault.text);
					chain.faults.push(fault);
					onFault({...fault, seed, step, past});
				}
			}
			moveThreads(scene);
		}
	} finally {
		await scene.close();
	}
}
