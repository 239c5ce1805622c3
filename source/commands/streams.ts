import {Failure} from '../failure.ts';

type Stream = NodeJS.EventEmitter & {isTTY?: boolean};
type Streams = {stdin: Stream; stdout: Stream; stderr: Stream};

/**
 * Keeps trouble with the streams from ending a command on its way: it goes on to where it can stop, so that nothing is
 * left half-done. Returns what says, at its end, why the result is not where it should be; null where nobody misses it.
 *
 * @param onHangup is called where the terminal was closed, which a signal says too, at about the same time
 */
export function watchStreams({stdin, stdout, stderr}: Streams, onHangup: () => void): () => Failure | null {
	let unwritten: Failure | null = null;
	const follow = (stream: Stream, onTrouble: (error: NodeJS.ErrnoException) => void) => {
		stream.on('error', (error: NodeJS.ErrnoException) => {
			if (stream.isTTY === true && error.code === 'EIO') onHangup();
			// The reader of a pipe may have seen enough.
			else if (error.code !== 'EPIPE') onTrouble(error);
		});
	};
	follow(stdout, error => {
		unwritten ??= new Failure(
			'failed',
			'output-unwritable',
			`The result could not be written to stdout (${error.code ?? error.message}).`,
			'Make room where it goes, then run the command again. What it changed is in: pr-resolve runs',
			{cause: error},
		);
	});
	// There is nobody left who could be told.
	follow(stderr, () => {});
	follow(stdin, error => {
		throw error;
	});
	return () => unwritten;
}
