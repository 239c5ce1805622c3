import {maskSecrets} from '../../../llm/mask/mask.ts';
import {throttle} from '../../../system/throttle.ts';
import type {Context} from '../../context.ts';

/** How much of the end is shown, in characters. */
const shownLength = 16 * 1024;
/** At most one view in this time. */
const pauseMs = 250;
/** The rest of it may be on its way, and half a secret is none that the mask knows. */
const unfinishedWord = /[\w+/=.-]{4,}$/;

/** The end of what a command writes, shown while it runs. */
export type LiveOutput = {
	/** More was written; `tail` gives the end of all of it. */
	follow: (tail: () => string) => void;
	/** The command has ended: shows the end of its output. */
	end: () => Promise<void>;
};

/** Shows the end of a command's output as it grows, without secrets. @param show gets text that is otherwise untrusted */
export function openLiveOutput(show: (text: string) => void, world: Pick<Context, 'sleep'>): LiveOutput {
	let tail = () => '';
	let showing: Promise<unknown> = Promise.resolve();
	const view = (isOver: boolean) => {
		showing = showing.then(async () => {
			const {texts} = await maskSecrets([endOf(tail())]);
			show(isOver ? texts[0]! : texts[0]!.replace(unfinishedWord, ''));
		});
	};
	const views = throttle(() => view(false), pauseMs, world);
	return {
		follow(read) {
			tail = read;
			views.call();
		},
		async end() {
			await views.end();
			view(true);
			await showing;
		},
	};
}

/** Whole lines, because the start of a cut one may be the end of a secret. */
function endOf(text: string): string {
	if (text.length <= shownLength) return text;
	const end = text.slice(-shownLength);
	return end.slice(end.indexOf('\n') + 1);
}
