import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {newFolder} from '../../helpers/folders.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {ada, committed} from './committing.ts';

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
	const signers = join(tree.home, 'signers');
	writeFileSync(signers, `ada@example.com ${readFileSync(`${key}.pub`, 'utf8')}`);
	expect(tree.git('-c', `gpg.ssh.allowedSignersFile=${signers}`, 'log', '-1', '--format=%G? %GS')).toBe(
		'G ada@example.com',
	);
});

test('without the key nothing is applied, and git names it', async () => {
	const tree = workTree();
	signsWith(tree, join(tree.home, 'missing.pub'));
	const [before, objects] = [tree.snapshot(), tree.git('count-objects')];
	const {code, stderr} = await tree.call(['apply', '--from', reviewed(tree), '--commit'], {env: ada});
	expect([code, stderr.split('\n')]).toEqual([
		2,
		[
			expect.stringMatching(/^pr-resolve: git cannot sign the commit: .*missing\.pub.*[.?] Nothing was applied\.$/),
			'Check user.signingKey and gpg.format, or turn signing off: git config commit.gpgSign false',
			'',
		],
	]);
	expect([tree.snapshot(), tree.git('count-objects')]).toEqual([before, objects]);
});

test('the signature that is tried first leaves no object, whatever the folder is called', async () => {
	const tree = workTree().copy(join(newFolder(), 'a:b "c"'));
	signsTimes(tree, 2);
	const {code} = await committed(tree, reviewed(tree));
	expect(code).toBe(0);
	expect(tree.git('fsck', '--unreachable', '--no-reflogs')).not.toContain('commit');
});

/** Signs as often as the file says, then refuses. */
function signsTimes(tree: WorkTree, times: number): void {
	const [program, left] = [join(tree.home, 'signer'), join(tree.home, 'signatures-left')];
	writeFileSync(left, `${times}`);
	const script = [
		`left=$(cat '${left}')`,
		'cat > /dev/null',
		'[ "$left" -gt 0 ] || { echo "gpg: the key is gone" >&2; exit 2; }',
		`echo $((left - 1)) > '${left}'`,
		`printf '\\n[GNUPG:] SIG_CREATED D\\n' >&2`,
		`printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n'`,
	];
	writeFileSync(program, `#!/bin/sh\n${script.join('\n')}\n`, {mode: 0o755});
	tree.git('config', 'gpg.program', program);
	tree.git('config', 'commit.gpgSign', 'true');
}

test('a key that fails at the commit itself: the changes stay, and --continue commits them', async () => {
	const tree = workTree();
	signsTimes(tree, 1);
	const before = tree.head;
	const {code, report} = await committed(tree, reviewed(tree));
	expect([code, tree.head, report.commits]).toEqual([3, before, []]);
	expect(report.stops).toMatchObject([
		{
			code: 'cannot-sign',
			message: expect.stringContaining('failed to sign'),
			remedy: expect.stringContaining('--continue'),
		},
	]);
	expect(tree.read('src/list.txt')).toContain('item two');
	expect((await tree.call(['apply', '--continue'], {env: ada})).code).toBe(3);
	signsTimes(tree, 1);
	expect((await tree.call(['apply', '--continue'], {env: ada})).code).toBe(0);
	expect([tree.git('rev-parse', 'HEAD^').trim(), tree.git('status', '--porcelain')]).toEqual([before, '']);
	expect(tree.git('cat-file', 'commit', 'HEAD')).toContain('PGP SIGNATURE');
});
