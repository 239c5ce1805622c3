import {Output, type WindowSize} from '../../test/helpers/terminal-streams.ts';

/** A terminal that counts the bytes it gets. */
export class CountedOutput extends Output {
	bytes = 0;
	/** By the clock of `performance`. */
	wroteAtMs = 0;

	constructor(size: WindowSize, show: (text: string) => void = () => {}) {
		super(size, text => {
			this.bytes += Buffer.byteLength(text);
			this.wroteAtMs = performance.now();
			show(text);
		});
	}
}
