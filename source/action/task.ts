import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {Location} from '../code-host/location.ts';
import type {Io} from '../commands/command.ts';
import {isPreview as isPreviewOf} from '../commands/consent.ts';
import {deliveryRequest} from '../commands/delivery-flags.ts';
import {flagsOf, spellings} from '../commands/flags.ts';
import {readInvocation} from '../commands/invocation.ts';
import {acceptsHooks} from '../delivery/request.ts';
import {Failure} from '../failure.ts';
import {everyBot} from '../settings/kind.ts';
import {setFlag} from '../settings/origins.ts';
import {settingsOf} from '../settings/table.ts';
import type {Inputs} from './inputs.ts';

/** What the program is to do, with its arguments. */
export type Task = {
	/** `verify` runs code of the pull request, and `publish` writes to it: never both. */
	kind: 'publish' | 'verify' | 'apply' | 'analyze' | 'undo';
	/** Whether it only shows what it would do. */
	isPreview: boolean;
	argv: readonly string[];
};

/**
 * Chooses what to do. The program itself reads the arguments and the settings, so that no spelling of a flag and no
 * variable can bring code of the pull request and a token that may write together.
 * @throws {Failure} usage
 */
export async function readTask(inputs: Inputs, location: Location, io: Pick<Io, 'cwd' | 'env'>): Promise<Task> {
	const {command, publish, verdict, args, maxRounds} = inputs;
	const common = argumentsFor(inputs, location);
	const analysis: Task = {kind: 'analyze', isPreview: true, argv: ['analyze', ...common, '--no-checkout', ...args]};
	if (command === 'analyze') return analysis;
	const asked = [...common, '--yes', ...(publish ? ['--publish'] : []), ...args];
	const apply = await import('../commands/apply.ts');
	// The settings of the project start nothing, and those of this folder may be of another branch.
	const {flags, settings} = await readInvocation('apply', apply, [...asked, '--no-checkout'], io);
	const consents = {'--over-objections': flags.overObjections === true, '--reconsider': isGiven(flags.reconsider)};
	refuseWithoutDispatch(consents, io);
	const request = deliveryRequest(flags as Parameters<typeof deliveryRequest>[0], settings);
	const runsCode = request.verify !== null || Boolean(request.hooks);
	if (acceptsHooks(request)) throw neverAccepts();
	const isOutward = request.push !== null || request.publish !== null;
	if (runsCode && (isOutward || verdict !== null)) throw neverTogether();
	if (verdict !== null && !isOutward) throw verdictAlone();
	const hasCheckout = existsSync(join(io.cwd, '.git'));
	if (runsCode && !hasCheckout) throw needsCheckout();
	const isPreview = isPreviewOf({dryRun: flags.dryRun === true}, settings);
	if (isOutward) {
		const limits = ['--once', '--no-checkout', `--max-rounds=${maxRounds}`];
		return {
			kind: 'publish',
			isPreview,
			argv: ['watch', ...asked, ...limits, ...(verdict === null ? [] : [`--verdict=${verdict}`])],
		};
	}
	if (hasCheckout) return {kind: runsCode ? 'verify' : 'apply', isPreview, argv: ['apply', ...asked]};
	return analysis;
}

/** Undoes the latest run on the pull request: the inputs about what is applied have no effect on it. */
export const undoTask = ({owner, name, number}: Location): Task => ({
	kind: 'undo',
	isPreview: false,
	argv: ['undo', '--publish', '--pr', String(number), '--repo', `${owner}/${name}`, '--json'],
});

/** What is shown instead if nothing can be written: the plan. */
export async function previewInstead(inputs: Inputs, location: Location): Promise<readonly string[]> {
	const {spec} = await import('../commands/analyze.ts');
	const known = Object.entries(flagsOf('analyze', spec.flags)).flatMap(([name, flag]) => spellings(name, flag));
	const keys = settingsOf('analyze').map(([, {key}]) => key);
	const fitting = inputs.args.filter(argument => {
		const [flag = '', key = ''] = argument.split('=');
		return flag === setFlag ? keys.includes(key) : known.includes(flag);
	});
	return ['analyze', ...argumentsFor(inputs, location), '--no-checkout', ...fitting];
}

function argumentsFor(inputs: Inputs, {owner, name, number}: Location): string[] {
	return [String(number), ...['--owner', owner, '--repo', name, '--json'], ...reviewerArguments(inputs)];
}

/** Whose changes are applied, from which severity on. */
export function reviewerArguments({authors, severity}: Inputs): string[] {
	const reviewers = authors.length > 0 ? authors : [everyBot];
	return [...reviewers.map(login => `--author=${login}`), ...(severity === null ? [] : [`--severity=${severity}`])];
}

const neverTogether = () =>
	new Failure(
		'usage',
		'verify-and-publish',
		'A job that runs code of the pull request must not publish.',
		'Set publish: false to verify, and publish in a second job with the input verdict: see docs/action.md.',
	);

const neverAccepts = () =>
	new Failure(
		'usage',
		'hooks-accept',
		'A workflow does not accept --hooks=accept: what hooks change there does not reach the pull request.',
		'Pass --hooks in args, and check that CR_HOOKS is not accept.',
	);

const isGiven = (value: unknown) => Array.isArray(value) && value.length > 0;

/**
 * No comment by a person, no push and no schedule may apply what another person has objected to.
 * @param given whether each of these flags is
 * @throws {Failure} usage `needs-dispatch`
 */
export function refuseWithoutDispatch(given: Readonly<Record<string, boolean>>, {env}: Pick<Io, 'env'>): void {
	const [first] = Object.keys(given).filter(flag => given[flag]);
	if (first === undefined || env.GITHUB_EVENT_NAME === 'workflow_dispatch') return;
	throw new Failure(
		'usage',
		'needs-dispatch',
		`${first} works only in a workflow that a person starts by workflow_dispatch.`,
		'Remove it from args, or start the workflow from the Actions tab.',
	);
}

const verdictAlone = () =>
	new Failure(
		'usage',
		'verdict-alone',
		'The input verdict needs publish: true.',
		'Set publish: true, or remove verdict.',
	);

const needsCheckout = () =>
	new Failure(
		'usage',
		'no-checkout',
		'--verify and --hooks need a checkout of the pull request.',
		'Add a step with actions/checkout before this one: see docs/action.md.',
	);
