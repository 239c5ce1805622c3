import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {answersTo} from './answers-to.ts';
import {type Scene, type Suggested, threadOf} from './scene.ts';

/** The user takes a change, whatever was answered so far. */
export function overrule(scene: Scene, change: Suggested): void {
	for (const id of answersTo(change, threadOf(scene, change.thread))) change.overruled.add(id);
}

/** The user decides anew what was declined or reverted. */
export function reconsider(change: Suggested): void {
	Object.assign(change, {isDeclined: false, isReverted: false});
}

/** Up to three decisions of the user on the latest changes. */
export function decide(scene: Scene): {path: string; decisions: string[]; declined: Suggested[]} {
	const {random, changes, names} = scene;
	const known = changes.filter(({id}) => names.has(id)).slice(-12);
	const chosen = new Set(known.length === 0 ? [] : [1, 2, 3].map(() => random.pick(known)));
	const declined: Suggested[] = [];
	const said: string[] = [];
	const decisions = [...chosen].map(change => {
		const action = random.pick(['apply', 'decline', 'edit'] as const);
		said.push(`${action} ${change.thread}`);
		const of = {change: names.get(change.id), action};
		if (action === 'decline') {
			declined.push(change);
			return random.next() < 0.5 ? of : {...of, reason: 'not in this release'};
		}
		overrule(scene, change);
		reconsider(change);
		if (action === 'apply') return of;
		const text = `mine ${scene.number()}`;
		change.edits.push(text);
		return {...of, text: `${text}\n`};
	});
	const path = join(scene.folder, 'decisions.json');
	writeFileSync(path, JSON.stringify({schema: 'pr-resolve/decisions@1', decisions}));
	return {path, decisions: said, declined};
}
