import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {openRepository} from '../../source/worktree/repository.ts';
import {newFolder} from '../helpers/folders.ts';
import {commit, git, gitIn, newRepository, put} from './folders.ts';

const open = (cwd: string, env?: Record<string, string>) => openRepository(gitIn(cwd, env));
const notARepository = {kind: 'usage', code: 'not-a-repository', exitCode: 2};

describe('a repository', () => {
	it('is found from a folder inside it, with its remotes and upstream', async () => {
		const root = newRepository({'deep/er/a.txt': 'a\n'});
		git(root, 'remote', 'add', 'origin', 'short:octo/app.git');
		git(root, 'config', 'url.https://example.com/.insteadOf', 'short:');
		git(root, 'remote', 'add', 'fork', 'git@example.com:me/app.git');
		git(root, 'remote', 'set-url', '--push', 'fork', 'git@example.com:me/push.git');
		git(root, 'switch', '-q', '-c', 'fix/a.b');
		git(root, 'config', 'branch.fix/a.b.remote', 'origin');
		git(root, 'config', 'branch.fix/a.b.merge', 'refs/pull/7/head');
		expect(await open(join(root, 'deep/er'))).toEqual({
			root,
			gitDir: join(root, '.git'),
			records: join(root, '.git/pr-resolve'),
			commonDir: join(root, '.git'),
			branch: 'fix/a.b',
			head: git(root, 'rev-parse', 'HEAD'),
			remotes: [
				{name: 'fork', url: 'git@example.com:me/app.git'},
				{name: 'origin', url: 'https://example.com/octo/app.git'},
			],
			upstream: {remote: 'origin', ref: 'refs/pull/7/head'},
			isShallow: false,
		});
	});

	it('may have a detached head, or no commit', async () => {
		const root = newRepository();
		git(root, 'checkout', '-q', '--detach');
		expect(await open(root)).toMatchObject({
			branch: null,
			head: expect.stringMatching(/^[0-9a-f]{40}$/),
			upstream: null,
		});
		const unborn = newFolder();
		git(unborn, 'init', '-q');
		expect(await open(unborn)).toMatchObject({branch: 'main', head: null, remotes: []});
	});

	it('has a git folder per linked work tree, also of a bare repository', async () => {
		const root = newRepository();
		const linked = join(newFolder(), 'linked');
		git(root, 'worktree', 'add', '-q', '-b', 'side', linked);
		expect(await open(linked)).toMatchObject({
			root: linked,
			gitDir: join(root, '.git/worktrees/linked'),
			records: join(root, '.git/worktrees/linked/pr-resolve'),
			commonDir: join(root, '.git'),
			branch: 'side',
		});
		const bare = join(newFolder(), 'bare.git');
		git(root, 'clone', '-q', '--bare', root, bare);
		git(bare, 'worktree', 'add', '-q', join(bare, '../of-bare'), 'main');
		expect(await open(join(bare, '../of-bare'))).toMatchObject({
			gitDir: join(bare, 'worktrees/of-bare'),
			records: join(bare, 'worktrees/of-bare/pr-resolve'),
			branch: 'main',
		});
	});

	it('may be a submodule', async () => {
		const root = newRepository();
		git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', newRepository(), 'lib');
		expect(await open(join(root, 'lib'))).toMatchObject({
			root: join(root, 'lib'),
			gitDir: join(root, '.git/modules/lib'),
			records: join(root, '.git/modules/lib/pr-resolve'),
		});
	});

	it('may be shallow', async () => {
		const root = newRepository();
		commit(root, {b: 'b'});
		const clone = newFolder();
		git(clone, 'clone', '-q', '--depth=1', `file://${root}`, '.');
		expect(await open(clone)).toMatchObject({isShallow: true, upstream: {remote: 'origin', ref: 'refs/heads/main'}});
	});

	it('is not misdirected by the environment of a surrounding git hook', async () => {
		const other = newRepository();
		const root = newRepository();
		const env = {
			GIT_DIR: join(other, '.git'),
			GIT_WORK_TREE: other,
			GIT_INDEX_FILE: join(other, 'x'),
			GIT_PREFIX: 'y/',
		};
		expect(await open(root, env)).toMatchObject({root, gitDir: join(root, '.git')});
	});
});

describe('what is no work tree', () => {
	it('is refused with exit 2', async () => {
		const plain = newFolder();
		await expect(open(plain)).rejects.toMatchObject(notARepository);
		await expect(open(join(plain, 'none'))).rejects.toMatchObject(notARepository);
		const bare = newFolder();
		git(bare, 'init', '-q', '--bare');
		await expect(open(bare)).rejects.toMatchObject(notARepository);
		await expect(open(join(newRepository(), '.git'))).rejects.toMatchObject(notARepository);
	});

	it('includes a folder of a checkout that is made up to look like a bare repository', async () => {
		const root = newRepository();
		const trap = join(root, 'trap');
		mkdirSync(join(trap, 'objects'), {recursive: true});
		mkdirSync(join(trap, 'refs'));
		put(trap, {HEAD: 'ref: refs/heads/main\n', config: '[core]\n\tworktree = ..\n'});
		await expect(open(trap)).rejects.toMatchObject(notARepository);
	});
});

it('reports that git is missing', async () => {
	await expect(open(newRepository(), {PATH: newFolder()})).rejects.toMatchObject({kind: 'usage', code: 'git-missing'});
});
