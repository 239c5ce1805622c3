import {EventEmitter} from 'node:events';
import {performance} from 'node:perf_hooks';

export type WindowSize = {columns: number; rows: number};

/** What a terminal looks like to Ink: a stream with a size. It counts what it is sent. */
export class Output extends EventEmitter {
	readonly isTTY = true;
	columns: number;
	rows: number;
	bytes = 0;
	/** By the clock of `performance`. */
	wroteAtMs = 0;
	readonly #show: (text: string) => void;

	constructor({columns, rows}: WindowSize, show: (text: string) => void = () => {}) {
		super();
		this.columns = columns;
		this.rows = rows;
		this.#show = show;
	}

	write = (data: string | Uint8Array, ...rest: unknown[]): boolean => {
		const text = data.toString();
		this.bytes += Buffer.byteLength(text);
		this.wroteAtMs = performance.now();
		this.#show(text);
		const done = rest.find(argument => typeof argument === 'function') as (() => void) | undefined;
		if (done) queueMicrotask(done);
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
