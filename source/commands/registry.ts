import type {Command} from './command.ts';

type Entry = {
	/** One line, without a full stop. */
	readonly summary: string;
	readonly load: () => Promise<Command>;
};

/** Every command, in the order of help. Only the one that runs is loaded. */
export const registry: ReadonlyMap<string, Entry> = new Map<string, Entry>([
	['apply', {summary: 'apply the suggestions of a pull request to the working tree', load: () => import('./apply.ts')}],
	['analyze', {summary: 'show findings, conflicts and the plan without writing', load: () => import('./analyze.ts')}],
	['review', {summary: 'review findings and decide in the terminal', load: () => import('./review.ts')}],
	['watch', {summary: 'apply in rounds until a pull request is quiet', load: () => import('./watch.ts')}],
	['inbox', {summary: 'list your open pull requests and what is left to do in them', load: () => import('./inbox.ts')}],
	['fleet', {summary: 'list many pull requests, or apply them without checkouts', load: () => import('./fleet.ts')}],
	['stats', {summary: 'count what became of the findings of each reviewer', load: () => import('./stats.ts')}],
	['setup', {summary: 'set up GitHub access and, optionally, a model', load: () => import('./setup.ts')}],
	['bench', {summary: 'compare providers on review comments', load: () => import('./bench.ts')}],
	['undo', {summary: 'undo a run', load: () => import('./undo.ts')}],
	['runs', {summary: 'list the runs here, and those without a checkout', load: () => import('./runs.ts')}],
	['mcp', {summary: 'let a coding agent use pr-resolve, as an MCP server', load: () => import('./mcp.ts')}],
	['mark', {summary: 'record what you did or decided about a finding', load: () => import('./mark.ts')}],
	['memory', {summary: 'show what your team has declined for good', load: () => import('./memory.ts')}],
	['record', {summary: 'save a pull request to a file', load: () => import('./record.ts')}],
	['config', {summary: 'print every setting with its value and origin', load: () => import('./config.ts')}],
	['doctor', {summary: 'check your setup and suggest fixes', load: () => import('./doctor.ts')}],
	[
		'completion',
		{
			summary: 'print the completion script for bash, zsh or fish',
			load: async () => {
				const {completionOf} = await import('./completion.ts');
				const commands = [...registry].map(([word, {summary}]) => ({word, help: summary}));
				return completionOf({commands, load: name => registry.get(name)?.load()});
			},
		},
	],
]);

/** The documents of `--json` that have another name than their command. */
const documents: Readonly<Record<string, string>> = {
	analyze: 'report',
	apply: 'report',
	bench: 'benchmark',
	record: 'report',
	review: 'report',
};

/** The schema of what a command prints with `--json`, failures included; that of `apply` for an unknown command. */
export function schemaOf(command: string): string {
	if (!registry.has(command)) return schemaOf('apply');
	return `pr-resolve/${documents[command] ?? command}@1`;
}
