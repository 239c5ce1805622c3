import type {Flag, Flags, Invocation, Positional} from './command.ts';
import {longSpelling} from './flags.ts';
import {checkTokens, spellOut, usage} from './tokens.ts';

export type Parsed = Pick<Invocation, 'flags' | 'positionals'> & {
	/** Flags whose value came as an argument: `llmProvider: argument [provider]`. */
	spelled: Readonly<Record<string, string>>;
};

/**
 * Reads the arguments that follow the command's name.
 * Throws `Failure` usage: `unknown-flag`, `repeated-flag`, `missing-value`, `bad-value`, `superfluous-argument`.
 */
export async function parse(
	command: string,
	argv: readonly string[],
	flags: Flags,
	positionals: readonly Positional[],
): Promise<Parsed> {
	checkTokens(command, argv, flags, positionals);
	const {default: meow} = await import('meow');
	const {input, flags: given} = meow({
		importMeta: import.meta,
		// Without it, meow would look for a package.json on the disk.
		pkg: {name: 'pr-resolve', bin: 'pr-resolve'},
		argv: spellOut(argv, flags),
		autoHelp: false,
		autoVersion: false,
		booleanDefault: undefined,
		flags: Object.fromEntries(Object.entries(flags).map(([name, flag]) => [meowName(name), meowFlag(flag)])),
	});
	const values = Object.entries(flags).map(([name, flag]) => [name, readFlag(name, flag, given[meowName(name)])]);
	return placePositionals(command, Object.fromEntries(values), input, positionals);
}

const negation = /^no([A-Z])/;

/** meow parses `--no-color` as `color: false`. */
function meowName(name: string): string {
	return name.replace(negation, (_, letter: string) => letter.toLowerCase());
}

function meowFlag({placeholder, isRepeated, short}: Flag) {
	return {
		type: placeholder === undefined ? ('boolean' as const) : ('string' as const),
		...(isRepeated ? {isMultiple: true as const} : {}),
		...(short === undefined ? {} : {shortFlag: short}),
	};
}

function readFlag(name: string, {placeholder}: Flag, given: unknown): unknown {
	return placeholder === undefined ? given === !negation.test(name) : (given ?? null);
}

function placePositionals(
	command: string,
	flags: Record<string, string | null>,
	input: readonly string[],
	positionals: readonly Positional[],
): Parsed {
	const isRepeated = positionals.at(-1)?.isRepeated === true;
	const superfluous = isRepeated ? undefined : input[positionals.length];
	if (superfluous !== undefined) {
		const expected = positionals.map(showPositional).join(' ') || 'none';
		const message = `Unexpected argument "${superfluous}": ${command} accepts ${expected === 'none' ? 'no arguments' : `only ${expected}`}.`;
		throw usage(command, 'superfluous-argument', message, '');
	}
	const spelled: Record<string, string> = {};
	for (const [index, {name, sameAs}] of positionals.entries()) {
		const value = input[index];
		if (value === '')
			throw usage(
				command,
				'missing-value',
				`The argument [${name}] is empty.`,
				'Pass a value, or remove the argument.',
			);
		if (value === undefined || sameAs === undefined) continue;
		const other = flags[sameAs] ?? value;
		if (other !== value) {
			const message = `The argument "${value}" contradicts ${longSpelling(sameAs)} "${other}".`;
			throw usage(command, 'bad-value', message, 'Pass only one of them.');
		}
		if (flags[sameAs] === null) spelled[sameAs] = `argument [${name}]`;
		flags[sameAs] = value;
	}
	const alone = positionals.flatMap(({sameAs}, index) => (sameAs === undefined ? [input[index] ?? null] : []));
	return {flags, positionals: isRepeated ? [...alone, ...input.slice(positionals.length)] : alone, spelled};
}

/** `[pr]`, `[scope...]` */
export const showPositional = ({name, isRepeated}: Positional): string => `[${name}${isRepeated ? '...' : ''}]`;
