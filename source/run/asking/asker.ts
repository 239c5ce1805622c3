import type {Metrics} from '../../llm/meter.ts';
import {type ModelSettings, type Models, openModels, type Watcher} from '../../llm/open.ts';
import {factsOf, type ProviderFacts} from '../../llm/providers/facts.ts';
import {nameOfChoice, type Provider, specOf} from '../../llm/providers/registry.ts';
import type {Trust} from '../../resolve/trust.ts';
import type {Finding} from '../../review/finding.ts';
import {aliasOf} from '../../settings/providers.ts';
import {throttle} from '../../system/throttle.ts';
import {sentences} from '../../text/sentences.ts';
import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import {withEvents} from '../generators.ts';
import {drawUpAll} from '../plan/propose.ts';
import {askBatch} from './ask-batch.ts';
import {type Answered, withAnswers} from './askable.ts';
import {type WaitForCircuit, waitOnce} from './circuit-wait.ts';
import {openDialogue} from './dialogue.ts';
import {type PreparedQuestions, prepareQuestions, type QuestionContext} from './prepare.ts';
import {warnOnce} from './warn-once.ts';

/** What would be sent, for the user to confirm first. */
export type Inquiry = {
	/** The first provider: `openai gpt-6-luna (low)`. */
	name: string;
	/** Where the texts go: addresses or programs, including those of the fallbacks. */
	goesTo: string;
	questions: number;
	/** Estimated cost in US dollars; null if the price is unknown. */
	estimateUsd: number | null;
	cost: ProviderFacts['cost'];
};

/** The model for findings without code, and whose comments may be sent to it. */
export type ModelRun = {settings: ModelSettings; trust: Trust};

/** Minimum time between two `metrics` events. */
const metricsPauseMs = 100;

/** A program's name does not show which company gets the texts, so a note is added. */
const whereOf = ({provider, address}: Pick<Provider, 'provider' | 'address'>) =>
	specOf(provider).exposure === 'subscription' ? `${address} (${factsOf(specOf(provider)).privacyNote})` : address;

/** What an answered question was, and the proposal of its answer. */
type EarlierAnswer = {key: string; answered: Answered};

export type Asker = ReturnType<typeof openAsker>;

/**
 * Sends questions to a model, any number of times, with one budget, one circuit breaker and one account. Events without a
 * finding go to the latest caller. The models are opened when they are needed first, and again if that failed.
 * @param onAccount called with the accounts after each change, often
 */
export function openAsker(
	{settings, trust}: ModelRun,
	context: Context,
	onAccount: ((metrics: Metrics) => void) | null = null,
) {
	let tell: (event: RunEvent) => void = () => {};
	let opening: Promise<Models> | null = null;
	/** Null until they are opened. */
	let models: Models | null = null;
	/** By the id of the finding. */
	const answers = new Map<string, EarlierAnswer>();
	const remember = ({id}: Finding, key: string, answered: Answered) => answers.set(id, {key, answered});
	const dialogue = openDialogue(settings.confidence);
	const bySetting = waitOnce(settings, context);
	const warn = warnOnce(event => tell(event));
	/** The accounts of all questions as they are now, also after the last event; null if nothing has been opened. */
	const account = () => models?.metrics() ?? null;
	const accounts = throttle(
		() => {
			const metrics = account();
			if (metrics) tell({type: 'metrics', metrics});
		},
		metricsPauseMs,
		context,
	);
	const watcher: Watcher = {
		isGood: dialogue.isGood,
		onCheck: (provider, check) => tell({type: 'provider-check', provider, check}),
		onTurn: (_from, to, why) =>
			warn(why, to ? `; trying ${aliasOf(to.provider)} instead` : '; no other provider is available'),
		onSerial: (provider, workers) =>
			tell({type: 'warning', warning: {kind: 'serial', commentId: null, text: serialWords(provider, workers)}}),
		onMetrics: () => {
			accounts.call();
			// Adding up takes time: nobody else needs each change.
			const metrics = onAccount && account();
			if (metrics) onAccount?.(metrics);
		},
		onAnswering: progress => tell({type: 'answering', progress}),
	};

	async function openAll(): Promise<Models> {
		try {
			models = await openModels(settings, context, watcher);
			return models;
		} catch (error) {
			// The user may have fixed the cause before the next question.
			opening = null;
			throw error;
		}
	}

	/** @throws {Failure} usage, for settings that cannot work */
	const open = () => {
		opening ??= openAll();
		return opening;
	};

	return {
		/**
		 * Asks about the findings that no reviewer wrote as code. Returns all findings, with the proposals of the answers.
		 * An error in one question becomes the reason of its finding, and the others continue.
		 * @param waitForCircuit null: the setting decides
		 * @throws {Failure} usage, for settings that cannot work; if the budget's ledger cannot be written; the signal's reason
		 */
		ask: (
			findings: readonly Finding[],
			ground: QuestionContext,
			signal: AbortSignal,
			waitForCircuit: WaitForCircuit | null = null,
		) =>
			withEvents<RunEvent, Finding[]>(async (emit, within) => {
				tell = emit;
				const opened = await open();
				within.throwIfAborted();
				const wait = waitForCircuit ?? bySetting;
				const {sleep} = context;
				const options = {findings, ground, trust, emit, dialogue, warn, remember, waitForCircuit: wait, sleep};
				return askBatch(opened, options, within);
			}, signal),
		/** What `ask` would send. Sends nothing. @throws {Failure} usage, for settings that cannot work */
		async inquire(findings: readonly Finding[], ground: QuestionContext): Promise<Inquiry> {
			const opened = await open();
			return inquiryOf(opened, prepareQuestions(findings, ground, trust, opened));
		},
		/** Adds earlier answers to findings with the same text on the same lines. Sends nothing. */
		async recall(findings: readonly Finding[], ground: QuestionContext): Promise<readonly Finding[]> {
			const answered = findings.filter(({id}) => answers.has(id));
			if (answered.length === 0 || !models) return findings;
			const recalled = await recallAnswers(answered, prepareQuestions(answered, ground, trust, models), answers);
			return withAnswers(findings, drawUpAll(recalled, ground.snapshot));
		},
		account,
		/** Sends no more; waits a moment for requests that are still running. */
		async close(): Promise<void> {
			const opened = await opening?.catch(() => null);
			await opened?.close();
			await accounts.end();
		},
	};
}

const serialWords = ({provider}: Provider, workers: number) =>
	sentences(
		`${specOf(provider).title} answers one request at a time, so ${workers} at once only wait longer`,
		specOf(provider).serial?.remedy ?? '',
	);

async function inquiryOf({providers}: Models, {count, estimateUsd}: PreparedQuestions): Promise<Inquiry> {
	const [{provider, model, effort}] = providers;
	return {
		name: nameOfChoice({provider, model, effort}),
		goesTo: providers.map(whereOf).join(', or to '),
		questions: count,
		estimateUsd: await estimateUsd(),
		cost: factsOf(specOf(provider)).cost,
	};
}

/** The findings whose questions are still the same, with their answers. */
async function recallAnswers(
	findings: readonly Finding[],
	{groups}: PreparedQuestions,
	answers: ReadonlyMap<string, EarlierAnswer>,
): Promise<Finding[]> {
	const byId = new Map(findings.map(finding => [finding.id, finding]));
	const recalled: Finding[] = [];
	for await (const group of groups()) {
		for (const {request, subject} of group) {
			const {id} = subject.remark;
			const [finding, known] = [byId.get(id), answers.get(id)];
			if (finding && known?.key === request.key) recalled.push({...finding, ...known.answered});
		}
	}
	return recalled;
}
