import {EventEmitter} from 'node:events';
import {graphemesOf} from '../text/graphemes.ts';

type Source = Pick<NodeJS.ReadStream, 'read' | 'on' | 'off' | 'setEncoding' | 'ref' | 'unref' | 'setRawMode'> & {
	isTTY?: boolean;
};

const paste = /^\u001b\[200~[\s\S]*?\u001b\[201~/;
const openPaste = /^\u001b\[200~/;
const sequence = /^\u001b(?:\[[0-?]*[ -/]*[@-~]|O[ -~]|[^[O\u001b])/;
/** What may be the beginning of a sequence whose rest comes with the next read. */
const openSequence = /^\u001b(?:\[[0-?]*[ -/]*|O)?$/;

/** How long the rest of a sequence is waited for, and Ink's own patience with a lone Esc and then some; milliseconds. */
const sequenceMs = 20;
export const escapeMs = 30;

/** The first key of what was read and what is left of it; null where it may still be going on. */
function firstKey(text: string): [key: string, rest: string] | null {
	const whole = (paste.exec(text) ?? (openPaste.test(text) ? null : sequence.exec(text)))?.[0];
	if (whole !== undefined) return [whole, text.slice(whole.length)];
	if (openPaste.test(text) || openSequence.test(text)) return null;
	const [first] = graphemesOf(text);
	// A line end of two characters is one cluster, and one key.
	return first === undefined ? null : [first === '\r\n' ? '\r' : first, text.slice(first.length)];
}

/**
 * A keyboard that hands out one key per read, however many arrive at once, and the next one only when the last was seen
 * and drawn. Menus need that whose handlers go by what React has shown them. A paste is one key.
 * @param drawn resolves when everything was drawn
 */
export class KeyByKey extends EventEmitter {
	readonly #source: Source;
	readonly #drawn: () => Promise<unknown>;
	#text = '';
	#key: string | null = null;
	#isHandingOut = false;
	#patience: NodeJS.Timeout | undefined;

	constructor(source: Source, drawn: () => Promise<unknown>) {
		super();
		this.#source = source;
		this.#drawn = drawn;
		// Only while somebody listens is the source read: else it belongs to another program.
		this.on('newListener', name => {
			if (name === 'readable' && this.listenerCount(name) === 0) source.on('readable', this.#take);
		});
		this.on('removeListener', name => {
			if (name !== 'readable' || this.listenerCount(name) > 0) return;
			source.off('readable', this.#take);
			this.#text = '';
		});
	}

	get isTTY(): boolean {
		return this.#source.isTTY === true;
	}

	setRawMode(isRaw: boolean): this {
		this.#source.setRawMode(isRaw);
		return this;
	}

	setEncoding(encoding: BufferEncoding): this {
		this.#source.setEncoding(encoding);
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

	read(): string | null {
		const key = this.#key;
		this.#key = null;
		return key;
	}

	readonly #take = (): void => {
		for (let chunk = this.#source.read(); chunk !== null; chunk = this.#source.read()) this.#text += chunk;
		void this.#handOut();
	};

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
		// What comes at once after a lone Esc would be taken for the rest of a sequence.
		if (key === '\u001b') await new Promise(resolve => setTimeout(resolve, escapeMs));
	}
}
