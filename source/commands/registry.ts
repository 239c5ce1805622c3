import type {Command} from './command.ts';

type Entry = {
	/** One line, without a full stop. */
	readonly summary: string;
	readonly load: () => Promise<Command>;
};

/** Every command there is, in the order of the help. Only the one that is asked for is loaded. */
export const registry: ReadonlyMap<string, Entry> = new Map<string, Entry>([
	['apply', {summary: 'apply the suggestions of a pull request to the work tree', load: () => import('./apply.ts')}],
	['analyze', {summary: 'show findings, conflicts and the plan; write nothing', load: () => import('./analyze.ts')}],
	['review', {summary: 'look through the findings in the terminal, and decide', load: () => import('./review.ts')}],
	['setup', {summary: 'choose a provider, and see what it takes', load: () => import('./setup.ts')}],
	['bench', {summary: 'compare providers on review comments', load: () => import('./bench.ts')}],
	['undo', {summary: 'take a run back', load: () => import('./undo.ts')}],
	['runs', {summary: 'list the runs of this repository', load: () => import('./runs.ts')}],
	['record', {summary: 'save a pull request to a file', load: () => import('./record.ts')}],
	['config', {summary: 'print every setting, its value and where it came from', load: () => import('./config.ts')}],
	[
		'doctor',
		{summary: 'check git, token and host, with the remedy for what is wrong', load: () => import('./doctor.ts')},
	],
]);
