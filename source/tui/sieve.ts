/** Reports of the terminal among the bytes of keys. All patterns match at the beginning of a text. */
export type ReportPattern = {
	/** A whole report; its content is the first group. */
	whole: RegExp;
	/** A text to its end, if more of it could make a report. */
	begun: RegExp;
	/** A report that something else ended. */
	broken: RegExp;
};

const esc = '\x1b';

/**
 * Takes reports out of what the terminal sends, wherever they are and however they are split. The beginning of one is
 * held until it is clear what it is; the rest passes unchanged.
 */
export class Sieve {
	readonly #pattern: ReportPattern;
	readonly #onReport: (report: string) => void;
	#held = '';
	/** The held Esc was also passed on as a key, because nothing followed for a while. */
	#isPassed = false;

	constructor(pattern: ReportPattern, onReport: (report: string) => void) {
		this.#pattern = pattern;
		this.#onReport = onReport;
	}

	/** The text without reports. */
	push(text: string): string {
		const all = this.#held + text;
		const isKey = this.#isPassed && !Object.values(this.#pattern).some(pattern => pattern.test(all));
		const {rest, held} = this.#sift(isKey ? all.slice(1) : all);
		this.#isPassed &&= !isKey && held === all;
		this.#held = held;
		return rest;
	}

	/** Whether a pause would show that what is held is a key. */
	get isUnsure(): boolean {
		const {length} = this.#held;
		if (this.#isPassed) return length === 2;
		return length === 1 || (length === 2 && this.#held.endsWith('['));
	}

	/** The keys among what is held, after a pause. */
	settle(): string {
		if (!this.isUnsure) return '';
		const keys = this.#isPassed ? this.#held.slice(1) : this.#held;
		this.#isPassed = keys === esc;
		this.#held = this.#isPassed ? esc : '';
		return keys;
	}

	#sift(text: string): {rest: string; held: string} {
		const {whole, begun, broken} = this.#pattern;
		let rest = '';
		for (let left = text; ; ) {
			const at = left.indexOf(esc);
			if (at === -1) return {rest: rest + left, held: ''};
			rest += left.slice(0, at);
			left = left.slice(at);
			const report = whole.exec(left);
			if (!report && begun.test(left)) return {rest, held: left};
			if (report) this.#onReport(report[1] ?? '');
			const length = (report ?? broken.exec(left))?.[0].length ?? 0;
			rest += length === 0 ? esc : '';
			left = left.slice(Math.max(1, length));
		}
	}
}
