import {rate} from '../../../text/figures.ts';
import type {ProviderResult} from '../result.ts';
import {code, reportTable} from './table.ts';

/** How fast local models read and write; empty if no server reports it. */
export function speeds(providers: readonly ProviderResult[]): string[] {
	const rows = providers.flatMap(({name, figures: {speed}}) =>
		speed ? [[code(name), rate(speed.inputPerSecond), rate(speed.outputPerSecond)]] : [],
	);
	if (rows.length === 0) return [];
	const note =
		'Tokens per second, as the model server reports them. Parts of a prompt that it still had from the last one do not count.';
	return [reportTable(['local model', 'prompt tokens', 'answer tokens'], rows), note];
}
