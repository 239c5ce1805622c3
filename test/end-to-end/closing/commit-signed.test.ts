import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {reviewOf} from '../../helpers/review-of.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {committed} from './committing.ts';

function signsWith(tree: WorkTree, key: string): void {
	tree.git('config', 'gpg.format', 'ssh');
	tree.git('config', 'user.signingKey', key);
	tree.git('config', 'commit.gpgSign', 'true');
}

const reviewed = (tree: WorkTree) => reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();

const hasKeygen = ['/usr/bin', '/bin', '/usr/local/bin'].some(folder => existsSync(join(folder, 'ssh-keygen')));

test.skipIf(!hasKeygen)('a commit is signed if the user signs commits', async () => {
	const tree = workTree();
	const key = join(tree.home, 'key');
	execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
	signsWith(tree, `${key}.pub`);
	const {code, report} = await committed(tree, reviewed(tree));
	expect([code, report.commits]).toMatchObject([0, [{signed: true}]]);
	expect(tree.git('cat-file', 'commit', 'HEAD')).toContain('-----BEGIN SSH SIGNATURE-----');
});

test('without the key nothing is applied, and git names it', async () => {
	const tree = workTree();
	signsWith(tree, join(tree.home, 'missing.pub'));
	const before = tree.snapshot();
	const {code, report} = await committed(tree, reviewed(tree));
	expect([code, report.error]).toMatchObject([
		2,
		{code: 'cannot-sign', message: expect.stringContaining('missing.pub')},
	]);
	expect(tree.snapshot()).toEqual(before);
});
