import {createHash} from 'node:crypto';
import {deflateSync} from 'node:zlib';
import {Failure} from '../../failure.ts';
import type {Git} from '../git.ts';
import type {Objects} from '../objects.ts';
import {checked} from './index-entries.ts';

/** As a pack numbers them (gitformat-pack). */
const typeNumbers = {tree: 2, blob: 3} as const;

type ObjectType = keyof typeof typeNumbers;

/** New objects, which reach the repository together. */
export type ObjectStore = ReturnType<typeof openObjectStore>;

/** @param known id of any object: its length tells how the repository hashes */
export function openObjectStore(git: Git, objects: Objects, known: string) {
	const format = known.length === 40 ? 'sha1' : 'sha256';
	const added = new Map<string, {type: ObjectType; bytes: Buffer}>();
	const hash = (bytes: Buffer) => createHash(format).update(bytes);
	return {
		/** Returns the object's id. The repository has it after `flush`. */
		add: (type: ObjectType, bytes: Buffer): string => {
			const oid = hash(Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes])).digest('hex');
			added.set(oid, {type, bytes});
			return oid;
		},
		/** The bytes of an object, be it new or of the repository (`HEAD^{tree}`). @throws {Failure} `git-failed` if there is none */
		read: async (name: string): Promise<Buffer> => {
			const bytes = added.get(name)?.bytes ?? (await objects.read(name))?.bytes;
			if (!bytes) throw new Failure('failed', 'git-failed', `git failed: the object ${name} is missing or too large`);
			return bytes;
		},
		/** Bytes of an id in a tree. */
		oidLength: known.length / 2,
		/** Stores the new objects as they are, without filters, in one git process. @throws {Failure} `git-failed` */
		flush: async (): Promise<void> => {
			if (added.size === 0) return;
			const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0');
			head.writeUInt32BE(added.size, 8);
			const packed = [...added.values()].flatMap(({type, bytes}) => [
				packedHeader(typeNumbers[type], bytes.length),
				deflateSync(bytes),
			]);
			const pack = Buffer.concat([head, ...packed]);
			checked(await git.run(['unpack-objects', '-q'], {input: Buffer.concat([pack, hash(pack).digest()])}));
			added.clear();
		},
	};
}

/** Type and size: four bits of the size in the first byte, seven in each further one, the lowest first. */
function packedHeader(type: number, size: number): Buffer {
	const bytes: number[] = [];
	let last = (type << 4) | (size & 15);
	for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
		bytes.push(last | 128);
		last = rest & 127;
	}
	return Buffer.from([...bytes, last]);
}
