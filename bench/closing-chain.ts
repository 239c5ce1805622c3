import {takeSteps} from './abuse/chain/chain.ts';
import {type Fault, kinds} from './abuse/chain/turn.ts';
import type {Benchmark} from './benchmark.ts';
import type {Figure} from './figure.ts';

const steps = 500;

const figures = {
	false: {
		name: 'replies that were not true when they were written',
		unit: 'replies',
		bound: 0,
		meaning:
			'Whether reviewers can believe what is written in their threads. Each reply is compared with the head of the pull request at that moment: the commit is on the branch and made the change, the lines are those of the suggestion or, where the reply says so, as a hook formats them, an edit is by a person, a reverted change is gone, and the command of --verify passes on that very commit.',
	},
	doubled: {
		name: 'replies and commits that were made twice',
		unit: 'replies and commits',
		bound: 0,
		meaning:
			'Whether repeating or continuing a command can repeat what it did: no thread says the same twice in a row, and no commit is empty.',
	},
	lost: {
		name: 'lines that were lost or moved, came from nowhere, or did not return',
		unit: 'lines',
		bound: 0,
		meaning:
			"Whether the user's uncommitted edits and the commits of others stay. In files, index, commits and on the branch, only suggested lines may come, only the lines that they replace may go, and undo right after a run returns every byte.",
	},
	'held-back': {
		name: "changes pushed over a person's word",
		unit: 'changes',
		bound: 0,
		meaning:
			'Whether what people say in a thread counts. A change may not be pushed if a person with a role had answered it at the last reading before, unless the user took it, nor if the user declined or reverted it.',
	},
	crash: {
		name: 'commands that crashed',
		unit: 'commands',
		bound: 0,
		meaning: 'Whether any of these states is one that the program does not expect.',
	},
} as const satisfies Record<Fault['kind'], Figure>;

export const deliveryChain: Benchmark = {
	about: 'Random steps on pull requests, by the program, its user and others, with crashes in between.',
	seconds: 500,
	figures: Object.values(figures),
	async measure({node, cli, folder, env, print, trials, seed}) {
		const count = trials ?? steps;
		const chain = await takeSteps(count, seed, {node, cli: cli(), folder, env}, ({kind, seed, step, text, past}) => {
			print(`${kind}: ${text}\n  npm run bench -- closing-chain --seed ${seed} --trials ${step}`);
			for (const line of past.slice(-12)) print(`    ${line}`);
		});
		const {commands, kills, replies, reformatted, commits} = chain;
		const detail = `${count} steps, seed ${seed}; ${commands} commands, ${kills} of them killed, ${commits} commits pushed, ${replies} replies, ${reformatted} of them on what a hook reformatted`;
		return kinds.map(kind => ({
			figure: figures[kind],
			of: '',
			value: chain.faults.filter(one => one.kind === kind).length,
			detail,
		}));
	},
};
