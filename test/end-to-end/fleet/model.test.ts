import {expect, test} from 'vitest';
import type {FleetReport} from '../../../source/run/fleet/fleet-report.ts';
import {ledTo} from '../../emulators/vendor/lead.ts';
import {shouldRead} from '../../emulators/vendor/obedient.ts';
import {openAiModel} from '../../helpers/models.ts';
import type {Review} from '../../helpers/review-of.ts';
import {rabbit} from '../no-checkout/applying.ts';
import {fleetToApply} from './applying.ts';

/** In words alone. */
const words = (line: number) => (review: Review) =>
	review.comment('src/list.txt', line, shouldRead(`ITEM ${line}`), rabbit);

const four = [1, 2, 3, 4].map(number => ({repository: 'acme/api', number, review: words(number)}));

/** Four pull requests with a question each, and a service that answers. */
async function fleetThatAsks(...more: string[]) {
	const service = await openAiModel();
	const {outside, env, commitsOn} = await fleetToApply(four);
	const flags = ['--apply', '--push', '--yes', '--json', '--llm-preset', 'openai-api-mini'];
	const {code, stdout} = await outside.run(['fleet', 'acme', ...flags, ...more], {env: {...env, ...ledTo(service)}});
	const commits = four.map(({repository, number}) => commitsOn(repository, number));
	return {code, report: JSON.parse(stdout) as FleetReport, asks: service.asks().length, commits};
}

test('all pull requests share one account of the model', async () => {
	const {code, report, asks, commits} = await fleetThatAsks();
	expect([code, report.llm, asks]).toMatchObject([0, {requests: 4, questions: 4, stoppedBy: null}, 4]);
	expect(report.llm!.costUsd).toBeGreaterThan(0);
	expect(commits).toEqual([1, 1, 1, 1]);
});

test('a budget that is spent leaves all further questions, and no pull request is missing: 5', async () => {
	const {code, report, asks} = await fleetThatAsks('--cost-budget', '0.000001');
	expect([code, report.totals.states, report.llm, asks]).toMatchObject([
		5,
		{done: 4, failed: 0, 'not-started': 0},
		{stoppedBy: 'budget', requests: 0},
		0,
	]);
});

test('one line shows how the questions of all ended, on the page too', async () => {
	const service = await openAiModel();
	const {outside, env} = await fleetToApply(four);
	const flags = ['--apply', '--push', '--yes', '--summary', 'page.md', '--llm-preset', 'openai-api-mini'];
	const {stdout} = await outside.run(['fleet', 'acme', ...flags, '--cost-budget', '0.0025'], {
		env: {...env, ...ledTo(service)},
	});
	const line = /^model: answered ([1-3]) of 4, \1 changes?, \$0\.00\d+; stopped: budget$/m;
	expect(stdout).toMatch(line);
	expect(outside.read('page.md').replaceAll('\\', '')).toMatch(/model: answered [1-3] of 4, .*stopped: budget/);
});
