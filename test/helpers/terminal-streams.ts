import {EventEmitter} from 'node:events';

export type WindowSize = {columns: number; rows: number};

/** What a terminal looks like to Ink: a stream with a size. */
export class Output extends EventEmitter {
	readonly isTTY = true;
	columns: number;
	rows: number;
	readonly #write: (text: string) => void;

	constructor({columns, rows}: WindowSize, write: (text: string) => void) {
		super();
		this.columns = columns;
		this.rows = rows;
		this.#write = write;
	}

	write = (text: string | Uint8Array, ...rest: unknown[]): boolean => {
		this.#write(text.toString());
		const done = rest.find(argument => typeof argument === 'function');
		if (done) queueMicrotask(done as () => void);
		return true;
	};

	resize({columns, rows}: WindowSize): void {
		this.columns = columns;
		this.rows = rows;
		this.emit('resize');
	}
}

/** A keyboard: everything that is pressed at once arrives in one read. */
export class Input extends EventEmitter {
	readonly isTTY = true;
	#waiting: string | null = null;

	constructor() {
		super();
		// Keys may be pressed before the app listens: a stream reports what it holds to each new listener.
		this.on('newListener', event => {
			if (event === 'readable') setImmediate(() => this.#waiting !== null && this.emit('readable'));
		});
	}

	setEncoding() {}
	setRawMode() {
		return this;
	}
	resume() {}
	pause() {}
	ref() {}
	unref() {}
	read = (): string | null => {
		const data = this.#waiting;
		this.#waiting = null;
		return data;
	};

	press(keys: string): void {
		this.#waiting = (this.#waiting ?? '') + keys;
		this.emit('readable');
	}
}
