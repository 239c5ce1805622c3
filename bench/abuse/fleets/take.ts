import {mkdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {exitCodes} from '../../../source/exit-code.ts';
import type {FleetReport} from '../../../source/run/fleet/fleet-report.ts';
import {describe} from '../closing/finish.ts';
import {type Death, type RunEnd, runUntil} from '../closing/run-until.ts';
import {type Random, randomOf} from '../random.ts';
import type {Program} from '../review-of-files.ts';
import {startBilled} from '../watches/billed.ts';
import {act, deeds} from '../watches/deeds.ts';
import {crashIn, pushedBy} from '../watches/judge.ts';
import {deathOf, type Taken} from '../watches/take.ts';
import {failSometimes} from '../watches/watched.ts';
import {type Fleet, makeTemplate, setFleet} from './fleet.ts';
import {differences, judgeFleet} from './judge.ts';

const mostProcesses = 14;
const apply = ['fleet', 'acme', '--apply', '--publish', '--yes', '--json'];

/** Takes fleets on whose pull requests others work, kills them at random, and resumes them until they are done, and once more. */
export async function takeFleets(
	count: number,
	seed: number,
	program: Program,
	onTaken: (taken: Taken) => void,
): Promise<void> {
	const template = makeTemplate(program);
	for (let index = 0; index < count; index += 1) {
		const random = randomOf(seed + index);
		const folder = join(program.folder, `fleet-${seed + index}`);
		const fleet = await setFleet(folder, template, program.env, random);
		try {
			onTaken({seed: seed + index, ...(await takeOne(fleet, program))});
		} finally {
			await fleet.close();
			rmSync(folder, {recursive: true, force: true});
		}
	}
}

async function takeOne(fleet: Fleet, program: Program): Promise<Omit<Taken, 'seed'>> {
	const {past, random} = fleet;
	const kills = 1 + random.below(4);
	const isFaulty = random.next() < 0.5;
	const model = await startBilled(random, 12);
	Object.assign(fleet.env, model?.env);
	const flags = model?.flags ?? [];
	if (model) past.push('with a model');
	const faults: string[] = [];
	let report: FleetReport | null = null;
	while (faults.length === 0 && fleet.processes < mostProcesses) {
		const isKilled = fleet.processes < kills;
		const before = deedsOf(fleet);
		const ended = await runOne(fleet, {
			program,
			flags,
			isKilled,
			isFaulty: isFaulty && fleet.processes < 6,
			isQuiet: false,
		});
		faults.push(...crashIn(ended));
		if (ended.code === null || faults.length > 0) continue;
		const found = ended.json as unknown as FleetReport;
		if (!Array.isArray(found.pullRequests)) {
			// What fails before any pull request is found has a failure, and no report.
			if (deedsOf(fleet) !== before) faults.push(`no report of what was done: ${JSON.stringify(found)}`);
			past.push(`ended with ${JSON.stringify(found)}`);
			continue;
		}
		faults.push(...differences(fleet, found));
		if (found.ends.length === 0) noteReported(fleet, found);
		if (!isDone(found, model !== null)) continue;
		report = found;
		break;
	}
	if (report) {
		// What others do in the end is news.
		const last = await runOne(fleet, {program, flags, isKilled: false, isFaulty: false, isQuiet: true});
		const {length} = fleet.gitHub.writes;
		const again = await runOne(fleet, {program, flags, isKilled: false, isFaulty: false, isQuiet: true});
		for (const ended of [last, again])
			faults.push(...crashIn(ended), ...differences(fleet, ended.json as unknown as FleetReport));
		if (fleet.gitHub.writes.length > length) faults.push('another --resume wrote again');
		faults.push(...judgeFleet(fleet, again.json as unknown as FleetReport));
	} else if (faults.length === 0) faults.push(`it is not done after ${mostProcesses} processes`);
	// One budget for all processes.
	faults.push(...(model?.judge() ?? []));
	await model?.close();
	return {faults: [...new Set(faults)], past, processes: fleet.processes, kills};
}

/** How many commits and writes are on the host. */
const deedsOf = ({pulls, gitHub}: Fleet) =>
	pulls.reduce((sum, one) => sum + pushedBy(one, one.happened).length, gitHub.writes.length);

function noteReported({pulls, reported}: Fleet, {pullRequests}: FleetReport): void {
	for (const {repository, number} of pullRequests)
		for (const {pull} of pulls)
			if (pull.data.repository === repository && pull.data.number === number) reported.add(pull.data.id);
}

/** @param isBilled whether its budget may be spent */
const isDone = ({exitCode, ends, pullRequests}: FleetReport, isBilled: boolean) =>
	ends.length === 0 &&
	(exitCode === exitCodes.done || exitCode === exitCodes.needsPerson || (isBilled && exitCode === exitCodes.guard)) &&
	pullRequests.every(({state}) => state === 'done' || state === 'quiet');

type Run = {program: Program; flags: readonly string[]; isKilled: boolean; isFaulty: boolean; isQuiet: boolean};

async function runOne(fleet: Fleet, {program, flags, isKilled, isFaulty, isQuiet}: Run): Promise<RunEnd> {
	const {random, clock, folder, past, gitHub} = fleet;
	const args = [...apply, ...flags, ...(fleet.processes === 0 ? [] : ['--resume'])];
	fleet.begin();
	clock.pass(3_600_000);
	const {death, moment} = deathOf(random, isKilled, [100, 400, 900]);
	fleet.onMoment = () => {
		if (!isQuiet && random.next() < 0.02) meddle(fleet, random);
		if (isFaulty) failSometimes(fleet);
		moment();
	};
	const root = join(folder, 'elsewhere');
	mkdirSync(root, {recursive: true});
	const env = {...fleet.env, ...clock.env(), KILL_UNDER: fleet.env.XDG_STATE_HOME!};
	const ended = await runUntil(death, {root, env, folder}, program, args);
	fleet.onMoment = () => {};
	gitHub.faults.clear();
	for (const one of fleet.pulls) one.look();
	const {totals} = (ended.json ?? {}) as Partial<FleetReport>;
	past.push(`${fleet.processes}: ${describe(ended)}${nameOf(death, ended)} ${JSON.stringify(totals?.states)}`);
	return ended;
}

const nameOf = (death: Death, {code}: RunEnd) =>
	death && code === null && 'signal' in death ? ` by ${death.signal}` : '';

/** Others work on a pull request, or close it. */
function meddle({pulls, past}: Fleet, random: Random): void {
	const one = random.pick(pulls);
	const isOver = random.next() < 0.2;
	if (isOver) one.pull.data.state = random.pick(['CLOSED', 'MERGED']);
	const said = isOver ? 'it is closed' : act(one, random.pick(deeds));
	if (said !== null) past.push(`${one.pull.data.repository}#${one.pull.data.number}: ${said}`);
}
