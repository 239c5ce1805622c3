import {onTestFinished} from 'vitest';
import {type RedisServer, startRedis} from '../emulators/redis.ts';
import {newFolder} from './folders.ts';

/** A real server that ends with the test. */
export async function redisServer(...options: string[]): Promise<RedisServer> {
	const server = await startRedis(newFolder(), ...options);
	onTestFinished(server.close);
	return server;
}
