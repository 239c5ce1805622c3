import {nameOfChoice} from '../../llm/choice.ts';
import type {Metrics} from '../../llm/meter.ts';
import type {ModelSettings, Models} from '../../llm/open.ts';
import {factsOf, type ProviderFacts} from '../../llm/providers/facts.ts';
import {type Provider, specOf} from '../../llm/providers/registry.ts';
import type {Trust} from '../../resolve/trust.ts';
import type {Finding} from '../../review/finding.ts';
import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import {withEvents} from '../generators.ts';
import {drawUpAll} from '../plan/propose.ts';
import {AskingBatch} from './ask-batch.ts';
import type {Answered} from './askable.ts';
import {type WaitForCircuit, waitOnce} from './circuit-wait.ts';
import {ModelConnection, type OnAccount} from './connection.ts';
import {type PreparedQuestions, prepareQuestions, type QuestionContext} from './prepare.ts';

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

/**
 * Sends questions to a model, any number of times, with one budget, one circuit breaker and one account. Events without a
 * finding go to the latest caller.
 */
export type Asker = {
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
		waitForCircuit?: WaitForCircuit | null,
	) => AsyncGenerator<RunEvent, Finding[]>;
	/** What `ask` would send. Sends nothing. @throws {Failure} usage, for settings that cannot work */
	inquire: (findings: readonly Finding[], ground: QuestionContext) => Promise<Inquiry>;
	/** Adds earlier answers to findings with the same text on the same lines. Sends nothing. */
	recall: (findings: readonly Finding[], ground: QuestionContext) => Promise<readonly Finding[]>;
	/** The accounts of all questions as they are now; null if none was sent. */
	account: () => Metrics | null;
	/** Sends no more; waits a moment for requests that are still running. */
	close: () => Promise<void>;
};

/** A program's name does not show which company gets the texts, so a note is added. */
const whereOf = ({provider, address}: Pick<Provider, 'provider' | 'address'>) =>
	specOf(provider).exposure === 'subscription' ? `${address} (${factsOf(specOf(provider)).privacyNote})` : address;

/** What an answered question was, and the proposal of its answer. */
type EarlierAnswer = {key: string; answered: Answered};

/** Nothing is opened before the first question. */
export function openAsker({settings, trust}: ModelRun, context: Context, onAccount: OnAccount | null = null): Asker {
	const connection = new ModelConnection(settings, context, onAccount);
	/** By the id of the finding. */
	const answers = new Map<string, EarlierAnswer>();
	const {dialogue, warn} = connection;
	const {sleep} = context;
	const bySetting = waitOnce(settings, context);
	const remember = ({id}: Finding, key: string, answered: Answered) => answers.set(id, {key, answered});
	return {
		ask: (findings, ground, signal, given = null) =>
			withEvents(async (emit, within) => {
				connection.reportTo(emit);
				const models = await connection.open();
				within.throwIfAborted();
				const waitForCircuit = given ?? bySetting;
				const options = {findings, ground, trust, emit, dialogue, warn, remember, waitForCircuit, sleep};
				return new AskingBatch(models, options).run(within);
			}, signal),
		async inquire(findings, ground) {
			const models = await connection.open();
			return inquiryOf(models, prepareQuestions(findings, ground, trust, models));
		},
		async recall(findings, ground) {
			const answered = findings.filter(({id}) => answers.has(id));
			const {models} = connection;
			if (answered.length === 0 || !models) return findings;
			const recalled = await recallAnswers(answered, prepareQuestions(answered, ground, trust, models), answers);
			const byId = new Map(drawUpAll(recalled, ground.snapshot).map(finding => [finding.id, finding]));
			return findings.map(finding => byId.get(finding.id) ?? finding);
		},
		account: () => connection.account,
		close: () => connection.close(),
	};
}

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
