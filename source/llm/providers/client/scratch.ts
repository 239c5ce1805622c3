import {mkdir, mkdtemp, realpath, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {isAbsolute, join} from 'node:path';

/** Empty folders for one run of a client: to run in, for our files, for temporary files, and its home. */
export type Scratch = Readonly<Record<'cwd' | 'files' | 'temporary' | 'home', string>>;

/** Creates folders that no other user can read, and removes them after `use`. */
export async function withScratch<Value>(
	temporary: string | undefined,
	use: (scratch: Scratch) => Promise<Value>,
): Promise<Value> {
	const parent = temporary !== undefined && isAbsolute(temporary) ? temporary : tmpdir();
	const folder = await mkdtemp(join(await realpath(parent), 'pr-resolve-client-'));
	try {
		const scratch = {
			cwd: join(folder, 'empty'),
			files: join(folder, 'files'),
			temporary: join(folder, 'tmp'),
			home: join(folder, 'home'),
		};
		await Promise.all(Object.values(scratch).map(path => mkdir(path)));
		return await use(scratch);
	} finally {
		await rm(folder, {recursive: true, force: true, maxRetries: 3});
	}
}
