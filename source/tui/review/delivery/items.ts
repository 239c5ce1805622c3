import {type DeliveryMenu, deliveryMenus} from '../../../delivery/choices.ts';
import {formatAddressed, onBranch} from '../../../delivery/delivery-lines.ts';
import {mayReformatNote, nameHooks} from '../../../delivery/hooks/hook-lines.ts';
import {mayReformat} from '../../../delivery/hooks/hook-run.ts';
import type {Offered, OfferedHooks} from '../../../delivery/offer/offered.ts';
import {acceptsHooks} from '../../../delivery/request.ts';
import type {OfferedWrites} from '../../../delivery/steps/step.ts';
import {isInThreads, isWish, offeredBy, type WishName, wishes, wishNames} from '../../../delivery/steps/table.ts';
import type {DeliveryChoice} from '../../../settings/delivery-ticks.ts';
import {byName} from '../../../system/by-name.ts';
import {safe} from '../../../text/safe.ts';
import {count, sentences, someNames} from '../../../text/sentences.ts';
import type {HookStep} from '../../../worktree/hooks/find-hooks.ts';
import type {ChecklistItem} from '../../app/checklist.ts';
import {hiddenInPlan} from '../apply-question.ts';
import type {ReviewState} from '../state.ts';

/** What a choice does now, or why it cannot be ticked; null: that is still being looked up. */
type Possibility = Offered<{text: string; warning: string}> | null;

const labels: Readonly<Record<DeliveryChoice, string>> = {
	...{verify: 'verify', commit: 'commit', signoff: 'sign off', push: 'push'},
	...byName(wishNames, name => wishes[name].label),
};

/** The choices as they are offered now. */
export const deliveryItems = (state: ReviewState): ChecklistItem<DeliveryChoice>[] =>
	[...menuOf(state)].map(([step, made]) => ({id: step, label: labels[step], ...shown(step, made, state)}));

export const menuOf = ({delivery}: ReviewState): DeliveryMenu => deliveryMenus[delivery.presets.place];

function shown(
	step: DeliveryChoice,
	made: readonly DeliveryChoice[],
	state: ReviewState,
): Pick<ChecklistItem, 'isTicked' | 'notes'> {
	const isAsked =
		made.every(choice => state.delivery.ticked.has(choice)) || (step === 'signoff' && isSignoffRequired(state));
	// Without the push, there is nothing for it to do.
	const isTicked = isAsked && (isPushTicked(state) || !isAfterPush(step, state));
	const possibilities = made.map(choice => possibilityOf(choice, state));
	const open: ChecklistItem['notes'] = [{text: 'being looked up', tone: 'quiet'}];
	const notes: ChecklistItem['notes'][number][] = [];
	for (const possibility of possibilities) {
		if (possibility === null) return {isTicked, notes: open};
		if (!('what' in possibility)) {
			const {reason, remedy} = possibility;
			return {isTicked: null, notes: [{text: safe(sentences(reason, remedy)), tone: 'quiet'}]};
		}
		const {text, warning} = possibility.what;
		notes.push({text: safe(text), tone: 'plain'});
		if (warning !== '') notes.push({text: safe(warning), tone: 'warning'});
	}
	return {isTicked, notes};
}

/** As with `--push`, a commit that is pushed to a repository that requires it is signed off, unless the user refuses. */
export function isSignoffRequired({run: {deliveryOffer}, delivery: {ticked, presets}}: ReviewState): boolean {
	return whatOf(deliveryOffer?.push)?.requiresSignoff === true && ticked.has('push') && presets.commit.signoff === null;
}

function possibilityOf(choice: DeliveryChoice, state: ReviewState): Possibility {
	const offer = state.run.deliveryOffer;
	if (!offer) return null;
	switch (choice) {
		case 'verify':
			return mapped(offer.verify, ({command, strangers}) => ({
				text: command,
				warning: strangers.length === 0 ? '' : `runs code by ${withoutAccess(strangers)}`,
			}));
		case 'commit':
			return mapped(offer.commit, ({changes, files, branch, answered, messages: [first = '', ...more]}) => {
				const what = `${count(changes, 'change')} in ${count(files, 'file')}${onBranch(branch)}`;
				const parts = more.length === 0 ? '' : `, ${more.length + 1} commits`;
				const text = `${what}${parts}: ${first.split('\n')[0]}`;
				return withHooks(offer.hooks, 'commit', {text, warning: ofAnswered(answered)}, state);
			});
		case 'signoff': {
			const isRequired = whatOf(offer.push)?.requiresSignoff;
			return mapped(offer.commit, ({committer}) => ({
				text: isRequired ? `${committer}; the repository requires it` : committer,
				warning: '',
			}));
		}
		case 'push':
			return mapped(offer.push, ({repository, branch, isByHost, outsiders, answered}) => {
				const text = `${repository} ${branch}`;
				const byOutsiders = outsiders.length === 0 ? '' : `has changes by ${withoutAccess(outsiders)}`;
				const warning = [byOutsiders, ofAnswered(answered)].filter(Boolean).join('; ');
				if (!isByHost) return withHooks(offer.hooks, 'push', {text, warning}, state);
				// No question about the files was asked before.
				const hidden = hiddenInPlan(state);
				const filtered = hidden === 0 ? '' : `the filter hides ${hidden} of these findings`;
				const limited = state.only === null ? '' : 'limited to the listed findings';
				const over = state.run.warnings.flatMap(one => (one.kind === 'over-objections' ? one.text : []));
				const known = [warning, ...over, filtered, limited];
				return {text: `${text} through GitHub`, warning: known.filter(Boolean).join('; ')};
			});
		default:
			return ofThreads(choice, state);
	}
}

/** Adds the git hooks that a step runs, and whose code they may run. */
function withHooks(
	hooks: OfferedHooks,
	step: HookStep,
	{text, warning}: {text: string; warning: string},
	{delivery: {presets}}: ReviewState,
): {text: string; warning: string} {
	const names = hooks[step];
	if (names.length === 0) return {text, warning};
	const strange = hooks.strangers?.length ? `runs code by ${withoutAccess(hooks.strangers)}` : '';
	const accepts = acceptsHooks(presets);
	const note = mayReformatNote(names.map(name => ({name, mayReformat: mayReformat(name, {accepts})})));
	return {text: `${text}; runs ${nameHooks(names)}${note}`, warning: [warning, strange].filter(Boolean).join('; ')};
}

/** What `--over-objections` takes of earlier runs. */
const ofAnswered = (names: readonly string[]) =>
	names.length === 0 ? '' : `has what people have answered since: ${someNames(names)}`;

const withoutAccess = (logins: readonly string[]) => `${logins.join(', ')}, without write access`;

/** What would be done; null if it is not possible, or still being looked up. */
export const whatOf = <What>(offered: Offered<What> | null | undefined): What | null =>
	offered && 'what' in offered ? offered.what : null;

function mapped<What>(
	offered: Offered<What> | null,
	tell: (what: What) => {text: string; warning: string},
): Possibility {
	return offered && 'what' in offered ? {what: tell(offered.what)} : offered;
}

function ofThreads(wish: WishName, state: ReviewState): Possibility {
	const threads = state.run.deliveryOffer?.threads ?? null;
	if (!threads || !('what' in threads)) return threads;
	const isPushed = isPushTicked(state);
	const writes = isPushed ? threads.what.pushed : threads.what.now;
	const {number, words} = offeredBy(wish, writes);
	if (number > 0) return {what: {text: words, warning: wish === 'reply' ? formatAddressed(ownTexts(writes)) : ''}};
	if (writes.denied !== null && isInThreads(wish)) return {reason: writes.denied, remedy: ''};
	if (isPushed || !isAfterPush(wish, state)) return {reason: 'nothing to do', remedy: ''};
	const after = state.delivery.presets.place === 'host' ? 'commit' : 'push';
	const text = `after a ${after}: ${offeredBy(wish, threads.what.pushed).words}`;
	return whatOf(state.run.deliveryOffer?.push) ? {what: {text, warning: ''}} : {reason: text, remedy: ''};
}

const ownTexts = ({replies}: OfferedWrites) => replies.flatMap(({isOwn, text}) => (isOwn ? text : []));

const isPushTicked = ({delivery}: ReviewState) => delivery.ticked.has('push');

/** Whether a choice writes to threads, and only what a push brings there. */
export function isAfterPush(choice: DeliveryChoice, {run: {deliveryOffer}}: ReviewState): boolean {
	const threads = whatOf(deliveryOffer?.threads);
	if (!threads || !isWish(choice)) return false;
	return offeredBy(choice, threads.now).number === 0 && offeredBy(choice, threads.pushed).number > 0;
}

/** The writes to threads as they are ticked; null if they are not known. */
export function tickedWrites({run: {deliveryOffer}, delivery: {ticked}}: ReviewState): OfferedWrites | null {
	const threads = whatOf(deliveryOffer?.threads);
	return threads && (ticked.has('push') ? threads.pushed : threads.now);
}
