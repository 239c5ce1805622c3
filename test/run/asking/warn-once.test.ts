import {expect, test} from 'vitest';
import {Stop} from '../../../source/llm/guard.ts';
import {ModelTrouble} from '../../../source/llm/providers/trouble.ts';
import {warnOnce} from '../../../source/run/asking/warn-once.ts';

function warnings() {
	const told: string[] = [];
	return {told, warn: warnOnce(({warning}) => told.push(warning.text))};
}

/** Of a model of Ollama. */
const of = <Trouble extends Stop | ModelTrouble>(trouble: Trouble, model: string): Trouble =>
	Object.assign(trouble, {choice: {provider: 'local', model}});

const missing = (model: string) =>
	of(
		new ModelTrouble('model-missing', `model '${model}' not found`, {remedy: `Download it: ollama pull ${model}`}),
		model,
	);

test('each model has its own warning, with its own remedy', () => {
	const {told, warn} = warnings();
	const models = ['qwen2.5-coder:7b', 'qwen2.5-coder:14b', 'llama3.1', 'llama3.3'];
	for (const model of [...models, ...models]) warn(missing(model));
	expect(told).toEqual(models.map(model => `model '${model}' not found. Download it: ollama pull ${model}`));
});

test('the same trouble in other words or numbers is told once', () => {
	const {told, warn} = warnings();
	for (const seconds of ['60', '59'])
		warn(of(new Stop('circuit', `CircuitBreakerOpen: Circuit breaker is open, retry in ${seconds}s`, ''), 'a'));
	for (const words of ['busy', 'very busy']) warn(of(new ModelTrouble('overloaded', words), 'a'));
	expect(told).toEqual(['CircuitBreakerOpen: Circuit breaker is open, retry in 60s', 'busy']);
});

test('several troubles of one model that each lead to the next one are all told', () => {
	const {told, warn} = warnings();
	for (const kind of ['unreachable', 'quota'] as const)
		for (const _ of [1, 2]) warn(of(new ModelTrouble(kind, kind), 'a'), '; trying openai instead');
	expect(told).toEqual(['unreachable; trying openai instead', 'quota; trying openai instead']);
});

test('a refusal on the way to the next provider is told without what was told before', () => {
	const {told, warn} = warnings();
	const cause = of(new ModelTrouble('overloaded', 'busy', {remedy: 'Try later.'}), 'a');
	for (const trouble of [cause, of(new Stop('circuit', 'CircuitBreakerOpen', 'Wait.', {cause}), 'a')])
		warn(trouble, '; trying openai instead');
	expect(told).toEqual(['busy; trying openai instead. Try later.', 'CircuitBreakerOpen; trying openai instead. Wait.']);
});

test('what led to the next provider is not told again, nor is what led to a refusal', () => {
	const {told, warn} = warnings();
	const cause = of(new ModelTrouble('overloaded', 'busy', {remedy: 'Try later.'}), 'a');
	const open = of(new Stop('circuit', 'CircuitBreakerOpen', 'Wait.', {cause}), 'a');
	const missingKey = of(new ModelTrouble('authentication', 'no key', {remedy: 'Set one.'}), 'b');
	warn(open, '; trying openai instead');
	warn(missingKey, '; no other provider is available');
	for (const trouble of [cause, open, missingKey]) warn(trouble);
	expect(told).toEqual([
		'busy; CircuitBreakerOpen; trying openai instead. Try later. Wait.',
		'no key; no other provider is available. Set one.',
	]);
});
