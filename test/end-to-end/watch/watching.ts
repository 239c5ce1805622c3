import {type ReviewerOptions, startReviewer} from '../../emulators/reviewers/reviewers.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import {numbered} from '../../helpers/work-tree.ts';
import {type Pushing, pushing} from '../closing/pushing.ts';

export const path = 'src/list.txt';

/** A report of a round, as far as tests look at it. */
type RoundReport = {
	findings: {outcome: string; reason: string}[];
	summary: Record<string, number>;
	commits: {oid: string; pushed: boolean}[];
	publication: {replies: number; resolved: number} | null;
	rounds: {number: number; limit: number; stoppedBy: string | null; selfMade: number} | null;
};

export type WatchReport = {
	schema: string;
	rounds: RoundReport[];
	end: string;
	stoppedBy: string | null;
	reason: string;
	remedy: string;
	exitCode: number;
};

export type Watching = Pushing & {
	clock: ReturnType<typeof virtualClock>;
	/** Milliseconds since the start. */
	elapsed: () => number;
	/** Lets so many seconds pass between commands. */
	idle: (seconds: number) => Promise<void>;
	/** How often each reviewer has looked. */
	looks: () => number[];
	/** Runs `pr-resolve watch` to its end. */
	watch: (...flags: string[]) => Promise<{code: unknown; report: WatchReport; stderr: string}>;
};

/**
 * A clone on the branch of a pull request, and its reviewers, who look at every push. Time passes only while the program
 * waits.
 * @param meanwhile also called whenever time has passed
 */
export async function watching(
	reviewers: readonly ReviewerOptions[],
	meanwhile: (world: Pushing & Pick<Watching, 'elapsed'>) => void = () => {},
): Promise<Watching> {
	const start = Date.now();
	let pass = () => {};
	const clock = virtualClock(start, () => pass());
	const made = await pushing({clock, review: () => {}, files: {[path]: numbered('item', 20)}});
	const {pullRequest} = made.review;
	pullRequest.file(path);
	const place = {pull: pullRequest, bare: made.bare, now: clock.now};
	const started = reviewers.map(options => startReviewer(place, options));
	const elapsed = () => clock.now() - start;
	pass = () => {
		meanwhile({...made, elapsed});
		for (const reviewer of started) reviewer.pass();
	};
	pass();
	return {
		...made,
		clock,
		elapsed,
		idle: async seconds => {
			for (let passed = 0; passed < seconds; passed += 30) await clock.sleep(30_000);
		},
		looks: () => started.map(({looks}) => looks()),
		watch: async (...flags) => {
			const args = ['watch', '7', '--publish', '--yes', '--json', ...flags];
			const {code, json, stderr} = await made.call(args);
			return {code, report: json as WatchReport, stderr};
		},
	};
}
