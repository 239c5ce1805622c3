import {run} from '../../../failure.ts';
import {warning} from '../checks.ts';
import type {ModelService, ProviderCheck, ProviderOptions} from '../provider.ts';
import {clientDefaultModel} from '../tier.ts';
import {checkClient, loginOf, subscriptionOf} from './check.ts';
import {diagnose} from './diagnosis.ts';
import type {Unreturned} from './home.ts';
import type {ClientProgram} from './program.ts';
import {loadExeca} from './run.ts';
import {start} from './start.ts';

/**
 * A subscription, through its client. Nothing is started before the first question or check.
 * @param others alternatives, named in the message if none is installed
 */
export function openClientService(
	program: ClientProgram,
	{model, effort, env, longestRetryMs = Number.POSITIVE_INFINITY, now = Date.now}: ProviderOptions,
	others: readonly ClientProgram[] = [],
): ModelService {
	const choice = {model: model === clientDefaultModel ? null : model, effort};
	const client = {program, env, candidates: [program, ...others]};
	let lost: ProviderCheck | null = null;
	let isLossTold = false;
	let isLoggedIn = program.status.isSlow;
	return {
		model,
		effort,
		address: program.name,
		isLocal: false,
		isMetered: false,
		load: loadExeca,
		sizeOf: request =>
			Buffer.byteLength(program.ask(request, choice, '').input) +
			Buffer.byteLength(JSON.stringify(request.schema)) +
			program.overheadBytes,
		async ask(request, signal) {
			if (!isLoggedIn) {
				subscriptionOf(program, await loginOf(client, signal));
				isLoggedIn = true;
			}
			const command = (folder: string) => program.ask(request, choice, folder);
			const {value: ended, unreturned} = await start(client, command, signal);
			lost ??= lostLogin(program, unreturned);
			const reading = program.read(ended, choice);
			const {stoppedBy} = ended;
			const dead = (kind: 'protocol' | 'cut-off', said: string, isUnread = false) =>
				diagnose(program, {kind, said, spent: 'unknown', isUnread}, {model, longestRetryMs, now: now()});
			if (stoppedBy === 'flood') throw dead('protocol', 'its output is too long', true);
			if ('reply' in reading) return reading.reply;
			if (stoppedBy !== null && stoppedBy !== 'enough') throw dead('cut-off', stoppedBy);
			throw diagnose(program, reading.symptom, {model, longestRetryMs, now: now()});
		},
		check: signal => checkClient(client, choice, signal),
		async checkAnswered() {
			if (isLossTold) return null;
			isLossTold = lost !== null;
			return lost;
		},
	};
}

/** The warning that a renewed login could not be saved in the user's home; null if there is none. */
function lostLogin({name, login}: ClientProgram, [first]: readonly Unreturned[]): ProviderCheck | null {
	if (!first) return null;
	const why = (first.cause as NodeJS.ErrnoException).code ?? String(first.cause);
	return warning(
		'login',
		`${name} renewed its login, but ${first.file} could not be updated (${why})`,
		`Make ${first.file} and its folder writable, then log in again with: ${login}`,
		[run(login)],
	);
}
