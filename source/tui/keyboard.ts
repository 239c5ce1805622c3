import {StringDecoder} from 'node:string_decoder';
import {type InputSource, InputStream} from './input-stream.ts';
import {type ReportPattern, Sieve} from './sieve.ts';

/**
 * OSC: answers to questions about colors. Only what is in such answers counts, so that a cut one swallows as few keys as
 * possible. Source: xterm's ctlseqs.
 */
const answers: ReportPattern = {
	whole: /^\x1b\](\d{1,4};[\da-frg:;/]{0,60})(?:\x07|\x1b\\)/i,
	begun: /^\x1b(?:\](?:\d{1,4}(?:;[\da-frg:;/]{0,60}\x1b?)?)?)?$/i,
	broken: /^\x1b\]\d{1,4};[\da-frg:;/]{0,60}/i,
};

/** Milliseconds to wait for the rest of a report. */
const patienceMs = 20;

/** A keyboard without what the terminal says by itself, which is passed on as reports. */
export class Keyboard extends InputStream {
	readonly #sieve: Sieve;
	readonly #decoder = new StringDecoder('utf8');
	#text = '';
	#patience: NodeJS.Timeout | undefined;

	constructor(source: InputSource, onReport: (report: string) => void) {
		super(source);
		this.#sieve = new Sieve(answers, onReport);
	}

	read(): string | null {
		const text = this.#text;
		this.#text = '';
		return text === '' ? null : text;
	}

	protected override take(chunk: Buffer | string): void {
		// One character for each byte: a report can come between the bytes of a letter.
		this.#add(this.#sieve.push(Buffer.from(chunk as string).toString('latin1')));
	}

	protected override taken(): void {
		clearTimeout(this.#patience);
		if (this.#sieve.isUnsure) {
			this.#patience = setTimeout(() => {
				this.#add(this.#sieve.settle());
				this.taken();
			}, patienceMs);
		}
		if (this.#text !== '') this.emit('readable');
	}

	protected override left(): void {
		clearTimeout(this.#patience);
		this.#text = '';
	}

	#add(bytes: string): void {
		this.#text += this.#decoder.write(Buffer.from(bytes, 'latin1'));
	}
}
