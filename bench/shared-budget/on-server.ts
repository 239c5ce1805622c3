import {mkdtemp} from 'node:fs/promises';
import {join} from 'node:path';
import {type RedisServer, startRedis} from '../../test/emulators/redis.ts';
import type {Machine} from '../benchmark.ts';

/** Does some work on a real redis-server, which ends with it. */
export async function onServer<Result>(
	{folder}: Machine,
	work: (server: RedisServer) => Promise<Result>,
): Promise<Result> {
	const server = await startRedis(await mkdtemp(join(folder, 'redis-')));
	try {
		return await work(server);
	} finally {
		await server.close();
	}
}
