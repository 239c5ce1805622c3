import {count} from '../../text/sentences.ts';
import {first, hintTo, keyTo} from '../app/keymap.ts';
import {line} from '../text/line.ts';
import {outstanding} from './outstanding.ts';
import {canDecide, hasPlan} from './reasons.ts';
import type {ReviewQuestion, ReviewState} from './state.ts';
import {writeWay} from './write-way.ts';

export function undoQuestion({runs}: ReviewState): ReviewQuestion {
	const {files = [], isCommitted = false} = runs.at(-1) ?? {};
	const which = runs.length > 1 ? `latest of ${runs.length} runs` : 'run';
	return {
		what: 'undo',
		title: `Undo the ${which} and restore ${count(files.length, 'file')}?`,
		lines: [
			...(isCommitted ? [line('  Its commit is undone too, unless it is pushed or not the last one.')] : []),
			line('  Edits you made since then are kept.'),
		],
	};
}

export function quitQuestion(state: ReviewState): ReviewQuestion {
	const canWrite = first(canDecide, hasPlan)(state) === null;
	const {word, does} = writeWay(state);
	const [save, write] = [keyTo(state, 'save'), keyTo(state, 'apply')];
	const ways = [`${save} saves them to a file`, ...(canWrite ? [`${write} ${does}`] : [])];
	return {
		what: 'quit',
		title: `Quit without applying ${count(outstanding(state).length, 'decision')}?`,
		lines: [line(`  The next review offers to continue with them. ${ways.join(', ')}.`)],
		offers: [hintTo(state, 'save', 'save'), ...(canWrite ? [hintTo(state, 'apply', word)] : [])],
	};
}
