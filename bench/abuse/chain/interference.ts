import {existsSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Scene} from './scene.ts';

/** What others do at the n-th request of a command, or while its command of `--verify` runs; null: nothing. */
export type Interference = {at: number | 'verification'; act: (scene: Scene) => string} | null;

/** A file that is there as long as a command of `--verify` waits for others. */
export const markOf = ({folder}: Scene) => join(folder, 'verifying');

/** Shell commands that wait. */
export const waitFor = (mark: string) => `touch ${mark}; while [ -e ${mark} ]; do sleep 0.02; done; `;

/** Lets others act once, at their moment. Returns what ends that, and says what they did. */
export function letAct(scene: Scene, interference: Interference): () => string[] {
	const done: string[] = [];
	const act = () => {
		if (done.length === 0 && interference) done.push(`meanwhile ${interference.act(scene)}`);
	};
	let requests = 0;
	scene.onRequest = () => {
		requests += 1;
		if (requests === interference?.at) act();
	};
	const mark = markOf(scene);
	const look = () => {
		if (!existsSync(mark)) return;
		act();
		// What came during the verification must be seen before the push, so this is as good as a reading.
		scene.read();
		rmSync(mark);
	};
	const timer = interference?.at === 'verification' ? setInterval(look, 10) : undefined;
	return () => {
		clearInterval(timer);
		rmSync(mark, {force: true});
		scene.onRequest = null;
		return done;
	};
}
