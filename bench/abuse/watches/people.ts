import {type ReviewerOptions, startReviewer} from '../../../test/emulators/reviewers/reviewers.ts';
import {
	atMost,
	contradictory,
	insistent,
	lastLines,
	newWords,
	trivia,
} from '../../../test/emulators/reviewers/scripts.ts';
import type {Random} from '../random.ts';
import {act, deeds} from './deeds.ts';
import type {Watched} from './watched.ts';

const path = 'list.txt';

const newWordsName = 'finds new words';

/** Reviewers by what they do; those that contradict each other come together. */
const kinds: Readonly<Record<string, (random: Random) => ReviewerOptions[]>> = {
	[newWordsName]: random => [{behavior: newWords(path, 4), limit: limitAt(random)}],
	'comments on our last change': () => [{behavior: lastLines(path)}],
	'contradicts itself': () => [{behavior: contradictory(path, 7, ['item 7', 'item seven'])}],
	'contradicts another one': () => [
		{behavior: insistent(path, 9, 'item nine')},
		{behavior: insistent(path, 9, 'item IX'), login: 'gemini-code-assist', delayMs: 90_000},
	],
	'finds trifles': () => [{behavior: trivia(path)}],
	'comes to an end': random => [{behavior: atMost(2, lastLines(path)), limit: limitAt(random)}],
};

/** Rate limited or at work for a while, at one of the first looks. */
const limitAt = ({next, below}: Random) => ({look: 1 + below(4), minutes: 2 + below(25), isAtWork: next() < 0.5});

/** Starts reviewers and plans what others do. Returns what lets them act. */
export function invitePeople(watched: Watched): () => void {
	const {pull, bare, clock, random, past} = watched;
	// Those that no brake but the limit stops come more often.
	const names = [...Object.keys(kinds), newWordsName, newWordsName, newWordsName];
	const chosen = [...new Set(Array.from({length: 1 + random.below(2)}, () => random.pick(names)))];
	// Two accounts of one name would be one reviewer.
	const options = chosen.flatMap(name => kinds[name]!(random));
	const started = options.map((one, index) =>
		startReviewer(
			{pull, bare, now: clock.now},
			{login: ['coderabbitai', 'qodo-merge', 'sourcery-ai'][index % 3]!, ...one},
		),
	);
	past.push(`reviewers: ${chosen.join(', ')}`);
	const plans = Array.from({length: random.below(5)}, () => ({
		deed: random.pick(deeds),
		...(random.next() < 0.5
			? {at: clock.now() + random.below(1800) * 1000, moment: Infinity}
			: {at: Infinity, moment: random.below(150)}),
	}));
	let moments = 0;
	return () => {
		moments += 1;
		for (const reviewer of started) reviewer.pass();
		for (const plan of plans.filter(({at, moment}) => at <= clock.now() || moment <= moments)) {
			const said = act(watched, plan.deed);
			plans.splice(plans.indexOf(plan), said === null ? 0 : 1);
			if (said !== null) past.push(`${said} (${moments})`);
			for (const reviewer of started) reviewer.pass();
		}
	};
}
