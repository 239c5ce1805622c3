// Loaded into the program with --import: it says when the terminal is as a shell has it, and then waits, as on a busy machine.
import {ReadStream} from 'node:tty';

const {setRawMode} = ReadStream.prototype;

ReadStream.prototype.setRawMode = function (isRaw) {
	const stream = setRawMode.call(this, isRaw);
	if (!isRaw) {
		process.stdout.write('lines are read\r\n');
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
	}
	return stream;
};
