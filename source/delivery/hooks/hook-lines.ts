import {someNames} from '../../text/sentences.ts';
import {type DeliveryLine, lastLines} from '../verify/verification-lines.ts';
import type {HookRun} from './hook-run.ts';

/** What came of git hooks, with the end of their output. Foreign text in it is to be escaped. */
export function hookLines(hooks: readonly HookRun[]): DeliveryLine[] {
	const passed = namesOf(hooks, 'passed');
	return [
		...hooks.flatMap(reformattedLines),
		...(passed.length > 0 ? [{text: `Passed ${nameHooks(passed)}.`, tone: 'plain'} as const] : []),
		...hooks.flatMap(failureLines),
	];
}

/** What a hook has made of lines of the run. */
function reformattedLines({name, diff, changedFiles, state}: HookRun): DeliveryLine[] {
	if (state !== 'reformatted') return [];
	const head = `${name}: reformatted lines in ${someNames(changedFiles)}:`;
	return [head, ...diffRows(diff)].map(text => ({text, tone: 'plain'}));
}

const diffRows = (diff: string) =>
	diff
		.split('\n')
		.filter(row => row !== '')
		.map(row => `    ${row}`);

function failureLines({name, reason, changedFiles, diff, failure}: HookRun): DeliveryLine[] {
	if (!failure) return [];
	const {exitCode, tail, log} = failure;
	const isSilent = tail.trim() === '';
	const rows = [
		// Otherwise they are the reason.
		...(exitCode !== 0 && changedFiles.length > 0 ? [`  It changed ${changedFiles.join(', ')}.`] : []),
		...(isSilent ? [] : [...lastLines(tail).map(line => `    ${line}`), `  all output: ${log}`]),
		...(diff === '' ? [] : ['  What it made of the changed lines:', ...diffRows(diff)]),
	];
	const head = `${name}: failed, ${reason}${isSilent ? ', without output' : '; the end of its output:'}`;
	return [{text: head, tone: 'bad'}, ...rows.map(text => ({text, tone: 'plain'}) as const)];
}

/** What a dry run shows of hooks; empty if none would be run. */
export function formatPlannedHooks(hooks: readonly HookRun[]): string[] {
	const planned = namesOf(hooks, 'planned');
	return planned.length > 0 ? [`Would run ${nameHooks(planned)}${mayReformatNote(hooks)}.`] : [];
}

/** What a hook may do to lines of the run, for after the names of hooks; empty if none may. */
export function mayReformatNote(hooks: readonly Pick<HookRun, 'name' | 'mayReformat'>[]): string {
	const hook = hooks.find(one => one.mayReformat);
	return hook ? ` (${hook.name} may reformat the changed lines)` : '';
}

/** Each once. */
const namesOf = (hooks: readonly HookRun[], wanted: HookRun['state']) => [
	...new Set(hooks.filter(({state}) => state === wanted).map(({name}) => name)),
];

/** `the hooks pre-commit, commit-msg and pre-push` */
export function nameHooks(names: readonly string[]): string {
	const [last, ...others] = names.toReversed();
	return others.length === 0 ? `the hook ${last}` : `the hooks ${others.reverse().join(', ')} and ${last}`;
}
