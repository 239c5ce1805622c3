import type {DeliveryPresets} from '../delivery/choices.ts';
import {
	acceptsHooks,
	type CodeRunRequest,
	type CommitRequest,
	type DeliveryRequest,
	isOnlyAnswer,
} from '../delivery/request.ts';
import {wishes, wishNames} from '../delivery/steps/table.ts';
import {type DeliveryChoice, deliveryChoices, keyOfChoice} from '../settings/delivery-ticks.ts';
import {isTyped, type Origins, typedFlags} from '../settings/origins.ts';
import type {SettingName, Settings} from '../settings/table.ts';
import {byName} from '../system/by-name.ts';
import type {VariableChoice} from '../worktree/verify/environment.ts';
import type {Flags, FlagValues} from './command.ts';
import {longSpelling} from './flags.ts';
import type {onlyFlag, sourceFlags} from './pull-request.ts';
import {usage} from './tokens.ts';

/** Each step after writing has its own flag; no setting starts one. */
export const deliveryFlags = {
	verifyEnv: {
		group: 'trust',
		isRepeated: true,
		placeholder: '<name>',
		help: 'let --verify and --hooks read this variable, which may contain a secret',
	},
	verifyEnvOnly: {
		group: 'trust',
		isRepeated: true,
		placeholder: '<name>',
		help: 'let --verify and --hooks read only this variable and the basic ones',
	},
	trustCode: {group: 'trust', help: 'run --verify and --hooks on code by authors without write access, too'},
	commit: {group: 'commit', help: 'commit what was applied, and nothing else'},
	fixup: {group: 'commit', help: 'commit fixups for git rebase --autosquash'},
	push: {group: 'publish', help: 'commit, and push to the branch of the pull request'},
	publish: {group: 'publish', help: 'use --push, --reply and --resolve-threads together'},
	...byName(wishNames, name => ({group: 'publish', help: wishes[name].help}) as const),
} as const satisfies Flags;

/** Settings that do nothing without a step. */
const stepSettings = {
	verify: ['verifyBudget'],
	code: ['verifyTimeout'],
	commit: ['hooks', 'split', 'message', 'signoff', 'coAuthors'],
	reply: ['replies'],
} as const satisfies Record<string, SettingName[]>;

type StepFlags = FlagValues<typeof deliveryFlags & Pick<typeof sourceFlags, 'from'>> &
	Partial<FlagValues<typeof onlyFlag>>;

type Given = {values: Settings; origins: Origins};

/** For a command without these flags. @param from as its flag; null: no recording */
export const noSteps = (from: string | null): StepFlags => ({
	...{verifyEnv: [], verifyEnvOnly: [], trustCode: false, commit: false, fixup: false, push: false, publish: false},
	...byName(wishNames, () => false),
	from,
});

/** @throws {Failure} usage `bad-flags` for a flag without the step that it belongs to */
export function deliveryRequest(passed: StepFlags, given: Given): DeliveryRequest {
	const flags = withPublish(passed);
	refusePushOfRecording(flags);
	const commit = commitRequest(flags, given);
	if (!flags.reply) refuseWithout('--reply', '--reply', typedFlags(stepSettings.reply, given));
	const runsHooks = commit !== null && given.values.hooks !== false;
	const code = codeRunRequest(flags, given, runsHooks);
	const request = {
		verify: verifyRequest(code, given),
		hooks: commit === null ? null : hooksRequest(code, given),
		commit,
		push: flags.push ? {} : null,
		publish: publishRequest(flags, given),
	};
	// A command from the settings does not make a run write that was asked for answers.
	return isOnlyAnswer({...request, verify: null}) && !isTyped('verify', given) ? {...request, verify: null} : request;
}

/** What the review offers after writing; what a flag or the user's settings asked for is ticked. @throws as `deliveryRequest` */
export function deliveryPresets(passed: StepFlags, given: Given): DeliveryPresets {
	const flags = withPublish(passed);
	refusePushOfRecording(flags);
	const publish = publishRequest(flags, given);
	const {signoff, ...commit} = commitWishes(flags, given);
	const code = codeRunRequest(flags, given, given.values.hooks !== false);
	const isAsked = {
		verify: isTyped('verify', given),
		commit: flags.commit || flags.push,
		signoff: signoff === true,
		push: flags.push,
		...byName(wishNames, name => publish?.[name]),
	} satisfies Record<DeliveryChoice, boolean | undefined>;
	const ticked = deliveryChoices.filter(choice => isAsked[choice] || given.values.closing[keyOfChoice(choice)]);
	return {
		place: 'worktree',
		ticked: new Set(ticked),
		verify: verifyRequest(code, given),
		hooks: hooksRequest(code, given),
		hooksHow: code,
		// The tick decides.
		commit: {...commit, signoff: signoff === true ? null : signoff},
		replies: given.values.replies,
	};
}

/** In rounds that nobody looks at, hooks change nothing. @throws {Failure} usage `bad-flags` if that was asked of this command */
export function withoutAccepting(request: DeliveryRequest, given: Given): DeliveryRequest {
	const {hooks} = request;
	if (!hooks || !acceptsHooks(request)) return request;
	if (isTyped('hooks', given)) {
		const message = 'watch does not accept --hooks=accept, because no one looks at what hooks change.';
		throw usage('watch', 'bad-flags', message, 'Pass --hooks, or run apply.');
	}
	return {...request, hooks: {...hooks, accepts: false}};
}

/** The same for a review without a checkout, where a command and hooks have no files to run on. @throws as `deliveryPresets` */
export function presetsOnHost(flags: StepFlags, given: Given): DeliveryPresets {
	const {verify, code} = stepSettings;
	const asked = [...(flags.fixup ? ['--fixup'] : []), ...codeFlags(flags)];
	const [first] = [...typedFlags(['verify', ...verify, ...code, 'hooks'], given), ...asked];
	if (first !== undefined) {
		const message = `--no-checkout and ${first} cannot be combined: there is no working tree.`;
		throw usage('review', 'bad-flags', message, `Remove ${first}, or run review in a clone.`);
	}
	if (flags.commit && !flags.push && !flags.publish) {
		const message = '--no-checkout and --commit need --push: without a working tree, GitHub makes the commit.';
		throw usage('review', 'bad-flags', message, 'Pass --push instead of --commit.');
	}
	return {...deliveryPresets(flags, given), place: 'host', verify: null, hooks: null, hooksHow: null};
}

function refusePushOfRecording({push, publish, from}: StepFlags): void {
	if (!push || from === null) return;
	refuseWithout('GitHub, but --from reads a recording', null, [publish ? '--publish' : '--push']);
}

/** `--publish` stands for three flags. */
const withPublish = <Given extends FlagValues<typeof deliveryFlags>>(flags: Given): Given =>
	flags.publish ? {...flags, push: true, reply: true, resolveThreads: true} : flags;

/** @throws {Failure} usage `bad-flags` for a flag of programs if none is run */
function codeRunRequest(flags: FlagValues<typeof deliveryFlags>, given: Given, runsHooks: boolean): CodeRunRequest {
	const {verify, verifyTimeout} = given.values;
	if (verify === null && !runsHooks) {
		refuseWithout('a command', '--verify <command>', [...typedFlags(stepSettings.code, given), ...codeFlags(flags)]);
	}
	return {timeoutMs: inMs(verifyTimeout), variables: variableChoice(flags), trustCode: flags.trustCode};
}

/** The passed flags that only a command or hook needs. */
function codeFlags({verifyEnv, verifyEnvOnly, trustCode}: FlagValues<typeof deliveryFlags>): string[] {
	const isPassed = {
		verifyEnv: verifyEnv.length > 0,
		verifyEnvOnly: verifyEnvOnly.length > 0,
		trustCode,
	};
	return Object.entries(isPassed).flatMap(([name, isAsked]) => (isAsked ? [longSpelling(name)] : []));
}

function variableChoice({verifyEnv, verifyEnvOnly}: FlagValues<typeof deliveryFlags>): VariableChoice {
	if (verifyEnvOnly.length === 0) return {names: verifyEnv, isOnly: false};
	if (verifyEnv.length === 0) return {names: verifyEnvOnly, isOnly: true};
	const message = '--verify-env and --verify-env-only cannot be combined.';
	throw usage('apply', 'bad-flags', message, 'Pass all names with --verify-env-only, or with --verify-env.');
}

function verifyRequest(code: CodeRunRequest, given: Given): DeliveryRequest['verify'] {
	const {verify: command, verifyBudget} = given.values;
	if (command !== null) return {...code, command, budgetMs: inMs(verifyBudget)};
	refuseWithout('a command', '--verify <command>', typedFlags(stepSettings.verify, given));
	return null;
}

function hooksRequest(code: CodeRunRequest, {values, origins}: Given): DeliveryRequest['hooks'] {
	if (values.hooks) return {...code, accepts: values.hooks === 'accept'};
	return origins.hooks === 'default' ? null : false;
}

/** Timers count whole milliseconds. */
const inMs = (seconds: number) => Math.round(seconds * 1000);

function commitRequest({commit, push, fixup, only = []}: StepFlags, given: Given): DeliveryRequest['commit'] {
	const wishes = commitWishes({fixup, only}, given);
	if (commit || push) return wishes;
	refuseWithout('a commit', '--commit', [...typedFlags(stepSettings.commit, given), ...(fixup ? ['--fixup'] : [])]);
	return null;
}

function commitWishes({fixup, only = []}: Pick<StepFlags, 'fixup' | 'only'>, given: Given): CommitRequest {
	const {split, message, signoff, coAuthors} = given.values;
	if (fixup && isTyped('split', given)) throw cannotFixAndSplit();
	const ifRequired = given.origins.signoff === 'default' ? null : signoff;
	return {
		split: fixup ? {bases: []} : split,
		message,
		signoff: ifRequired,
		coAuthors,
		only,
	};
}

const cannotFixAndSplit = () =>
	usage('apply', 'bad-flags', '--fixup and --set split cannot be combined.', 'Pass only one of them.');

function publishRequest(flags: StepFlags, {values}: Given): DeliveryRequest['publish'] {
	const asked = wishNames.filter(name => flags[name]);
	for (const name of asked) {
		const {needs} = wishes[name];
		if (needs !== undefined && !flags[needs]) {
			refuseWithout(longSpelling(needs), longSpelling(needs), [longSpelling(name)]);
		}
	}
	if (flags.from !== null) refuseWithout('GitHub, but --from reads a recording', null, asked.map(longSpelling));
	return asked.length > 0 ? {...byName(wishNames, name => flags[name]), replies: values.replies} : null;
}

/** @param flag what to pass; null if nothing helps */
function refuseWithout(what: string, flag: string | null, [first]: readonly string[]): void {
	if (first === undefined) return;
	throw usage(
		'apply',
		'bad-flags',
		`${first} needs ${what}.`,
		flag === null ? `Remove ${first}.` : `Pass ${flag} too, or remove ${first}.`,
	);
}
