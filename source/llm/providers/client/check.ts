import {plainStart} from '../../../text/shorten.ts';
import {failed, ok, warning} from '../checks.ts';
import type {ModelRequest, ProviderCheck} from '../provider.ts';
import {ModelTrouble} from '../trouble.ts';
import {diagnose, meteredLogin} from './diagnosis.ts';
import {ownHome, type Revealed} from './home.ts';
import type {ClientChoice, ClientProgram, Login, ProgramResult} from './program.ts';
import {type Client, startBriefly} from './start.ts';

/** Checks the program, its version and login, and that it knows the arguments of a question. Sends no question. */
export async function* checkClient(
	client: Client,
	choice: ClientChoice,
	signal: AbortSignal,
): AsyncGenerator<ProviderCheck, void> {
	const {program} = client;
	let name = 'program';
	try {
		const version = await versionOf(client, signal);
		const shown = await probe(client, choice, signal, version);
		yield ok(name, `${program.name} ${version}${isOlder(version, program.tried.version) ? untried(program) : ''}`);
		name = 'login';
		const login = await loginOf(client, signal, shown);
		if (login.state === 'metered') name = 'subscription';
		const subscription = subscriptionOf(program, login);
		yield ok(name, login.state === 'in' ? login.detail : '');
		if (subscription !== null) yield ok('subscription', subscription);
		const revealed = await revealedBy(client);
		if (revealed) yield warning('instructions', revealed.detail, revealed.remedy);
	} catch (trouble) {
		if (!(trouble instanceof ModelTrouble)) throw trouble;
		yield failed(name, trouble);
	}
}

/** The arguments decide whether a version can be used; its number alone does not. */
const untried = ({tried}: ClientProgram) => ` (older than ${tried.version}, the oldest that was tried)`;

/**
 * Checks whether a client is logged in, as far as it can tell without the network.
 * @param shown the result of a probe, if there was one
 * @throws {ModelTrouble} if it is not installed, does not know an argument or takes too long; the signal's reason
 */
export async function loginOf(client: Client, signal: AbortSignal, shown?: ProgramResult): Promise<Login> {
	const {command, read} = client.program.status;
	if (command === null) return read(shown ?? (await probe(client, {model: null, effort: null}, signal)));
	return read(await startBriefly(client, () => command, signal));
}

/**
 * The subscription of a login; null if the client does not name it.
 * @throws {ModelTrouble} if it is not logged in, or with an API key
 */
export function subscriptionOf(program: ClientProgram, login: Login): string | null {
	if (login.state === 'metered') throw meteredLogin(program, login.detail);
	if (login.state === 'in') return login.subscription;
	throw diagnose(program, {kind: 'authentication', said: login.said});
}

/** @throws {ModelTrouble} also if it is another program */
async function versionOf(client: Client, signal: AbortSignal): Promise<string> {
	const asking = {args: ['--version'], input: ''};
	const {stdout, stderr, exitCode} = await startBriefly(client, () => asking, signal);
	const version = exitCode === 0 ? readVersion(plainStart(stdout)) : null;
	if (version === null) throw diagnose(client.program, {kind: 'not-installed', said: stderr || stdout});
	return version;
}

const nowhere = 'http://127.0.0.1:9';

/** Keeps a client off the network, where it would get more than it needs for the check. */
const withoutNetwork = {
	...{HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, ALL_PROXY: nowhere, NO_PROXY: ''},
	...{http_proxy: nowhere, https_proxy: nowhere, all_proxy: nowhere, no_proxy: ''},
};

const sample: ModelRequest = {
	...{head: '', body: '', schemaName: 'answer', maximumOutputTokens: 1, key: ''},
	schema: {type: 'object', properties: {}, required: [], additionalProperties: false},
};

/**
 * Starts it with the arguments of a question, so that nothing is sent: a program reads all of them before its input.
 * With `--help` it would accept any.
 * @throws {ModelTrouble} if it does not know one of them
 */
async function probe(
	client: Client,
	choice: ClientChoice,
	signal: AbortSignal,
	version?: string,
): Promise<ProgramResult> {
	const {program} = client;
	const command = (folder: string) => ({...program.ask(sample, choice, folder), ...program.probe});
	const ended = await startBriefly(client, command, signal, withoutNetwork);
	const reading = program.read(ended, choice);
	if ('symptom' in reading) {
		const trouble = diagnose(program, reading.symptom, {version});
		if (trouble.kind === 'not-installed') throw trouble;
	}
	return ended;
}

/** The user's own files that become part of every question; null if there are none. */
async function revealedBy({program: {home}, env}: Client): Promise<Revealed | null> {
	const own = home ? ownHome(home, env) : null;
	if (!home || own === null || (await home.furnish(own)) !== null) return null;
	return (await home.reveals?.(own)) ?? null;
}

/** The first version in a text, `2.1.330` or `1.0.0-beta.2`; null if there is none. */
export const readVersion = (text: string): string | null => /\d+\.\d+\.\d+(?:-[\w.]*\w)?/.exec(text)?.[0] ?? null;

/** By the three numbers alone. */
export function isOlder(version: string, other: string): boolean {
	const numbersOf = (text: string) => text.split(/[.-]/).slice(0, 3).map(Number);
	const others = numbersOf(other);
	const differing = numbersOf(version).map((number, index) => number - (others[index] ?? Number.NaN));
	return (differing.find(difference => difference !== 0) ?? 0) < 0;
}
