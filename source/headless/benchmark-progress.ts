import type {BenchmarkEvent, BenchmarkSnapshot, ProviderSnapshot} from '../run/benchmark/events.ts';
import {portionOf} from '../run/benchmark/figures.ts';
import {aliasOf} from '../settings/providers.ts';
import {fineMoney, percent, seconds} from '../text/figures.ts';
import {sentences} from '../text/sentences.ts';
import {openProgressPace} from './progress-pace.ts';
import {makeStatusLine} from './status-line.ts';
import type {Terminal} from './terminal.ts';

/**
 * Shows the progress of a benchmark on stderr. In a terminal it updates one line; elsewhere it prints a line when a
 * provider's state changes, at each tenth of its requests, and after a period of silence.
 */
export function makeBenchmarkProgress(
	{stderr, live}: Pick<Terminal, 'stderr' | 'live'>,
	isVerbose: boolean,
	now: () => number,
) {
	const {show, write, clear} = makeStatusLine({stderr, live});
	const pace = openProgressPace(now);
	const printed = new Map<string, string>();

	const print = (line: string) => {
		write(line);
		pace.note();
	};
	const follow = ({providers}: BenchmarkSnapshot) => {
		const current = providers.findLast(({state}) => state !== 'waiting');
		for (const provider of providers) {
			const mark = `${provider.state} ${Math.floor((10 * provider.done) / provider.of)}`;
			const isOver = provider.state === 'done' || provider.state === 'stopped';
			const isNews = printed.get(provider.name) !== mark && (!live || isOver);
			const isSilent = () => !live && provider === current && !isOver && pace.take();
			if (provider.state === 'waiting' || !(isNews || isSilent())) continue;
			printed.set(provider.name, mark);
			print(describe(provider));
		}
		if (current && current.state !== 'done' && current.state !== 'stopped') show(describe(current));
	};

	return {
		clear,
		show(event: BenchmarkEvent) {
			switch (event.type) {
				case 'note':
					return print(event.text);
				case 'left-out': {
					const {name, reason, remedy} = event.left;
					return print(`${name} is skipped: ${sentences(reason, remedy)}`);
				}
				case 'provider-check': {
					const {name, status, detail, remedy} = event.check;
					const line = `${aliasOf(event.provider.provider)}: ${name}: ${sentences(detail, remedy)}`;
					if (status === 'warning' || (isVerbose && status === 'ok')) print(line);
					return;
				}
				case 'sample': {
					const {index, entry, outcome, latencyMs, costUsd} = event.sample;
					const which = `${event.isWarmUp ? 'warm-up ' : ''}${index + 1}`;
					const result = event.trouble === null ? outcome : `${outcome} (${event.trouble})`;
					if (isVerbose)
						print(`${event.name} ${which} ${entry}: ${result}, ${seconds(latencyMs)}, ${fineMoney(costUsd)}`);
					return;
				}
				case 'snapshot':
					return follow(event.snapshot);
			}
		},
	};
}

function describe({name, state, stop, warmUp, done, of, figures, circuit}: ProviderSnapshot): string {
	const {latency, success, accuracy, costUsd} = figures;
	const where = state === 'warming-up' ? `warming up ${warmUp.done}/${warmUp.of}` : `${done}/${of}`;
	const wait = circuit?.state === 'open' ? `, circuit open for ${Math.ceil(circuit.remainingMs / 1000)} s` : '';
	const times = latency ? `, median ${seconds(latency.p50Ms)}, P95 ${seconds(latency.p95Ms)}` : '';
	const parsed = success.of > 0 ? `, ${percent(portionOf(success))} parsed` : '';
	const right = accuracy.all.of > 0 ? `, ${percent(portionOf(accuracy.all))} right` : '';
	const ended = stop ? `, stopped (${stop.by}): ${stop.reason}` : state === 'done' ? ', done' : '';
	return `${name}: ${where}${wait}${right}${times}${parsed}, ${fineMoney(costUsd)}${ended}`;
}
