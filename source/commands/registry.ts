import type {Command} from './command.ts';

type Entry = {
	/** One line, without a full stop. */
	readonly summary: string;
	/** Of what it prints with `--json`, also where it fails. */
	readonly schema: string;
	readonly load: () => Promise<Command>;
};

/** Every command there is, in the order of the help. Only the one that is asked for is loaded. */
export const registry: ReadonlyMap<string, Entry> = new Map<string, Entry>([
	[
		'apply',
		{
			summary: 'apply the suggestions of a pull request to the work tree',
			schema: 'pr-resolve/report@1',
			load: () => import('./apply.ts'),
		},
	],
	[
		'analyze',
		{
			summary: 'show findings, conflicts and the plan; write nothing',
			schema: 'pr-resolve/report@1',
			load: () => import('./analyze.ts'),
		},
	],
	[
		'review',
		{
			summary: 'look through the findings in the terminal, and decide',
			schema: 'pr-resolve/report@1',
			load: () => import('./review.ts'),
		},
	],
	[
		'setup',
		{
			summary: 'choose a provider, and see what it takes',
			schema: 'pr-resolve/setup@1',
			load: () => import('./setup.ts'),
		},
	],
	[
		'bench',
		{
			summary: 'compare providers on review comments',
			schema: 'pr-resolve/benchmark@1',
			load: () => import('./bench.ts'),
		},
	],
	['undo', {summary: 'take a run back', schema: 'pr-resolve/undo@1', load: () => import('./undo.ts')}],
	['runs', {summary: 'list the runs of this repository', schema: 'pr-resolve/runs@1', load: () => import('./runs.ts')}],
	[
		'record',
		{summary: 'save a pull request to a file', schema: 'pr-resolve/report@1', load: () => import('./record.ts')},
	],
	[
		'config',
		{
			summary: 'print every setting, its value and where it came from',
			schema: 'pr-resolve/config@1',
			load: () => import('./config.ts'),
		},
	],
	[
		'doctor',
		{
			summary: 'check git, token and host, with the remedy for what is wrong',
			schema: 'pr-resolve/doctor@1',
			load: () => import('./doctor.ts'),
		},
	],
]);
