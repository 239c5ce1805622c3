import {advise, again, Failure} from '../failure.ts';

type WatchedStream = NodeJS.EventEmitter & {isTTY?: boolean};
type Streams = {stdin: WatchedStream; stdout: WatchedStream; stderr: WatchedStream};

/**
 * Keeps stream errors from ending a command halfway: it continues to a point where it can stop.
 * Returns a function that gives the failure to report at the end, or null if no output was lost.
 *
 * @param onHangup called when the terminal is closed, which also sends a signal at about the same time
 */
export function watchStreams({stdin, stdout, stderr}: Streams, onHangup: () => void): () => Failure | null {
	let unwritten: Failure | null = null;
	const follow = (stream: WatchedStream, onTrouble: (error: NodeJS.ErrnoException) => void) => {
		stream.on('error', (error: NodeJS.ErrnoException) => {
			if (stream.isTTY === true && error.code === 'EIO') onHangup();
			// The reader of a pipe may have closed it on purpose.
			else if (error.code !== 'EPIPE') onTrouble(error);
		});
	};
	follow(stdout, error => {
		unwritten ??= new Failure(
			'failed',
			'output-unwritable',
			`The result could not be written to stdout (${error.code ?? error.message}).`,
			advise`Make room for the output, then ${again}. To see what was written, run: pr-resolve runs`,
			{cause: error},
		);
	});
	// There is no other place to report it.
	follow(stderr, () => {});
	follow(stdin, error => {
		throw error;
	});
	return () => unwritten;
}
