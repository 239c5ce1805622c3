import {shouldRead} from '../../emulators/vendor/obedient.ts';
import {type Review, reviewOf} from '../../helpers/review-of.ts';
import {plainFolder, type WorkTree, workTree} from '../../helpers/work-tree.ts';

const address = 'https://github.com/octo/app.git';

let [head]: (WorkTree | null)[] = [null];

/** On the branch `feature` of octo/app#12, one commit after `main`; without a remote. */
function atHead(): WorkTree {
	head ??= workTree().branch('feature').commit({'src/prices.txt': 'one\ntwo\n'});
	return head.copy();
}

const clone = () => atHead().remote('origin', address);

function after(...args: string[]): WorkTree {
	const tree = clone();
	tree.git(...args);
	return tree;
}

/** The folders that command lines are typed in, by their name in the list. */
export const places: Readonly<Record<string, () => WorkTree>> = {
	clone,
	main: () => after('switch', '-q', 'main'),
	'another-branch': () => after('switch', '-q', '-c', 'alone'),
	detached: () => after('switch', '-q', '--detach'),
	bare: () => after('config', 'core.bare', 'true'),
	folder: plainFolder,
	'no-remote': atHead,
	gitlab: () => atHead().remote('origin', 'https://gitlab.com/octo/app.git'),
	'web-shop': () => workTree().remote('origin', 'https://github.com/demo/web-shop.git'),
	enterprise: () => atHead().remote('origin', 'https://github.acme.example/octo/app.git'),
};

/** What the emulated host has: #12 with a suggestion and a remark, #13 closed, #14 merged, all with the head of `clone`. */
export function reviews(): Review[] {
	const tree = clone();
	const states = {12: 'OPEN', 13: 'CLOSED', 14: 'MERGED'};
	return Object.entries(states).map(([number, state]) =>
		reviewOf(tree, {number: Number(number), state, repository: 'octo/app', headRefName: 'feature'})
			.suggest('src/list.txt', 9, ['item nine'])
			.comment('src/list.txt', 2, shouldRead('item two')),
	);
}

let [recordings]: (Record<string, string> | null)[] = [null];

/** Saved beside each folder as `review.json` (the remark and the suggestion of #12) and `shop.json`, of demo/web-shop#7. */
export function saveRecordings(tree: WorkTree): void {
	if (!recordings) {
		const text = reviews()[0]!.text();
		const other = text.replaceAll('octo/app', 'demo/web-shop');
		recordings = {'../home/review.json': text, '../home/shop.json': other};
	}
	tree.put(recordings);
}
