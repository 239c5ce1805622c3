import {expect, test} from 'vitest';
import {formatBenchmark} from '../../../source/run/benchmark/report/markdown.ts';
import {startAnthropic} from '../../emulators/anthropic/server.ts';
import {startOpenAI} from '../../emulators/openai/server.ts';
import {perfect} from '../../helpers/benchmark.ts';
import {desk, ledBy} from './desk.ts';

/** The report on two providers, of which one fails every so often. */
async function report(iterations: number, failEvery: number) {
	const [good, bad] = [await startAnthropic({answer: perfect}), await startOpenAI({answer: perfect})];
	let asked = 0;
	bad.setFault(seen => (seen.asked && ++asked % failEvery === 0 ? 'server-error' : null));
	try {
		const {plan, run} = await desk({
			options: {iterations, warmUp: 1},
			request: {providers: ['anthropic', 'openai']},
			env: {ANTHROPIC_API_KEY: good.key, OPENAI_API_KEY: bad.key},
			fetch: ledBy(good, bad),
		});
		const result = await run(await plan());
		return {result, text: formatBenchmark(result, 'report.svg')};
	} finally {
		await Promise.all([good.close(), bad.close()]);
	}
}

/** The lines of a section, without its title. */
const section = (text: string, title: string) =>
	text.split(`\n## ${title}\n`)[1]!.split('\n## ')[0]!.trim().split('\n');

test('the basis for a choice comes first, and each figure has its section', async () => {
	const {result, text} = await report(12, 4);
	expect([...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
		'Which provider',
		'Latency',
		'Acceptance',
		'Reliability',
		'Accuracy',
		'Cost',
		'By difficulty',
		'Providers',
		'Hardware',
		'How it was measured',
	]);
	const choice = section(text, 'Which provider').join('\n');
	for (const use of ['privacy', 'cost', 'latency', 'quality']) expect(choice).toContain(`- **${use}**: `);
	expect(choice).toMatch(/\| `anthropic [^|]*\| 100\.0% \| \*\*PASS\*\* \| leave this machine \|/);
	expect(choice).toMatch(/\| `openai [^|]*\| 100\.0% \| \*\*FAIL\*\* \| leave this machine \|/);
	expect(choice).toMatch(/^- \*\*quality\*\*: `anthropic [^`]*` - 100\.0% right, 12 of 12 answers$/m);
	expect(text).not.toMatch(/just as good|match the ground truth|P50/);

	expect(section(text, 'Latency')[0]).toBe('| provider | model | mean | median | P95 | P99 | throughput |');
	expect(section(text, 'Latency').join('\n')).toContain('\\* Few answers: an upper bound of P95');
	expect(section(text, 'Acceptance')[0]).toMatch(/\| all \| right \|$/);
	expect(section(text, 'Latency').join('\n')).toMatch(
		/\| `anthropic [^|]*\| 12 \| needs 30 answers \| [^|]* to [^|]* \| at least [\d.]+ s \(needs 72 answers\) \|/,
	);
	expect(section(text, 'By difficulty')[2]).toMatch(/\| simple \| 4 \| .*\| < 2 s \| met \| 100\.0% \|/);
	expect(section(text, 'Acceptance').join('\n')).toMatch(
		/\| PASS \([\d.]+ s\\\*\) \| \*\*FAIL\*\* \(75\.0%\) \| PASS /,
	);
	expect(section(text, 'Acceptance').join('\n')).toMatch(
		/^- `anthropic [^`]*`: cache hits \d+% \(target above 30%\)$/m,
	);
	expect(section(text, 'Reliability').join('\n')).toMatch(/\| server-error \| 3 \| 25\.0% \|/);
	const atWorst = result.providers[1]!.figures.atWorstUsd;
	expect(atWorst).toBeGreaterThan(0);
	expect(atWorst).toBeLessThan(result.providers[1]!.figures.costUsd);
	const {costUsd, costPerRequestUsd, answered} = result.providers[1]!.figures;
	expect(costPerRequestUsd).toBeCloseTo((costUsd - atWorst) / answered, 9);
	expect(result.providers[1]!.monthlyUsd!.at1000).toBeCloseTo(1000 * costPerRequestUsd!, 9);
	expect(section(text, 'Cost').join('\n')).toMatch(/its maximum cost\. So \$0\.\d+ of `openai /);
	expect(text).toMatch(/\n```sh\npr-resolve bench\n```\n$/);
	expect(text).not.toMatch(/undefined|NaN|null/);
});

test('percentiles of many answers have no mark, and one that does not fail has no errors', async () => {
	const {text} = await report(75, 1000);
	const [, , row] = section(text, 'Latency');
	expect(row).toMatch(/\| [\d.]+ s \| [\d.]+ s\\\* \| \d+\/s \|$/);
	expect(section(text, 'Reliability')).toContain('No request failed.');
	expect(section(text, 'Cost').join('\n')).not.toContain('its maximum cost');
});
