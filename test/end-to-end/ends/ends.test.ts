import {expect, test} from 'vitest';
import {commands, cutAt, differences, ends} from './cutting.ts';

/** All: every request with every end, in about ten minutes. Default: each request with one of them. */
const isAll = process.env.PR_RESOLVE_ENDS === 'all';

/** The requests of a whole publication before those that can change anything: what they read is not about the steps. */
const isAboutSteps = (operations: readonly string[], at: number) => operations.indexOf('Publish') <= at;

test.each(Object.entries(commands))(
	'%s: whatever ends a publication, and wherever, report, record and host agree, or what is not known is named',
	async (name, open) => {
		const whole = await open();
		const {json} = await whole.run();
		const done = {host: whole.onHost(), record: await whole.recorded()};
		expect([differences(whole.told(json), done), done.host]).toEqual([
			[],
			{commits: 1, replies: whole.replies, resolved: 2},
		]);
		const operations = whole.host.requests.map(({operation}) => operation);
		const requests = operations.keys().filter(at => isAboutSteps(operations, at));
		const turn = Object.keys(commands).indexOf(name);
		const cases = requests.toArray().flatMap(at => {
			const chosen = isAll ? ends : [ends[(at + turn) % ends.length]!];
			return chosen.map(([end, faultWith]) => ({at, end, faultWith}));
		});
		const wrong: string[] = [];
		for (const {at, end, faultWith} of cases) {
			const publishing = await open();
			const ended = await cutAt(publishing, at, faultWith);
			const {open: left, ...record} = await publishing.recorded();
			const found = differences(publishing.told(ended.json), {host: publishing.onHost(), record});
			if (left === 0 && ended.stdout.includes('apply --continue')) found.push('apply --continue has nothing to do');
			if (left > 0 && (isAll || at % 3 === 0)) {
				const later = await publishing.finish();
				const {open: still, ...then} = await publishing.recorded();
				found.push(...differences([publishing.toldLater(later.json)], {host: publishing.onHost(), record: then}));
				if (still > 0) found.push(`${still} steps are open after ${later.code}`);
			}
			wrong.push(...found.map(what => `${end} at ${operations[at]} (${at}): ${what}`));
		}
		expect(wrong).toEqual([]);
	},
);
