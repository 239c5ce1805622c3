import type {ServerWork} from '../server-work.ts';

/** What the last line of an answer has about the work; durations are in nanoseconds. */
export type WorkFigures = {
	total_duration?: number;
	load_duration?: number;
	prompt_eval_count?: number;
	/** The part of them that the server still had from earlier prompts; older servers do not report it. */
	prompt_eval_cached_count?: number;
	prompt_eval_duration?: number;
	eval_count?: number;
	eval_duration?: number;
};

/** Null if the server does not report the durations. What they leave of the whole time is the wait for other requests. */
export function workOf(figures: WorkFigures): ServerWork | null {
	const {prompt_eval_count, prompt_eval_cached_count, eval_count} = figures;
	const [total, load, prompt, answer] = [
		figures.total_duration,
		figures.load_duration,
		figures.prompt_eval_duration,
		figures.eval_duration,
	].map(asMs);
	if (total == null || prompt == null || answer == null) return null;
	return {
		read: {tokens: Math.max(0, count(prompt_eval_count) - count(prompt_eval_cached_count)), ms: prompt},
		written: {tokens: count(eval_count), ms: answer},
		queueMs: Math.max(0, total - (load ?? 0) - prompt - answer),
	};
}

const asMs = (nanoseconds: unknown) => (isAmount(nanoseconds) ? nanoseconds / 1e6 : null);

const count = (value: unknown) => (isAmount(value) ? value : 0);

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
