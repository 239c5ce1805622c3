import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {hostOf} from '../../helpers/host.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {act, builtAction} from './acting.ts';

const titles = [
	'::error::x',
	'a %0A::set-output name=commit::x',
	'EOF\nEOF\ncommit=x',
	'| <img src=x onerror=alert(1)> |',
	'ends here\r::stop-commands::x\r\n::add-mask::octo',
	'##[error]x and \u001b[2J \u2028::error::x',
	'::set-env name=NODE_OPTIONS::--require x',
];

test('what comments contain reaches neither commands nor outputs', async () => {
	const tree = workTree();
	const review = reviewOf(tree);
	const author = {__typename: 'Bot', login: '::error::x'} as const;
	for (const [index, title] of titles.entries()) {
		review.comment('src/list.txt', index + 1, `${title}\n\nPlease.`, {author});
		// Two that contradict each other are left.
		for (const word of ['one', 'two'])
			review.suggest('src/list.txt', index + 1, [`::error::${word} ${index}`], {body: title, author});
	}
	const host = await hostOf([review]);
	const {code, commands, outputs, summary, stdout} = await act({
		tree,
		host,
		main: builtAction,
		inputs: {publish: 'false'},
	});
	const names = new Set(commands.map(({name}) => name));
	expect([code, [...names].sort()]).toEqual([0, ['add-mask', 'notice', 'stop-commands', 'warning']]);
	expect(commands.filter(({name}) => name === 'add-mask')).toHaveLength(1);
	expect(Object.keys(outputs).sort()).toEqual([
		...[
			'applied',
			'commit',
			'exit-code',
			'in-words',
			'left',
			'matrix',
			'outcome',
			'page',
			'patch',
			'report',
			'verdict',
		],
	]);
	expect([outputs.commit, outputs.outcome]).toEqual(['', 'open']);
	expect(JSON.parse(readFileSync(outputs.report!, 'utf8')).findings.length).toBeGreaterThanOrEqual(titles.length);
	expect([summary.includes('<img'), stdout.includes('\u001b')]).toEqual([false, false]);
});
