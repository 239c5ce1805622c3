import process from 'node:process';
import {startAnthropic} from '../../test/emulators/anthropic/server.ts';
import {startOllama} from '../../test/emulators/ollama/server.ts';
import {startOpenAI} from '../../test/emulators/openai/server.ts';
import {obedient} from '../../test/emulators/vendor/obedient.ts';

/** The first message to a service: its kind and settings. `latenciesMs` are used in a cycle; none for instant answers. */
export type Order = {kind: 'openai' | 'anthropic' | 'ollama'; latenciesMs: readonly number[]};

/** A service's messages: its address and, on request, the duration of each answer. */
export type ServiceReply = {url: string; key: string} | {servedMs: number[]};

async function open({kind, latenciesMs}: Order) {
	let turn = 0;
	const options = {
		answer: obedient,
		fault: (seen: {asked: unknown}) =>
			seen.asked && latenciesMs.length > 0
				? ({name: 'slow', ms: latenciesMs[turn++ % latenciesMs.length]!} as const)
				: null,
	};
	if (kind === 'ollama') return {...(await startOllama({answer: obedient})), key: ''};
	return kind === 'openai' ? startOpenAI(options) : startAnthropic(options);
}

let service: Awaited<ReturnType<typeof open>> | null = null;

process.on('message', async (message: Order | 'log' | 'forget') => {
	if (message === 'log') {
		const servedMs = service!.asks().map(({arrivedAt, leftAt}) => leftAt! - arrivedAt);
		process.send!({servedMs} satisfies ServiceReply);
	} else if (message === 'forget') {
		service!.requests.length = 0;
		process.send!({servedMs: []} satisfies ServiceReply);
	} else {
		service = await open(message);
		process.send!({url: service.url, key: service.key} satisfies ServiceReply);
	}
});
process.on('disconnect', () => process.exit());
