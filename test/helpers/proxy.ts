import {onTestFinished} from 'vitest';
import {type ProxyOptions, type ProxyServer, startProxy} from '../emulators/proxy.ts';

/** An emulated proxy for one test. */
export async function proxy(options: ProxyOptions = {}): Promise<ProxyServer> {
	const started = await startProxy(options);
	onTestFinished(() => started.close());
	return started;
}
