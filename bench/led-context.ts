import {setTimeout} from 'node:timers/promises';
import type {Context} from '../source/run/context.ts';
import type {Machine} from './benchmark.ts';
import type {Service} from './service/start.ts';

const origins = ['https://api.openai.com', 'https://api.anthropic.com'];

/** A run's context in which a service replaces the vendors' own addresses and accepts the key. */
export function ledContext({folder, env}: Machine, service: Service | null): Context {
	const lead = (address: string) =>
		origins.reduce((led, origin) => (service ? led.replace(origin, service.url) : led), address);
	return {
		cwd: folder,
		env: {
			...env,
			...{OPENAI_API_KEY: service?.key, ANTHROPIC_API_KEY: service?.key, LOCAL_BASE_URL: service?.url},
			no_proxy: origins.map(origin => new URL(origin).hostname).join(),
		},
		now: Date.now,
		sleep: async (ms, signal) => void (await setTimeout(ms, null, signal && {signal})),
		randomId: () => 'bench',
		random: Math.random,
		fetch: (input, init) => globalThis.fetch(lead(String(input)), init),
		signal: new AbortController().signal,
		log: () => {},
		pid: 0,
		isAlive: () => true,
	};
}
