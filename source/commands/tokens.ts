import {Failure} from '../failure.ts';
import type {CodeOf} from '../failure-codes.ts';
import {nearMiss} from '../settings/near-miss.ts';
import {setFlag} from '../settings/origins.ts';
import {settingsOf} from '../settings/table.ts';
import type {Flag, Flags, Positional} from './command.ts';
import {spellings} from './flags.ts';

// `-5` is a value, not a flag; the parser agrees.
const negativeNumber = /^-(?:\d+(?:\.\d+)?|\.\d+)$/;

/** The arguments up to the `--` that ends flags. */
export function beforeDashes(argv: readonly string[]): readonly string[] {
	const end = argv.indexOf('--');
	return end === -1 ? argv : argv.slice(0, end);
}

export function looksLikeFlag(token: string): boolean {
	return token.startsWith('-') && !negativeNumber.test(token);
}

/**
 * Rejects what the parser accepts silently: unknown flags, repeated flags, and values that are missing or not allowed.
 * Throws `Failure` usage: `unknown-flag`, `repeated-flag`, `missing-value`, `bad-value`.
 */
export function checkTokens(
	command: string,
	argv: readonly string[],
	flags: Flags,
	positionals: readonly Positional[],
): void {
	const takesStdin = positionals.some(({acceptsStdin}) => acceptsStdin);
	const known = new Map(
		Object.entries(flags).flatMap(([name, flag]) => spellings(name, flag).map(spelling => [spelling, flag] as const)),
	);
	const seen = new Set<Flag>();
	const tokens = beforeDashes(argv);
	for (const [index, token] of tokens.entries()) {
		if (!looksLikeFlag(token) || (token === '-' && takesStdin)) continue;
		const [spelling = '', ...attached] = token.split('=');
		const flag = known.get(spelling);
		if (flag === undefined) {
			const value = attached.length > 0 ? attached.join('=') : tokens[index + 1];
			throw new UnknownFlag(command, spelling, value ?? null, known.keys());
		}
		if (!flag.isRepeated && seen.has(flag)) {
			throw usage(command, 'repeated-flag', `${spelling} appears more than once.`, 'Pass it once.');
		}
		seen.add(flag);
		const value = attached.length > 0 ? attached.join('=') : tokens[index + 1];
		checkValue(command, spelling, flag, value, attached.length > 0);
	}
}

/** The arguments with a flag for each value: those that stand for none, and those of a list that follow one another. */
export function spellOut(argv: readonly string[], flags: Flags): string[] {
	const alone = new Map(
		Object.entries(flags).flatMap(([name, flag]) =>
			flag.alone === undefined ? [] : spellings(name, flag).map(spelling => [spelling, flag.alone] as const),
		),
	);
	const lists = new Set(Object.entries(flags).flatMap(([name, flag]) => (flag.takesRest ? spellings(name, flag) : [])));
	const end = beforeDashes(argv).length;
	let list: string | null = null;
	return argv.flatMap((token, index) => {
		if (index >= end) return token;
		if (!looksLikeFlag(token)) return list === null ? token : `${list}=${token}`;
		const [spelling = '', ...attached] = token.split('=');
		list = lists.has(spelling) ? spelling : null;
		if (list !== null && attached.length === 0) return [];
		return alone.has(token) ? `${token}=${alone.get(token)}` : token;
	});
}

function checkValue(command: string, spelling: string, flag: Flag, value: string | undefined, isAttached: boolean) {
	if (flag.placeholder === undefined) {
		// The parser would read `--dry-run=yes` as false.
		if (isAttached || value === 'true' || value === 'false') {
			throw usage(
				command,
				'bad-value',
				`${spelling} does not accept a value.`,
				`Pass ${spelling} without a value, or remove it.`,
			);
		}
	} else if (flag.alone !== undefined && !isAttached) {
		return;
	} else if (value === '-' && !isAttached) {
		const remedy = `Pass ${spelling} ${flag.placeholder}.`;
		throw usage(command, 'bad-value', `${spelling} does not support "-".`, remedy);
	} else if (value === undefined || value === '' || (!isAttached && looksLikeFlag(value))) {
		const remedy = `Pass ${spelling} ${flag.placeholder}.`;
		throw usage(command, 'missing-value', `${spelling} needs a value.`, remedy);
	}
}

/** Another command may have the flag. */
export class UnknownFlag extends Failure {
	readonly command: string;
	readonly spelling: string;

	constructor(command: string, spelling: string, value: string | null, known: Iterable<string>) {
		const key = settingLike(command, spelling, value);
		const guess = key === null ? flagLike(spelling, known) : null;
		const hint = key === null ? (guess === null ? '' : `Did you mean ${guess}? `) : `Pass ${key}. `;
		const message = `There is no flag ${spelling} for ${command}.`;
		super('usage', 'unknown-flag', message, `${hint}See: pr-resolve help ${command}`);
		this.command = command;
		this.spelling = spelling;
	}
}

/** A setting without a flag, as `--set` sets it: `--no-co-authors` is `--set co_authors=false`. */
function settingLike(command: string, spelling: string, value: string | null): string | null {
	const name = spelling.replace(/^--/, '');
	const settings = settingsOf(command).filter(([, {project}]) => project !== 'user-only');
	const named = (word: string) =>
		settings.find(([, {key}]) => [key, key.split('.').at(-1) ?? ''].some(one => dashed(one) === word))?.[1];
	const off = name.startsWith('no-') ? named(name.slice('no-'.length)) : undefined;
	if (typeof off?.default === 'boolean') return `${setFlag} ${off.key}=false`;
	const found = named(name);
	if (!found || found.flag !== null) return null;
	const {key, kind, default: usual} = found;
	const isAccepted = value !== null && !looksLikeFlag(value) && kind.read(value) !== undefined;
	return `${setFlag} ${key}=${typeof usual === 'boolean' ? 'true' : isAccepted ? value : kind.placeholder}`;
}

const dashed = (key: string) => key.replace(/[._]/g, '-');

/** A flag that turns something off is also meant by what it turns off: `--no-color` by `--color`. */
function flagLike(spelling: string, known: Iterable<string>): string | null {
	const long = [...known].filter(candidate => candidate.startsWith('--'));
	const byWord = new Map([
		...long.map(flag => [flag.replace(/^--(?:no-)?/, ''), flag] as const),
		...long.map(flag => [flag.slice(2), flag] as const),
	]);
	const guess = nearMiss(spelling.replace(/^-+/, ''), byWord.keys());
	return (guess !== null && byWord.get(guess)) || null;
}

/** A mistake in the arguments of a command; the remedy refers to its help. */
export function usage(command: string, code: CodeOf<'usage'>, message: string, remedy: string): Failure {
	return new Failure('usage', code, message, `${remedy.trim()} See: pr-resolve help ${command}`.trim());
}
