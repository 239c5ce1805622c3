import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {newFolder} from '../../helpers/folders.ts';
import {isRunning} from '../../helpers/is-running.ts';
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

const impatient = {...ada, CR_SIGN_TIMEOUT: '2'};

/** Signs as often as the file says, then waits for a passphrase. Returns where its process id is by then. */
function waitsAfter(tree: WorkTree, times: number): string {
	signsTimes(tree, times);
	const pid = join(tree.home, 'pid');
	const program = join(tree.home, 'signer');
	const waits = `{ echo $$ > '${pid}'; exec sleep 600; }`;
	writeFileSync(program, readFileSync(program, 'utf8').replace(/^\[ "\$left".*$/m, `[ "$left" -gt 0 ] || ${waits}`));
	return pid;
}

const isGone = (pidFile: string) => !isRunning(Number(readFileSync(pidFile, 'utf8')));

test('without a terminal, a passphrase that no one types ends the run before anything is applied', async () => {
	const tree = workTree();
	const pid = waitsAfter(tree, 0);
	const before = tree.snapshot();
	const {code, stderr} = await tree.call(['apply', '--from', reviewed(tree), '--commit'], {env: impatient});
	expect([code, stderr]).toEqual([2, expect.stringContaining('no signature within 2 s (sign_timeout)')]);
	expect(tree.snapshot()).toEqual(before);
	await expect.poll(() => isGone(pid)).toBe(true);
});

test('a passphrase that is missing at the commit itself: the changes stay, and --continue commits them', async () => {
	const tree = workTree();
	const pid = waitsAfter(tree, 1);
	const args = ['apply', '--from', reviewed(tree), '--commit', '--json'];
	const {code, json} = await tree.call(args, {env: impatient});
	expect([code, json]).toMatchObject([3, {stops: [{code: 'cannot-sign'}], commits: []}]);
	expect(tree.read('src/list.txt')).toContain('item two');
	await expect.poll(() => isGone(pid)).toBe(true);
	signsTimes(tree, 1);
	expect((await tree.call(['apply', '--continue'], {env: impatient})).code).toBe(0);
});
