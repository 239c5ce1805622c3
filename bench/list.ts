import type {Benchmark} from './benchmark.ts';
import {boundOf} from './figure.ts';

/** The benchmarks with their purpose and figures, for a terminal. */
export const formatList = (all: Readonly<Record<string, Benchmark>>): string =>
	Object.entries(all)
		.map(([name, {about, seconds, figures}]) => {
			const lines = figures.map(figure => `    ${[figure.name, boundOf(figure)].filter(Boolean).join(': ')}\n`);
			return `${name} (about ${seconds} s)\n  ${about}\n${lines.join('')}`;
		})
		.join('\n');
