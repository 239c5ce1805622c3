import {execFileSync} from 'node:child_process';
import {statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {writeFile} from '../../source/worktree/write.ts';
import {newFolder} from './folders.ts';

/** A user's read and write access besides a group that may only read: the mode alone would let the group write. */
const script = `
import os, struct, sys
path = sys.argv[2]
if sys.argv[1] == 'set':
    os.setxattr(path, b'user.note', b'mine')
    entries = [(1, 6, -1), (2, 6, 65534), (4, 4, -1), (16, 6, -1), (32, 0, -1)]
    acl = struct.pack('<I', 2) + b''.join(struct.pack('<HHi', *entry) for entry in entries)
    os.setxattr(path, b'system.posix_acl_access', acl)
for name in sorted(os.listxattr(path)):
    print(name, os.getxattr(path, name).hex())
`;

const python = (action: 'set' | 'get', path: string) =>
	execFileSync('python3', ['-c', script, action, path], {encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']});

function isSupported(): boolean {
	try {
		const path = join(newFolder(), 'probe');
		writeFileSync(path, '');
		return python('set', path).includes('posix_acl_access');
	} catch {
		return false;
	}
}

test.skipIf(!isSupported())(
	'access lists and extended attributes stay with a file (needs python3 and a file system with both)',
	async () => {
		const root = newFolder();
		const path = join(root, 'a.txt');
		writeFileSync(path, 'a longer text before\n');
		const before = python('set', path);
		const {mode} = statSync(path);
		const edit = {path: 'a.txt', before: Buffer.from('a longer text before\n'), after: Buffer.from('after\n')};
		expect(await writeFile(root, edit, '.temporary')).toMatchObject({kind: 'written'});
		expect(python('get', path)).toBe(before);
		expect(statSync(path).mode).toBe(mode);
		expect(statSync(path).size).toBe('after\n'.length);
		expect(await writeFile(root, {...edit, before: edit.after, after: edit.before}, '.temporary')).toMatchObject({
			kind: 'written',
		});
		expect(python('get', path)).toBe(before);
	},
);
