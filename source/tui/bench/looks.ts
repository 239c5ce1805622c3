import type {Verdict} from '../../run/benchmark/acceptance.ts';
import type {ProviderSnapshot} from '../../run/benchmark/events.ts';
import type {Tone} from '../text/line.ts';
import type {Symbols} from '../theme.ts';

type BenchLook = {symbol: keyof Symbols; tone: Tone};

/** Sign and tone of a provider's state; the words beside it mean the same. */
export function providerLook({state, stop}: Pick<ProviderSnapshot, 'state' | 'stop'>): BenchLook {
	switch (state) {
		case 'waiting':
			return {symbol: 'idle', tone: 'quiet'};
		case 'warming-up':
		case 'running':
			return {symbol: 'model', tone: 'accent'};
		case 'cooling-down':
			return {symbol: 'stale', tone: 'warning'};
		case 'done':
			return {symbol: 'apply', tone: 'good'};
		case 'stopped':
			return stop && isWanted(stop) ? {symbol: 'declined', tone: 'plain'} : {symbol: 'failed', tone: 'bad'};
	}
}

/** Whether a person ended it. */
const isWanted = ({by}: NonNullable<ProviderSnapshot['stop']>) => by === 'person' || by === 'interruption';

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
