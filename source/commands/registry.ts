import type {Command} from './command.ts';

type Entry = {
	/** One line, without a full stop. */
	readonly summary: string;
	/** Schema of its `--json` output, including failures. */
	readonly schema: string;
	readonly load: () => Promise<Command>;
};

/** Every command, in the order of help. Only the one that runs is loaded. */
export const registry: ReadonlyMap<string, Entry> = new Map<string, Entry>([
	[
		'apply',
		{
			summary: 'apply the suggestions of a pull request to the working tree',
			schema: 'pr-resolve/report@1',
			load: () => import('./apply.ts'),
		},
	],
	[
		'analyze',
		{
			summary: 'show findings, conflicts and the plan without writing',
			schema: 'pr-resolve/report@1',
			load: () => import('./analyze.ts'),
		},
	],
	[
		'review',
		{
			summary: 'review findings and decide in the terminal',
			schema: 'pr-resolve/report@1',
			load: () => import('./review.ts'),
		},
	],
	[
		'watch',
		{
			summary: 'apply in rounds until a pull request is quiet',
			schema: 'pr-resolve/watch@1',
			load: () => import('./watch.ts'),
		},
	],
	[
		'inbox',
		{
			summary: 'list your open pull requests and what is left to do in them',
			schema: 'pr-resolve/inbox@1',
			load: () => import('./inbox.ts'),
		},
	],
	[
		'fleet',
		{
			summary: 'list many pull requests, or apply them without checkouts',
			schema: 'pr-resolve/fleet@1',
			load: () => import('./fleet.ts'),
		},
	],
	[
		'stats',
		{
			summary: 'count what became of the findings of each reviewer',
			schema: 'pr-resolve/stats@1',
			load: () => import('./stats.ts'),
		},
	],
	[
		'setup',
		{
			summary: 'set up GitHub access and, optionally, a model',
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
	['undo', {summary: 'undo a run', schema: 'pr-resolve/undo@1', load: () => import('./undo.ts')}],
	[
		'runs',
		{
			summary: 'list the runs here, and those without a checkout',
			schema: 'pr-resolve/runs@1',
			load: () => import('./runs.ts'),
		},
	],
	[
		'mcp',
		{
			summary: 'let a coding agent use pr-resolve, as an MCP server',
			schema: 'pr-resolve/mcp@1',
			load: () => import('./mcp.ts'),
		},
	],
	[
		'mark',
		{
			summary: 'record what you did or decided about a finding',
			schema: 'pr-resolve/mark@1',
			load: () => import('./mark.ts'),
		},
	],
	[
		'memory',
		{
			summary: 'show what your team has declined for good',
			schema: 'pr-resolve/memory@1',
			load: () => import('./memory.ts'),
		},
	],
	[
		'record',
		{summary: 'save a pull request to a file', schema: 'pr-resolve/report@1', load: () => import('./record.ts')},
	],
	[
		'config',
		{
			summary: 'print every setting with its value and origin',
			schema: 'pr-resolve/config@1',
			load: () => import('./config.ts'),
		},
	],
	[
		'doctor',
		{
			summary: 'check your setup and suggest fixes',
			schema: 'pr-resolve/doctor@1',
			load: () => import('./doctor.ts'),
		},
	],
	[
		'completion',
		{
			summary: 'print the completion script for bash, zsh or fish',
			schema: 'pr-resolve/completion@1',
			load: async () => {
				const {completionOf} = await import('./completion.ts');
				const commands = [...registry].map(([word, {summary}]) => ({word, help: summary}));
				return completionOf({commands, load: name => registry.get(name)?.load()});
			},
		},
	],
]);
