import {EventEmitter} from 'node:events';

/** What Ink uses of a keyboard. */
export type InputSource = {
	readonly isTTY?: boolean;
	on: (event: 'readable', listener: () => void) => unknown;
	off: (event: 'readable', listener: () => void) => unknown;
	read: () => Buffer | string | null;
	setRawMode: (isRaw: boolean) => unknown;
	ref?: () => unknown;
	unref?: () => unknown;
};

/**
 * A keyboard that changes what another one sends. It reads the source only while it has a listener: otherwise the source
 * belongs to another program.
 */
export abstract class InputStream extends EventEmitter {
	readonly #source: InputSource;

	constructor(source: InputSource) {
		super();
		this.#source = source;
		const onReadable = () => {
			for (let chunk = source.read(); chunk !== null; chunk = source.read()) this.take(chunk);
			this.taken();
		};
		this.on('newListener', name => {
			if (name === 'readable' && this.listenerCount(name) === 0) source.on('readable', onReadable);
		});
		this.on('removeListener', name => {
			if (name !== 'readable' || this.listenerCount(name) > 0) return;
			source.off('readable', onReadable);
			this.left();
		});
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
