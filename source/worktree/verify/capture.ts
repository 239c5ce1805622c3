import {open} from 'node:fs/promises';
import {dirname} from 'node:path';
import {ensureFolder} from '../../system/ensure-folder.ts';

/** What is kept of the output of a command, in bytes: at the end of it in memory, and from its start in the log. */
const tailBytes = 64 * 1024;
const logBytes = 10 * 1024 * 1024;

export type Capture = {
	add: (chunk: Buffer) => void;
	/** The end of the output. */
	tail: () => string;
	/** Ends the log. */
	close: () => Promise<void>;
};

/**
 * Keeps the output of a command in bounded memory, and in a log of bounded size for its user alone.
 * @param log absolute path of a new file
 */
export async function openCapture(log: string): Promise<Capture> {
	// The run before it may have deleted the folder.
	await ensureFolder(dirname(log));
	const file = await open(log, 'w', 0o600);
	let logged = 0;
	let writing: Promise<unknown> = Promise.resolve();
	const append = (bytes: Buffer) => {
		// A full disk costs the log, not the verification.
		writing = writing.then(() => file.appendFile(bytes)).catch(() => {});
	};
	const tail = openTail();
	return {
		add(chunk) {
			tail.add(chunk);
			const room = logBytes - logged;
			if (room <= 0) return;
			append(chunk.subarray(0, room));
			logged += chunk.length;
			if (logged > logBytes) append(Buffer.from('\n[the rest was not kept]\n'));
		},
		tail: tail.text,
		async close() {
			await writing;
			await file.close();
		},
	};
}

/** The last bytes of a stream. */
function openTail(): {add: (chunk: Buffer) => void; text: () => string} {
	let chunks: Buffer[] = [];
	let size = 0;
	const bytes = () => Buffer.concat(chunks).subarray(-tailBytes);
	return {
		add(chunk) {
			chunks.push(chunk);
			size += chunk.length;
			// Joined now and then, because many small chunks cost more than their bytes.
			if (size < 2 * tailBytes && chunks.length < 4096) return;
			const last = Buffer.from(bytes());
			chunks = [last];
			size = last.length;
		},
		// A character that the cut has split is left out.
		text: () => new TextDecoder().decode(bytes()).replace(size > tailBytes ? /^\uFFFD+/ : /(?!)/, ''),
	};
}
