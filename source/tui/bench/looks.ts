import type {Verdict} from '../../run/benchmark/acceptance.ts';
import type {ProviderSnapshot} from '../../run/benchmark/events.ts';
import type {Tone} from '../text/line.ts';
import type {Symbols} from '../theme.ts';

type BenchLook = {symbol: keyof Symbols; tone: Tone};

/** Sign and tone of each state; the words beside it mean the same. */
const stateLooks: Readonly<Record<ProviderSnapshot['state'], BenchLook>> = {
	waiting: {symbol: 'idle', tone: 'quiet'},
	'warming-up': {symbol: 'model', tone: 'accent'},
	running: {symbol: 'model', tone: 'accent'},
	'cooling-down': {symbol: 'stale', tone: 'warning'},
	done: {symbol: 'apply', tone: 'good'},
	stopped: {symbol: 'failed', tone: 'bad'},
};

export function providerLook({state, stop}: ProviderSnapshot): BenchLook {
	const isWanted = stop?.by === 'person' || stop?.by === 'interruption';
	return state === 'stopped' && isWanted ? {symbol: 'declined', tone: 'plain'} : stateLooks[state];
}

/** State of a provider, in at most twelve cells for counts of up to four digits. */
export function stateWords(provider: ProviderSnapshot): {text: string; tone: Tone} {
	const {state, stop, done, of, warmUp, circuit} = provider;
	const {tone} = providerLook(provider);
	switch (state) {
		case 'waiting':
			return {text: done > 0 ? `${done}/${of}` : 'waiting', tone: 'plain'};
		case 'warming-up':
			return {text: `warm-up ${warmUp.done}/${warmUp.of}`, tone};
		case 'cooling-down':
			return {text: circuit?.state === 'open' ? `retry ${Math.ceil(circuit.remainingMs / 1000)} s` : 'trying', tone};
		case 'running':
			return {text: `${done}/${of}`, tone: 'plain'};
		case 'done':
			return {text: `${done}/${of}`, tone};
		case 'stopped':
			if (stop?.by === 'interruption') return {text: done > 0 ? `ended ${done}/${of}` : 'not run', tone};
			return {text: `${stop?.by === 'person' ? 'skipped' : 'stopped'} ${done}`, tone};
	}
}

/** The sign of all limits together; the help has what it means. */
export const limitLooks: Readonly<Record<Verdict['verdict'], BenchLook & {meaning: string}>> = {
	pass: {symbol: 'apply', tone: 'good', meaning: 'within all limits, which do not include right answers'},
	investigate: {symbol: 'clash', tone: 'warning', meaning: 'within the limits, but P99 is above 10 s'},
	fail: {symbol: 'failed', tone: 'bad', meaning: 'misses a limit'},
	unknown: {symbol: 'idle', tone: 'quiet', meaning: 'not measured'},
};
