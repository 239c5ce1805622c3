import type {OnWait} from '../code-host/port.ts';
import type {OnFound} from '../run/fleet/find-pulls.ts';
import type {Log} from '../run/log.ts';
import {count} from '../text/count.ts';
import {waiting} from '../text/waiting.ts';
import {makeStatusLine} from './progress.ts';
import type {Terminal} from './terminal.ts';

/** How far a listing is, in a line of stderr that a terminal updates. */
export function makeListingProgress(terminal: Terminal, log: Log) {
	const {show, clear} = makeStatusLine(terminal);
	const onFound: OnFound = ({pulls, repositories}) =>
		show(`listing: ${count(pulls, 'pull request')} in ${count(repositories, 'repository', 'repositories')}`);
	const onWait: OnWait = ({ms, reason}) => {
		clear();
		log('WARNING', waiting(ms, reason));
	};
	return {onFound, onWait, clear};
}
