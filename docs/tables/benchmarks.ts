import {benchmarks} from '../../bench/benchmarks.ts';
import {boundOf, commandOf, type Figure} from '../../bench/figure.ts';
import {withSection} from './section.ts';

/** A page with the list of benchmarks. */
export function withBenchmarks(page: string): string {
	const total = Object.values(benchmarks).reduce((sum, {seconds}) => sum + seconds, 0);
	const parts = Object.entries(benchmarks).map(([name, {about, seconds, figures}]) =>
		[
			`### ${name}`,
			about,
			['```sh', `${commandOf(name)}  # about ${seconds} s`, '```'].join('\n'),
			table(figures),
		].join('\n\n'),
	);
	const whole = `\`npm run bench\` runs all of them in turn, in about ${Math.ceil(total / 60)} minutes on two idle cores.`;
	return withSection(page, 'benchmarks', [whole, ...parts].join('\n\n'));
}

function table(figures: readonly Figure[]): string {
	const rows = figures.map(figure => {
		const unit = figure.unit === 'x' ? 'times' : figure.unit;
		return `| ${[figure.name, unit, boundOf(figure) || '-', figure.meaning].join(' | ')} |`;
	});
	return ['| figure | counts | bound | what it means |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
