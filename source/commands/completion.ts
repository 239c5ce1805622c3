import {Failure} from '../failure.ts';
import {dialects} from '../review/dialects/registry.ts';
import type {Context} from '../run/context.ts';
import {listRecorded} from '../run/records/recorded-runs.ts';
import {namesOf} from '../system/by-name.ts';
import type {Command, CommandSpec, Run} from './command.ts';
import {type Candidates, candidatesFor, type Vocabulary} from './completion/candidates.ts';
import {scripts} from './completion/scripts.ts';
import {localExits} from './exit-codes.ts';

const shells = namesOf(scripts);

const spec = {
	positionals: [{name: 'shell', help: shells.join(', ')}],
	about:
		'Add the line for your shell to its startup file. In new terminals, Tab then completes commands, flags, reviewers and runs.',
	flags: {
		words: {group: 'output', placeholder: '<text>', help: 'print what could come next; for the script'},
	},
	exits: {...localExits, 0: 'done'},
	examples: [
		{line: 'eval "$(pr-resolve completion bash)"', help: 'set up bash, in ~/.bashrc'},
		{line: 'eval "$(pr-resolve completion zsh)"', help: 'set up zsh, in ~/.zshrc after compinit'},
		{line: 'pr-resolve completion fish | source', help: 'set up fish, in ~/.config/fish/config.fish'},
	],
} as const satisfies CommandSpec;

/** @param program every command that it completes */
export const completionOf = (program: Pick<Vocabulary, 'commands' | 'load'>): Command => {
	const run: Run<typeof spec.flags> = async ({flags, positionals: [given]}, io) => {
		const shell = shells.find(name => name === given);
		if (!shell) {
			const message = given == null ? 'For which shell?' : `There is no completion for ${given}.`;
			throw new Failure('usage', 'bad-value', message, `Run: pr-resolve completion ${shells.join(', or ')}`);
		}
		if (flags.words === null) {
			io.stdout.write(scripts[shell]);
			return 0;
		}
		const words = flags.words.slice(1, -1).split('\n');
		const vocabulary = {...program, valuesOf: (placeholder: string) => valuesOf(placeholder, io)};
		const found = await candidatesFor(shell === 'bash' ? withoutEquals(words) : words, vocabulary);
		io.stdout.write(found === 'files' ? ':files\n' : found.map(({word, help}) => `${word}\t${help}\n`).join(''));
		return 0;
	};
	return {spec, run};
};

/** bash splits `--author=co` into three words. */
function withoutEquals(words: readonly string[]): string[] {
	const last = words.at(-1) === '=' ? [''] : [];
	return [...words.filter(word => word !== '='), ...last];
}

const reviewers = [...new Set(dialects.flatMap(({logins}) => logins.slice(0, 1)))];

async function valuesOf(placeholder: string, context: Context): Promise<Candidates> {
	switch (placeholder) {
		case '<file>':
		case '<path>':
		case '<glob>':
			return 'files';
		case '<login>':
			return reviewers.map(word => ({word, help: ''}));
		case '[run]':
			return (await listRecorded(null, context).catch(() => [])).map(({run}) => ({
				word: run.id,
				help: run.state === 'broken' ? run.state : `${run.state}, ${run.pullRequest}`,
			}));
		case '[shell]':
			return shells.map(word => ({word, help: ''}));
		default:
			return [];
	}
}
