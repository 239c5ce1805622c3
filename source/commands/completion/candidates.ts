import {setFlag} from '../../settings/origins.ts';
import {settingsOf} from '../../settings/table.ts';
import type {Command, Flag, Flags} from '../command.ts';
import {flagsOf, spellings} from '../flags.ts';

/** A word that could come next, with what it means; the help may be empty. */
export type Candidate = {word: string; help: string};

/** What could come next: words, or the files of the shell. */
export type Candidates = readonly Candidate[] | 'files';

/** What the words of a line can be. */
export type Vocabulary = {
	/** Name and summary of each command. */
	commands: readonly Candidate[];
	load: (command: string) => Promise<Command> | undefined;
	/** Values by what stands for them in help: `<login>`, `[run]`. */
	valuesOf: (placeholder: string) => Promise<Candidates>;
};

/**
 * What could stand in place of the last word.
 * @param words those after `pr-resolve`, up to the cursor; the last one is empty or begun
 */
export async function candidatesFor(words: readonly string[], vocabulary: Vocabulary): Promise<Candidates> {
	const [name = '', ...rest] = words;
	const [before, begun] = [rest.slice(0, -1), rest.at(-1)];
	if (begun === undefined) return startingWith(name, [...vocabulary.commands, ...programFlags]);
	if (name === 'help') return startingWith(begun, vocabulary.commands);
	const command = await vocabulary.load(name);
	if (!command) return [];
	const {positionals} = command.spec;
	const flags = flagsOf(name, command.spec.flags);
	const bySpelling = new Map(
		Object.entries(flags).flatMap(([key, flag]) => spellings(key, flag).map(spelling => [spelling, {key, flag}])),
	);

	const [, spelling] = /^(--[^=]+)=/.exec(begun) ?? [];
	if (spelling !== undefined) {
		const named = bySpelling.get(spelling);
		const found = named ? await valuesOfFlag(name, named, vocabulary) : [];
		return found === 'files'
			? found
			: startingWith(
					begun,
					found.map(one => ({...one, word: `${spelling}=${one.word}`})),
				);
	}
	// bash splits `--set mode=all` at the equals sign.
	const previous = before.at(-1) ?? '';
	const values = before.at(-2) === setFlag ? valuesOfKey(name, previous) : [];
	if (values.length > 0) return startingWith(begun, values);
	const open = bySpelling.get(previous);
	if (open && takesArgument(open.flag)) return completed(begun, await valuesOfFlag(name, open, vocabulary));
	if (begun.startsWith('-')) return startingWith(begun, unusedFlags(flags, before));
	const takesNext = (word: string) => takesArgument(bySpelling.get(word)?.flag);
	const arguments_ = before.filter((word, index) => !word.startsWith('-') && !takesNext(before[index - 1] ?? ''));
	const last = positionals.at(-1);
	const positional = positionals[arguments_.length] ?? (last?.isRepeated ? last : undefined);
	const found = positional ? await vocabulary.valuesOf(`[${positional.name}]`) : [];
	return completed(begun, begun === '' && found.length === 0 ? unusedFlags(flags, before) : found);
}

/** Whether the word after it is its value. */
const takesArgument = (flag: Flag | undefined) => flag?.placeholder !== undefined && flag.alone === undefined;

const programFlags: readonly Candidate[] = [
	{word: 'help', help: 'show the help of a command'},
	{word: '--help', help: 'show the help'},
	{word: '--version', help: 'show the version'},
];

const startingWith = (begun: string, all: readonly Candidate[]) => all.filter(({word}) => word.startsWith(begun));

const completed = (begun: string, found: Candidates): Candidates =>
	found === 'files' ? found : startingWith(begun, found);

/** The flags by their long names, without those that are there and cannot be repeated. */
function unusedFlags(flags: Flags, before: readonly string[]): Candidate[] {
	return Object.entries(flags).flatMap(([key, flag]) => {
		const known = spellings(key, flag);
		const isUsed = before.some(word => known.includes(word.replace(/=.*$/s, '')));
		return isUsed && !flag.isRepeated ? [] : known.slice(0, 1).map(word => ({word, help: flag.help}));
	});
}

/** The accepted words of a setting, else what its placeholder says. */
async function valuesOfFlag(
	command: string,
	{key, flag}: {key: string; flag: Flag},
	{valuesOf}: Vocabulary,
): Promise<Candidates> {
	if (key === setFlag.slice(2)) return pairs(command);
	const setting = settingsOf(command).find(([name]) => name === key)?.[1];
	if (flag.placeholder === undefined) return [];
	const words = setting?.kind.choices ?? [];
	return words.length > 0 ? words.map(word => ({word, help: ''})) : valuesOf(flag.placeholder);
}

/** What `--set` can be followed by: a key for any value, and each accepted word. */
const pairs = (command: string): Candidate[] =>
	settable(command).flatMap(({key, help}) => {
		const words = valuesOfKey(command, key).map(({word}) => word);
		return (words.length > 0 ? words : ['']).map(word => ({word: `${key}=${word}`, help}));
	});

const valuesOfKey = (command: string, key: string): Candidate[] =>
	(settable(command).find(setting => setting.key === key)?.kind.choices ?? []).map(word => ({word, help: ''}));

const settable = (command: string) =>
	settingsOf(command).flatMap(([, setting]) =>
		setting.project === 'user-only' || setting.kind.isSecret ? [] : [setting],
	);
