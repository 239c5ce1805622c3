import {graphemesOf} from '../text/graphemes.ts';
import {type InputSource, InputStream} from './input-stream.ts';

const pasteSequence = /^\u001b\[200~[\s\S]*?\u001b\[201~/;
const openPaste = /^\u001b\[200~/;
const sequence = /^\u001b(?:\[[0-?]*[ -/]*[@-~]|O[ -~]|[^[O\u001b])/;
/** May be the start of a sequence whose rest comes with the next read. */
const openSequence = /^\u001b(?:\[[0-?]*[ -/]*|O)?$/;

/** Milliseconds to wait for the rest of a sequence; and a bit longer than Ink waits after a lone Esc. */
const sequenceMs = 20;
export const escapeMs = 30;

/** The first key of the text and the rest; null if the key may be incomplete. */
function firstKey(text: string): [key: string, rest: string] | null {
	const whole = (pasteSequence.exec(text) ?? (openPaste.test(text) ? null : sequence.exec(text)))?.[0];
	if (whole !== undefined) return [whole, text.slice(whole.length)];
	if (openPaste.test(text) || openSequence.test(text)) return null;
	const [first] = graphemesOf(text);
	// CRLF is one grapheme and one key.
	return first === undefined ? null : [first === '\r\n' ? '\r' : first, text.slice(first.length)];
}

/**
 * A keyboard that gives one key per read, however many arrive at once, and the next one only after the last was drawn.
 * Ink's menus need it, because their handlers read the state of the last render. A paste is one key.
 * @param drawn resolves when everything is drawn
 */
export class KeyByKey extends InputStream {
	readonly #drawn: () => Promise<unknown>;
	#text = '';
	#key: string | null = null;
	#isHandingOut = false;
	#patience: NodeJS.Timeout | undefined;

	constructor(source: InputSource, drawn: () => Promise<unknown>) {
		super(source);
		this.#drawn = drawn;
	}

	read(): string | null {
		const key = this.#key;
		this.#key = null;
		return key;
	}

	protected override take(chunk: Buffer | string): void {
		this.#text += chunk;
	}

	protected override taken(): void {
		void this.#handOut();
	}

	protected override left(): void {
		this.#text = '';
	}

	async #handOut(): Promise<void> {
		clearTimeout(this.#patience);
		if (this.#isHandingOut) return;
		this.#isHandingOut = true;
		for (let next = firstKey(this.#text); next !== null; next = firstKey(this.#text)) {
			this.#text = next[1];
			await this.#give(next[0]);
		}
		this.#isHandingOut = false;
		if (!openSequence.test(this.#text)) return;
		this.#patience = setTimeout(() => {
			const key = this.#text;
			this.#text = '';
			void this.#give(key);
		}, sequenceMs);
	}

	async #give(key: string): Promise<void> {
		this.#key = key;
		this.emit('readable');
		await this.#drawn();
		// Ink would take a key right after a lone Esc as the rest of a sequence.
		if (key === '\u001b') await new Promise(resolve => setTimeout(resolve, escapeMs));
	}
}
