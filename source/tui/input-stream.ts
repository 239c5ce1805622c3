import {EventEmitter} from 'node:events';

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
 * A keyboard that changes what another one sends. It reads the source only while it has a listener: otherwise the source
 * belongs to another program.
 */
export abstract class InputStream extends EventEmitter {
	readonly #source: InputSource;
	#isReading = false;
	readonly #onReadable = () => {
		for (let chunk = this.#source.read(); chunk !== null; chunk = this.#source.read()) this.take(chunk);
		this.taken();
	};

	constructor(source: InputSource) {
		super();
		this.#source = source;
		this.on('newListener', name => {
			if (name !== 'readable' || this.listenerCount(name) > 0) return;
			this.#isReading = true;
			source.on('readable', this.#onReadable);
		});
		this.on('removeListener', name => {
			if (name !== 'readable' || this.listenerCount(name) > 0) return;
			this.#leave();
			this.left();
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

	/** Handles one read of the source. */
	protected abstract take(chunk: Buffer | string): void;
	/** All that arrived at once was taken. */
	protected abstract taken(): void;
	/** Nothing listens any more. */
	protected abstract left(): void;

	abstract read(): string | null;

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
