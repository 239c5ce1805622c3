import {reasonOf, Stop} from '../../llm/guard.ts';
import type {Metrics} from '../../llm/meter.ts';
import {type ModelSettings, type Models, openModels} from '../../llm/open.ts';
import {type Provider, specOf} from '../../llm/providers/registry.ts';
import {ModelTrouble} from '../../llm/providers/trouble.ts';
import {aliasOf} from '../../settings/providers.ts';
import {throttle} from '../../system/throttle.ts';
import {clause, sentences} from '../../text/sentences.ts';
import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import type {RunWarning} from '../warning.ts';
import {openDialogue} from './dialogue.ts';

/** Minimum time between two `metrics` events. */
const metricsPauseMs = 100;

/** Called with the accounts after each change, often. */
export type OnAccount = (metrics: Metrics) => void;

/** The models of an asker. They are opened when they are needed first, and again if that failed. */
export class ModelConnection {
	readonly dialogue;
	readonly warn = warnOnce(event => this.#tell(event));
	readonly #settings: ModelSettings;
	readonly #context: Context;
	readonly #metrics;
	#tell: (event: RunEvent) => void = () => {};
	#opening: Promise<Models> | null = null;
	/** Null until they are opened. */
	models: Models | null = null;
	readonly #onAccount: OnAccount | null;

	constructor(settings: ModelSettings, context: Context, onAccount: OnAccount | null) {
		this.#settings = settings;
		this.#context = context;
		this.#onAccount = onAccount;
		this.dialogue = openDialogue(settings.confidence);
		this.#metrics = throttle(() => this.#tellMetrics(), metricsPauseMs, context);
	}

	/** Events without a finding go to the latest caller. */
	reportTo(tell: (event: RunEvent) => void): void {
		this.#tell = tell;
	}

	/** @throws {Failure} usage, for settings that cannot work */
	open(): Promise<Models> {
		this.#opening ??= this.#openModels();
		return this.#opening;
	}

	/** The accounts as they are now, also after the last event; null if nothing has been opened. */
	get account(): Metrics | null {
		return this.models?.metrics() ?? null;
	}

	/** Sends no more; waits a moment for requests that are still running. */
	async close(): Promise<void> {
		const models = await this.#opening?.catch(() => null);
		await models?.close();
		await this.#metrics.end();
	}

	#tellMetrics(): void {
		const metrics = this.account;
		if (metrics) this.#tell({type: 'metrics', metrics});
	}

	async #openModels(): Promise<Models> {
		try {
			const models = await openModels(this.#settings, this.#context, {
				isGood: this.dialogue.isGood,
				onCheck: (provider, check) => this.#tell({type: 'provider-check', provider, check}),
				onTurn: (_from, to, why) =>
					this.warn(
						why,
						'fallback',
						to ? `; trying ${aliasOf(to.provider)} instead` : '; no other provider is available',
					),
				onSerial: (provider, workers) =>
					this.#tell({
						type: 'warning',
						warning: {kind: 'serial', commentId: null, text: serialWords(provider, workers)},
					}),
				onMetrics: () => {
					this.#metrics.call();
					// Adding up takes time: nobody else needs each change.
					const metrics = this.#onAccount && this.account;
					if (metrics) this.#onAccount?.(metrics);
				},
				onAnswering: progress => this.#tell({type: 'answering', progress}),
			});
			this.models = models;
			return models;
		} catch (error) {
			// The user may have fixed the cause before the next question.
			this.#opening = null;
			throw error;
		}
	}
}

const serialWords = ({provider}: Provider, workers: number) =>
	sentences(
		`${specOf(provider).title} answers one request at a time, so ${workers} at once only wait longer`,
		specOf(provider).serial?.remedy ?? '',
	);

type WarningEvent = Extract<RunEvent, {type: 'warning'}>;

/**
 * @param as the kind of the warning; absent: that of the trouble
 * @param then what the program does now, appended to the reason: `; asking openai instead`
 */
type Warn = (trouble: Stop | ModelTrouble, kind?: RunWarning['kind'], then?: string) => void;

/**
 * Warns about each kind of trouble of a provider's model once, with its remedy, in the words of its first warning. What led to
 * a guard's refusal is a warning of its own, unless one that says what the program does now has told it.
 */
export function warnOnce(tell: (event: WarningEvent) => void): Warn {
	const told = new Set<string>();
	return (trouble, as, then = '') => {
		if (told.has(nameOf(trouble))) return;
		const {message, remedy, cause} = trouble;
		const parts = [...(then && cause instanceof ModelTrouble && !told.has(nameOf(cause)) ? [cause] : []), trouble];
		for (const part of parts) told.add(nameOf(part));
		const reason = then ? `${clause(parts.length > 1 ? reasonOf(trouble) : message)}${then}` : message;
		const text = sentences(reason, ...parts.map(part => part.remedy));
		const warning: RunWarning = {kind: as ?? kindOf(trouble), commentId: null, text};
		tell({type: 'warning', warning, ...(trouble instanceof Stop && trouble.isLogged && {unlogged: remedy})});
	};
}

const kindOf = (trouble: Stop | ModelTrouble) => (trouble instanceof Stop ? trouble.guard : trouble.kind);

const nameOf = (trouble: Stop | ModelTrouble) =>
	JSON.stringify([kindOf(trouble), trouble.choice?.provider, trouble.choice?.model]);
