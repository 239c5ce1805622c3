/** Pen state: one SGR code for each kind of look, null for the default. Other sequences pass through. */
type Pen = Readonly<Record<Kind, string | null>>;
type Kind = 'color' | 'ground' | 'weight' | 'inverse' | 'line';

const bare: Pen = {color: null, ground: null, weight: null, inverse: null, line: null};
const resets: Readonly<Record<Kind, string>> = {color: '39', ground: '49', weight: '22', inverse: '27', line: '24'};
const kinds = Object.keys(resets) as readonly Kind[];

const sequences = /\x1b\[([0-9;]*)m|(?:\x1b\[E)+|\x1b\[[0-9;?]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)/g;

/** Bold and dim at once differ from either. */
const withWeight = (weight: string | null, code: string) =>
	[...new Set([...(weight?.split(';') ?? []), code])].sort().join(';');

export type ThinOutput = {
	/** Without color, bold and inverse still show the focus, and an underline what has a background. Links have no address then. */
	isColoured: boolean;
};

const isReset = (code: string | undefined): boolean => code === '' || code === '0';

/** The pen after a code; null for a code that the apps do not use. */
function after(pen: Pen, code: string, {isColoured}: ThinOutput): Pen | null {
	if (isReset(code)) return bare;
	const reset = kinds.find(kind => resets[kind] === code);
	if (reset === 'ground' && !isColoured) return {...pen, line: null};
	if (reset) return {...pen, [reset]: null};
	if (/^[39][0-7]$/.test(code)) return isColoured ? {...pen, color: code} : pen;
	// The ground of a whole line would be an underline of everything.
	if (/^48;[25];[\d;]+$/.test(code)) return isColoured ? {...pen, ground: code} : pen;
	if (/^4[0-7]$/.test(code)) return isColoured ? {...pen, ground: code} : {...pen, line: '4'};
	if (code === '1' || code === '2') return {...pen, weight: withWeight(pen.weight, code)};
	if (code === '4') return {...pen, line: code};
	return code === '7' ? {...pen, inverse: code} : null;
}

/** The codes that change one pen into another. */
function penChange(from: Pen, to: Pen): string {
	const codes = kinds.flatMap(kind => {
		const code = to[kind];
		if (from[kind] === code) return [];
		if (code === null) return [resets[kind]];
		// One code resets both bold and dim.
		return kind === 'weight' && from.weight !== null ? [resets.weight, code] : [code];
	});
	return codes.length === 0 ? '' : `\x1b[${codes.join(';')}m`;
}

/**
 * Shortens Ink's frames without changing what they show: Ink repeats the codes of text that it skips, so codes are
 * written only before visible text. The function remembers the pen at the end of the last text.
 */
export function thinner(output: ThinOutput): (text: string) => string {
	let told = bare;
	let wanted = bare;
	const settle = (): string => {
		const codes = penChange(told, wanted);
		told = wanted;
		return codes;
	};
	const draw = (text: string): string => {
		// Blanks look the same in every color.
		const isSeen = [told, wanted].some(({ground, inverse, line}) => (ground ?? inverse ?? line) !== null);
		const blanks = isSeen ? '' : (/^[ \r\n]*/.exec(text)?.[0] ?? '');
		return blanks === text ? text : `${blanks}${settle()}${text.slice(blanks.length)}`;
	};
	const pass = (sequence: string, code: string | undefined): string => {
		const pen = code === undefined ? null : after(wanted, code, output);
		if (pen) {
			wanted = pen;
			// A reset also ends what other codes set.
			if (!isReset(code)) return '';
			told = bare;
			return sequence;
		}
		if (!output.isColoured && sequence.startsWith('\x1b]8;')) return '';
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
		// The next writer finds the terminal as Ink left it.
		return thin + draw(text.slice(at)) + settle();
	};
}

/**
 * The stream, with shortened output.
 * @param had a text that the terminal already got, skipped once
 */
export function thinned(stream: NodeJS.WriteStream, output: ThinOutput, had: string | null = null): NodeJS.WriteStream {
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
