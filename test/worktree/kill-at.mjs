/**
 * Preload (`node --import`, or NODE_OPTIONS) that kills the process at its n-th change of the file system, as a power
 * cut would: no handler runs, no buffer is flushed. A write is cut in the middle.
 *
 * KILL_AT     which change to die at, from 1
 * KILL_UNDER  only changes below this folder count
 */
import fs from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import {resolve, sep} from 'node:path';

const killAt = Number(process.env.KILL_AT);
const under = resolve(process.env.KILL_UNDER) + sep;
const names = new WeakMap();
const descriptors = new Map();
let passed = 0;
const {openSync, writeSync} = fs;
const {open} = fs.promises;

function die() {
	process.kill(process.pid, 'SIGKILL');
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** One more moment at which the process can die; `cut` leaves what is half done by then. */
export function pass(cut = () => {}) {
	passed += 1;
	if (passed !== killAt) return;
	cut();
	die();
}

/** How many moments there were. */
export const passedSoFar = () => passed;

function count(paths, cut) {
	const isInside = paths.some(path => typeof path === 'string' && (resolve(path) + sep).startsWith(under));
	if (isInside) pass(cut);
}

function cutInHalf(fd, data) {
	if (typeof data !== 'string' && !ArrayBuffer.isView(data)) return;
	const bytes = Buffer.from(data);
	writeSync(fd, bytes, 0, Math.floor(bytes.length / 2));
}

const creates = flags =>
	typeof flags === 'number' ? (flags & (fs.constants.O_CREAT | fs.constants.O_TRUNC)) !== 0 : /[wa]/.test(flags ?? 'r');

const onPaths = [
	'appendFile',
	'chmod',
	'chown',
	'copyFile',
	'cp',
	'lchown',
	'link',
	'lutimes',
	'mkdir',
	'mkdtemp',
	'rename',
	'rm',
	'rmdir',
	'symlink',
	'truncate',
	'unlink',
	'utimes',
	'writeFile',
];
const onDescriptors = ['fchmod', 'fchown', 'ftruncate', 'futimes', 'write', 'writev'];
const onHandles = ['appendFile', 'chmod', 'chown', 'truncate', 'utimes', 'write', 'writeFile', 'writev'];

function wrap(owner, name, before) {
	const original = owner[name];
	owner[name] = function (...args) {
		before.call(this, ...args);
		return Reflect.apply(original, this, args);
	};
}

for (const name of onPaths) {
	const before = (...args) => count(args);
	wrap(fs.promises, name, before);
	for (const form of [name, `${name}Sync`]) wrap(fs, form, before);
}

for (const name of onDescriptors) {
	const before = (fd, data) => count([descriptors.get(fd)], () => name === 'write' && cutInHalf(fd, data));
	for (const form of [name, `${name}Sync`]) wrap(fs, form, before);
}
fs.openSync = (path, flags, ...rest) => {
	if (creates(flags)) count([path]);
	const fd = openSync(path, flags, ...rest);
	descriptors.set(fd, path);
	return fd;
};

fs.promises.open = async (path, flags, ...rest) => {
	if (creates(flags)) count([path]);
	const handle = await open(path, flags, ...rest);
	names.set(handle, path);
	return handle;
};

const sample = await open(process.execPath, 'r');
const handles = Object.getPrototypeOf(sample);
await sample.close();
for (const name of onHandles) {
	wrap(handles, name, function (data) {
		const path = names.get(this);
		count([path], () => name.startsWith('write') && cutInHalf(this.fd, data));
	});
}

syncBuiltinESMExports();
