/** What the terminal draws with: a code for each kind of look, null for its own. What is none of these is passed on. */
type Pen = Readonly<Record<Kind, string | null>>;
type Kind = 'colour' | 'weight' | 'inverse' | 'line';

const bare: Pen = {colour: null, weight: null, inverse: null, line: null};
const resets: Readonly<Record<Kind, string>> = {colour: '39', weight: '22', inverse: '27', line: '24'};
const kinds = Object.keys(resets) as readonly Kind[];

const sequences = /\x1b\[([0-9;]*)m|(?:\x1b\[E)+|\x1b\[[0-9;?]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)/g;

/** Bold and dim at once are another look than either. */
const withWeight = (weight: string | null, code: string) =>
	[...new Set([...(weight?.split(';') ?? []), code])].sort().join(';');

export type Output = {
	/** Without colour, bold and inverse still say where the keys go. */
	isColoured: boolean;
};

const isReset = (code: string | undefined): boolean => code === '' || code === '0';

/** The pen after a code; null where the code is none of those that we draw with. */
function after(pen: Pen, code: string, {isColoured}: Output): Pen | null {
	if (isReset(code)) return bare;
	const reset = kinds.find(kind => resets[kind] === code);
	if (reset) return {...pen, [reset]: null};
	if (/^[39][0-7]$/.test(code)) return isColoured ? {...pen, colour: code} : pen;
	if (code === '1' || code === '2') return {...pen, weight: withWeight(pen.weight, code)};
	if (code === '4') return {...pen, line: code};
	return code === '7' ? {...pen, inverse: code} : null;
}

/** The codes that make one pen the other. */
function change(from: Pen, to: Pen): string {
	const codes = kinds.flatMap(kind => {
		const code = to[kind];
		if (from[kind] === code) return [];
		if (code === null) return [resets[kind]];
		// One code takes back both bold and dim.
		return kind === 'weight' && from.weight !== null ? [resets.weight, code] : [code];
	});
	return codes.length === 0 ? '' : `\x1b[${codes.join(';')}m`;
}

/**
 * Makes the frames that Ink writes shorter without changing what they show: looks are told only where something is drawn
 * in them, for Ink repeats those of the part of a line that it skips. The function remembers how the last text ended.
 */
export function thinner(output: Output): (text: string) => string {
	let told = bare;
	let wanted = bare;
	const settle = (): string => {
		const codes = change(told, wanted);
		told = wanted;
		return codes;
	};
	const draw = (text: string): string => {
		// Blanks look alike in every colour.
		const isSeen = [told, wanted].some(({inverse, line}) => inverse !== null || line !== null);
		const blanks = isSeen ? '' : (/^[ \r\n]*/.exec(text)?.[0] ?? '');
		return blanks === text ? text : `${blanks}${settle()}${text.slice(blanks.length)}`;
	};
	const pass = (sequence: string, code: string | undefined): string => {
		const pen = code === undefined ? null : after(wanted, code, output);
		if (pen) {
			wanted = pen;
			// What was passed on is taken back too.
			if (!isReset(code)) return '';
			told = bare;
			return sequence;
		}
		if (!sequence.endsWith('E')) return settle() + sequence;
		const lines = sequence.length / 3;
		return lines === 1 ? sequence : `\x1b[${lines}E`;
	};
	return text => {
		let thin = '';
		let at = 0;
		for (const match of text.matchAll(sequences)) {
			const [sequence, code] = match;
			thin += draw(text.slice(at, match.index)) + pass(sequence, code);
			at = match.index + sequence.length;
		}
		// Whoever writes next finds the terminal as Ink has left it.
		return thin + draw(text.slice(at)) + settle();
	};
}

/**
 * The stream with everything that is written to it made shorter.
 * @param had what the terminal was told already, and is not told once more
 */
export function thinned(stream: NodeJS.WriteStream, output: Output, had: string | null = null): NodeJS.WriteStream {
	const thin = thinner(output);
	let skipped = had;
	const write = (data: string | Uint8Array, ...rest: never[]) => {
		const isSkipped = data === skipped;
		if (isSkipped) skipped = null;
		return stream.write(isSkipped ? '' : typeof data === 'string' ? thin(data) : data, ...rest);
	};
	return new Proxy(stream, {
		get(target, name) {
			if (name === 'write') return write;
			const value = Reflect.get(target, name, target);
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
}
