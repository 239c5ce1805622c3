import {withSection} from '../media/section.ts';
import type {Benchmark} from './benchmark.ts';
import {benchmarks} from './benchmarks.ts';
import {boundOf, commandOf, type Figure} from './figure.ts';

type Named = Readonly<Record<string, Benchmark>>;

/** The names of benchmarks with what they find out and their figures, for a terminal. */
export const formatList = (all: Named): string =>
	Object.entries(all)
		.map(([name, {about, seconds, figures}]) => {
			const lines = figures.map(figure => `    ${[figure.name, boundOf(figure)].filter(Boolean).join(': ')}\n`);
			return `${name} (about ${seconds} s)\n  ${about}\n${lines.join('')}`;
		})
		.join('\n');

/** `docs/benchmarks.md` with its list of benchmarks as they are. */
export const withBenchmarks = (page: string) =>
	withSection(page, 'benchmarks', formatPage(benchmarks), 'npm run bench -- --page');

function formatPage(all: Named): string {
	const total = Object.values(all).reduce((sum, {seconds}) => sum + seconds, 0);
	const parts = Object.entries(all).map(([name, {about, seconds, figures}]) =>
		[
			`### ${name}`,
			about,
			['```sh', `${commandOf(name)}  # about ${seconds} s`, '```'].join('\n'),
			table(figures),
		].join('\n\n'),
	);
	const whole = `\`npm run bench\` runs all of them one after the other, in about ${Math.ceil(total / 60)} minutes on two cores that have nothing else to do.`;
	return [whole, ...parts].join('\n\n');
}

function table(figures: readonly Figure[]): string {
	const rows = figures.map(figure => {
		const unit = figure.unit === 'x' ? 'times' : figure.unit;
		return `| ${[figure.name, unit, boundOf(figure) || '-', figure.meaning].join(' | ')} |`;
	});
	return ['| figure | counts | bound | what it means |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
