import {EventEmitter} from 'node:events';
import {StringDecoder} from 'node:string_decoder';
import {type ReportPattern, Sieve} from './sieve.ts';

/** What Ink uses of a keyboard. */
export type InputSource = {
	readonly isTTY?: boolean;
	on: (event: 'readable', listener: () => void) => unknown;
	off: (event: 'readable', listener: () => void) => unknown;
	read: () => Buffer | string | null;
	setRawMode: (isRaw: boolean) => unknown;
	resume?: () => unknown;
	pause?: () => unknown;
	ref?: () => unknown;
	unref?: () => unknown;
};

/**
 * OSC: answers to questions about colors. Only what is in such answers counts, so that a cut one swallows as few keys as
 * possible. Source: xterm's ctlseqs.
 */
const answers: ReportPattern = {
	whole: /^\x1b\](\d{1,4};[\da-frg:;/]{0,60})(?:\x07|\x1b\\)/i,
	begun: /^\x1b(?:\](?:\d{1,4}(?:;[\da-frg:;/]{0,60}\x1b?)?)?)?$/i,
	broken: /^\x1b\]\d{1,4};[\da-frg:;/]{0,60}/i,
};

/**
 * CSI: what the mouse does, with three numbers, and whether the window has got (I) or lost (O) the focus. The older form for the
 * mouse, with three bytes, comes from terminals that know no other.
 */
const reports: ReportPattern = {
	whole: /^\x1b\[(?:(?:<(?=\d)|(?=[IO]))(\d{1,4};\d{1,5};\d{1,5}[Mm]|[IO])|M[\s\S]{3})/,
	begun: /^\x1b(?:\[(?:<[\d;]{0,16}|M[\s\S]{0,2})?)?$/,
	broken: /^\x1b\[<[\d;]{0,16}/,
};

/** Around what is pasted. Source: xterm's ctlseqs, "Bracketed Paste Mode". */
const [pasteBegins, pasteEnds] = ['\x1b[200~', '\x1b[201~'];

/** Milliseconds to wait for the rest of a report. */
const reportRestMs = 20;

/** What the terminal sends besides keys. */
export type Reports = {
	onAnswer: (answer: string) => void;
	onMouse: (report: string) => void;
	/** The window has got the focus. */
	onFocus: () => void;
};

/**
 * A keyboard without what else the terminal sends, which is passed on as reports. It reads the source only while it has a
 * listener: otherwise the source belongs to another program.
 */
export class Keyboard extends EventEmitter {
	readonly #source: InputSource;
	readonly #answers: Sieve;
	readonly #reports: Sieve;
	readonly #decoder = new StringDecoder('utf8');
	#text = '';
	/** Whether a paste has begun and not ended, and the last bytes, which can be the beginning of a mark. */
	#isPasting = false;
	#last = '';
	#patience: NodeJS.Timeout | undefined;
	#isReading = false;
	readonly #onReadable = () => {
		for (let chunk = this.#source.read(); chunk !== null; chunk = this.#source.read()) this.#take(chunk);
		this.#taken();
	};

	constructor(source: InputSource, {onAnswer, onMouse, onFocus}: Reports) {
		super();
		this.#source = source;
		this.#answers = new Sieve(answers, onAnswer);
		this.#reports = new Sieve(reports, report => {
			if (report === 'I') onFocus();
			else if (report !== 'O') onMouse(report);
		});
		this.on('newListener', name => {
			if (name !== 'readable' || this.listenerCount(name) > 0) return;
			this.#isReading = true;
			source.on('readable', this.#onReadable);
		});
		this.on('removeListener', name => {
			if (name !== 'readable' || this.listenerCount(name) > 0) return;
			this.#leave();
			clearTimeout(this.#patience);
			this.#text = '';
		});
	}

	/**
	 * Reads no more until the listener that is there now has gone and another one comes. To be called before the terminal gets
	 * back the mode that other programs have: this would take their input, and Ctrl-D would end the source for good.
	 */
	async stop(): Promise<void> {
		if (!this.#isReading) return;
		this.#leave();
		// Without a listener it still reads. Only a flowing source can be paused, and it flows once it has none; Node stops
		// reading one tick after the pause.
		await new Promise(setImmediate);
		this.#source.resume?.();
		this.#source.pause?.();
		await new Promise(setImmediate);
	}

	#leave(): void {
		this.#isReading = false;
		this.#source.off('readable', this.#onReadable);
	}

	read(): string | null {
		const text = this.#text;
		this.#text = '';
		return text === '' ? null : text;
	}

	#take(chunk: Buffer | string): void {
		// One character for each byte: a report can come between the bytes of a letter.
		const bytes = Buffer.from(chunk as string).toString('latin1');
		// A paste whose end was lost would swallow all keys. This one comes by itself from a person who wants out.
		if (bytes === '\x03' && this.#isPasting) this.#add(pasteEnds);
		this.#add(this.#reports.push(this.#answers.push(bytes)));
	}

	#taken(): void {
		clearTimeout(this.#patience);
		if (this.#answers.isUnsure || this.#reports.isUnsure) {
			this.#patience = setTimeout(() => {
				// An answer can come in the middle of a mouse report, so its sieve is the first one.
				const keys = this.#reports.push(this.#answers.settle());
				this.#add(keys + this.#reports.settle());
				this.#taken();
			}, reportRestMs);
		}
		if (this.#text !== '') this.emit('readable');
	}

	#add(bytes: string): void {
		const recent = this.#last + bytes;
		const [begun, ended] = [recent.lastIndexOf(pasteBegins), recent.lastIndexOf(pasteEnds)];
		if (begun !== ended) this.#isPasting = begun > ended;
		this.#last = recent.slice(1 - pasteEnds.length);
		this.#text += this.#decoder.write(Buffer.from(bytes, 'latin1'));
	}

	get isTTY(): boolean {
		return this.#source.isTTY === true;
	}

	setRawMode(isRaw: boolean): this {
		this.#source.setRawMode(isRaw);
		return this;
	}

	/** Reads are always text. */
	setEncoding(): this {
		return this;
	}

	ref(): this {
		this.#source.ref?.();
		return this;
	}

	unref(): this {
		this.#source.unref?.();
		return this;
	}
}
