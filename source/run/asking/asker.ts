import {nameOfChoice} from '../../llm/choice.ts';
import {Stop} from '../../llm/guard.ts';
import {type Models, openModels} from '../../llm/open.ts';
import {factsOf, type ProviderFacts} from '../../llm/providers/facts.ts';
import {type Provider, specOf} from '../../llm/providers/registry.ts';
import {ModelTrouble} from '../../llm/providers/trouble.ts';
import type {Question} from '../../llm/question/question.ts';
import {unshown} from '../../llm/question/show.ts';
import type {Trust} from '../../resolve/trust.ts';
import {type Finding, needsModel, needsPerson} from '../../review/finding.ts';
import {aliasOf} from '../../settings/providers.ts';
import type {Settings} from '../../settings/table.ts';
import {withEvents} from '../channel.ts';
import type {Context} from '../context.ts';
import type {QuestionEnd, RunEvent} from '../events.ts';
import {drawUpAll} from '../propose.ts';
import {throttle} from '../throttle.ts';
import {type Answered, answeredBy, endOf, withoutAnswer} from './answered.ts';
import {openDialogue} from './dialogue.ts';
import {askInOrder} from './in-order.ts';
import {prepareQuestions, type QuestionContext} from './prepare.ts';
import {warnOnce} from './warn-once.ts';

/** Minimum time between two `metrics` events. */
const metricsPauseMs = 100;

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
export type ModelRun = {settings: Settings; trust: Trust};

/**
 * Sends questions to a model, any number of times, with one budget, one circuit breaker and one account. Events without a
 * finding go to the latest caller.
 */
export type Asker = {
	/**
	 * Asks about the findings that no reviewer wrote as code. Returns all findings, with the proposals of the answers.
	 * An error in one question becomes the reason of its finding, and the others continue.
	 * @throws {Failure} usage, for settings that cannot work; if the budget's ledger cannot be written; the signal's reason
	 */
	ask: (
		findings: readonly Finding[],
		ground: QuestionContext,
		signal: AbortSignal,
	) => AsyncGenerator<RunEvent, Finding[]>;
	/** What `ask` would send. Sends nothing. @throws {Failure} usage, for settings that cannot work */
	inquire: (findings: readonly Finding[], ground: QuestionContext) => Promise<Inquiry>;
	/** Adds earlier answers to findings with the same text on the same lines. Sends nothing. */
	recall: (findings: readonly Finding[], ground: QuestionContext) => Promise<readonly Finding[]>;
	/** Sends no more; waits a moment for requests that are still running. */
	close: () => Promise<void>;
};

/** A program's name does not show which company gets the texts, so a note is added. */
const whereOf = ({provider, address}: Pick<Provider, 'provider' | 'address'>) =>
	specOf(provider).exposure === 'subscription' ? `${address} (${factsOf(specOf(provider)).privacyNote})` : address;

/** Nothing is opened before the first question. */
export function openAsker({settings, trust}: ModelRun, context: Context): Asker {
	let tell: (event: RunEvent) => void = () => {};
	let tellMetrics = () => {};
	let models: Promise<Models> | null = null;
	/** The key of the question and its result, by the id of the finding. */
	const answers = new Map<string, {key: string; answered: Answered}>();
	const dialogue = openDialogue(settings.confidence);
	const warn = warnOnce(event => tell(event));
	const metrics = throttle(() => tellMetrics(), metricsPauseMs, context);

	async function open(): Promise<Models> {
		try {
			const opened = await openModels(settings, context, {
				isGood: dialogue.isGood,
				onCheck: (provider, check) => tell({type: 'provider-check', provider, check}),
				onTurn: (_from, to, why) =>
					warn(why, 'fallback', to ? `; trying ${aliasOf(to.provider)} instead` : '; no other provider is available'),
				onMetrics: metrics.call,
			});
			tellMetrics = () => tell({type: 'metrics', metrics: opened.metrics()});
			return opened;
		} catch (error) {
			// The user may have fixed the cause before the next question.
			models = null;
			throw error;
		}
	}

	const opening = () => {
		models ??= open();
		return models;
	};

	async function answer(
		findings: readonly Finding[],
		ground: QuestionContext,
		given: AbortSignal,
		emit: typeof tell,
	): Promise<Finding[]> {
		tell = emit;
		const opened = await opening();
		given.throwIfAborted();
		const over = new AbortController();
		const signal = AbortSignal.any([given, over.signal]);
		const byId = new Map(findings.map(finding => [finding.id, finding]));
		const ask = opened.begin();
		const results = new Map<Finding, Finding>();

		const settle = (finding: Finding, answered: Finding, end: QuestionEnd | null) => {
			const [result] = drawUpAll([answered], ground.snapshot);
			results.set(finding, result!);
			emit({type: 'answered', finding: result!, end});
		};
		const settleWith = async (question: Question) => {
			const finding = byId.get(question.subject.remark.id)!;
			try {
				const {answer: said, by} = await dialogue.answerTo(question, finding, ask, signal);
				if (said.kind === 'refused') {
					settle(finding, withoutAnswer(finding, needsModel(said.fault.reason)), 'replied');
					return;
				}
				const answered = answeredBy(said, by, unshown(question));
				answers.set(finding.id, {key: question.request.key, answered});
				settle(finding, {...finding, ...answered}, 'replied');
			} catch (error) {
				if (!(error instanceof Stop || error instanceof ModelTrouble)) throw error;
				if (error.cause instanceof ModelTrouble) warn(error.cause);
				warn(error);
				settle(finding, withoutAnswer(finding, needsModel(error.message)), endOf(error));
			}
		};

		try {
			const {count, estimateUsd, groups, unasked} = prepareQuestions(findings, ground, trust, opened);
			for (const [id, reason] of unasked) {
				const finding = byId.get(id)!;
				settle(finding, withoutAnswer(finding, needsPerson(reason)), null);
			}
			const {provider, model, effort, address, isLocal, isMetered} = opened.providers[0];
			emit({
				type: 'asking',
				provider: {provider, model, effort, address},
				usesSubscription: !isLocal && !isMetered,
				questions: count,
				estimateUsd: await estimateUsd(),
			});
			opened.avoided(findings.filter(({changes}) => changes.length > 0).length);
			await askInOrder(groups(), settleWith, signal);
		} catch (error) {
			over.abort(error);
			throw error;
		} finally {
			emit({type: 'metrics', metrics: opened.metrics()});
		}
		return findings.map(finding => results.get(finding) ?? finding);
	}

	async function inquire(findings: readonly Finding[], ground: QuestionContext): Promise<Inquiry> {
		const opened = await opening();
		const {count, estimateUsd} = prepareQuestions(findings, ground, trust, opened);
		const [{provider, model, effort}] = opened.providers;
		return {
			name: nameOfChoice({provider, model, effort}),
			goesTo: opened.providers.map(whereOf).join(', or to '),
			questions: count,
			estimateUsd: await estimateUsd(),
			cost: factsOf(specOf(provider)).cost,
		};
	}

	async function recall(findings: readonly Finding[], ground: QuestionContext): Promise<readonly Finding[]> {
		const asked = new Map(findings.filter(({id}) => answers.has(id)).map(finding => [finding.id, finding]));
		if (asked.size === 0 || !models) return findings;
		const {groups} = prepareQuestions([...asked.values()], ground, trust, await models);
		const known: Finding[] = [];
		for await (const group of groups()) {
			for (const {request, subject} of group) {
				const {id} = subject.remark;
				const {key, answered} = answers.get(id)!;
				if (key === request.key) known.push({...asked.get(id)!, ...answered});
			}
		}
		const byId = new Map(drawUpAll(known, ground.snapshot).map(finding => [finding.id, finding]));
		return findings.map(finding => byId.get(finding.id) ?? finding);
	}

	return {
		inquire,
		recall,
		ask: (findings, ground, signal) => withEvents((emit, within) => answer(findings, ground, within, emit), signal),
		async close() {
			const opened = await models?.catch(() => null);
			await opened?.close();
			await metrics.end();
		},
	};
}
