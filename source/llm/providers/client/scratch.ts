import {mkdir, mkdtemp, realpath, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {isAbsolute, join} from 'node:path';

/** Two empty folders of one's own: where a client runs, and where its files are. */
export type Scratch = {cwd: string; files: string};

/** Lends two folders that nobody else can read; afterwards they are gone. */
export async function withScratch<Value>(
	temporary: string | undefined,
	use: (scratch: Scratch) => Promise<Value>,
): Promise<Value> {
	const parent = temporary !== undefined && isAbsolute(temporary) ? temporary : tmpdir();
	const folder = await mkdtemp(join(await realpath(parent), 'pr-resolve-client-'));
	try {
		const scratch = {cwd: join(folder, 'empty'), files: join(folder, 'files')};
		await Promise.all([mkdir(scratch.cwd), mkdir(scratch.files)]);
		return await use(scratch);
	} finally {
		await rm(folder, {recursive: true, force: true, maxRetries: 3});
	}
}
