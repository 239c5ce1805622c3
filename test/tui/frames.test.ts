import {test} from 'vitest';
import {user} from '../emulators/github/data.ts';
import {hoursAgo} from '../helpers/hours-ago.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {type WorkTree, workTree} from '../helpers/work-tree.ts';
import {openDesk} from './desk.ts';
import {expectFrame, usualSizes} from './golden-frames.ts';

const code = [
	'import {tax} from "./tax";',
	'',
	'export function total(cart) {',
	'\tlet sum;',
	'\treturn sum;',
	'}',
	'',
];

/** One finding of each kind. */
function everyKind(tree: WorkTree): string {
	tree.commit({'src/cart.ts': code.join('\n')});
	const from = reviewOf(tree)
		.suggest('src/cart.ts', 4, ['\tlet sum = 0;'], {body: 'The sum begins at nothing.'})
		.suggest('src/list.txt', 2, ['item II'], {body: 'Roman.'})
		.suggest('src/list.txt', 2, ['item two'], {body: 'In words.'})
		.suggest('src/list.txt', [6, 7], ['item SIX', 'item 7'], {body: 'In capitals.'})
		.comment('src/list.txt', 10, 'Is this one needed?\n\n- [ ] in `total`\n- [ ] in the **tests**')
		.comment('notes.md', 5, 'See [the guide](https://example.com/guide) and https://example.com/rules.', {}, thread =>
			thread
				.reply({body: 'Where?', author: user('ann'), createdAt: hoursAgo(50)})
				.reply({body: '> Where?\n\nIn the last part.', author: user('ben'), createdAt: hoursAgo(3.5)}),
		)
		.save();
	tree.put({'src/list.txt': tree.read('src/list.txt').replace('item 6', 'item six')});
	return from;
}

/** The finding that each view is of, by its title, and the keys that lead to it. */
const views: Readonly<Record<string, [title: string, ...keys: string[]]>> = {
	suggestion: ['The sum begins at nothing.'],
	conflict: ['Roman.'],
	stale: ['In capitals.'],
	words: ['Is this one needed?'],
	thread: ['See the guide and https://example.com/rules.', '2', '+'],
	links: ['See the guide and https://example.com/rules.', 'O'],
	diff: ['The sum begins at nothing.', 'd'],
	split: ['The sum begins at nothing.', 'd', '|'],
	question: ['The sum begins at nothing.', 'A'],
	filter: ['The sum begins at nothing.', '/', ...'is:p'],
	help: ['The sum begins at nothing.', '?'],
};

test.each(Object.keys(views))('%s', async view => {
	const [title, ...keys] = views[view]!;
	const tree = workTree();
	const desk = await openDesk(tree, everyKind(tree));
	const row = [...desk.state().list.all.values()].find(each => each.title === title)!;
	desk.store.dispatch({type: 'resize', size: {columns: 80, rows: 24}});
	desk.store.dispatch({type: 'look', finding: row.id});
	desk.press(...keys);
	await expectFrame(desk.tree, usualSizes, `review/${view}`);
});
