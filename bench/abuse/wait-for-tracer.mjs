import {once} from 'node:events';
import {readFile} from 'node:fs/promises';
import {devNull} from 'node:os';
import process from 'node:process';

/** Imported before the program: starts the thread for files, and waits until a tracer is attached to it. JavaScript, for every Node. */
const attached = once(process, 'message');
await readFile(devNull);
process.send('ready');
await attached;
process.disconnect();
