import {networkReason} from '../system/errors.ts';

export type StoreTroubleKind = 'unreachable' | 'certificate' | 'credentials' | 'full' | 'old' | 'replica' | 'other';

/** A store that cannot be used. The message is a fragment: `connection refused`. */
export class StoreTrouble extends Error {
	override readonly name = 'StoreTrouble';
	readonly kind: StoreTroubleKind;
	/** It may be over in a moment. */
	readonly isPassing: boolean;
	/** What the server does not know; null if that is not why. */
	readonly unknown: 'command' | 'script' | null;

	constructor(
		kind: StoreTroubleKind,
		message: string,
		{isPassing = false, unknown = null, ...options}: TroubleOptions = {},
	) {
		super(message, options);
		this.kind = kind;
		this.isPassing = isPassing;
		this.unknown = unknown;
	}
}

type TroubleOptions = ErrorOptions & Partial<Pick<StoreTrouble, 'isPassing' | 'unknown'>>;

const replies: readonly [RegExp, StoreTroubleKind, string][] = [
	[
		/^(?:NOAUTH|WRONGPASS)\b|^ERR (?:invalid password|AUTH\b|Client sent AUTH)/i,
		'credentials',
		'wrong user or password',
	],
	[
		/^NOPERM\b|ACL failure in script|user executing the script can't/,
		'credentials',
		'the user may not use all commands or keys that are needed',
	],
	[/^OOM\b/, 'full', 'it is full'],
	[/^READONLY\b/, 'replica', 'it is a replica, to which nothing can be written'],
];

/** A server that starts, or that takes over from another one. */
const passing = /^(?:LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|ASK|BUSY)\b/;

/** What Redis 6.2 puts before the error of a command in a script, and Redis 7 behind it. */
const ofScript =
	/^ERR Error running script \(.*?\): (?:@user_script: ?\d+: )*-?| script: [0-9a-f]{40}, on @user_script:\d+\.$/g;

/** For an error that the server has replied with. @param quote what may be shown of the reply */
export function troubleOfReply(error: Error, quote: (text: string) => string): StoreTrouble {
	const message = error.message.replace(ofScript, '');
	const unknown = message.includes('NOSCRIPT') ? 'script' : /unknown command/i.test(message) ? 'command' : null;
	const options: TroubleOptions = {isPassing: passing.test(message), unknown, cause: error};
	for (const [pattern, kind, reason] of replies)
		if (pattern.test(message)) return new StoreTrouble(kind, reason, options);
	return new StoreTrouble('other', `it replied "${quote(message)}"`, options);
}

const connectionReasons: ReadonlyMap<string, string> = new Map([
	['ECONNREFUSED', 'connection refused'],
	['ECONNRESET', 'connection reset'],
	['ENOTFOUND', 'there is no host with this name'],
]);

const silentTls = 'it was reached, but gave no reply to TLS; the port may not use TLS';

/** For a connection that could not be opened, or that broke. @param quote what may be shown of its reason */
export function troubleOfConnection(error: unknown, quote: (text: string) => string): StoreTrouble {
	const {code, message, isCertificate} = networkReason(error);
	if (isCertificate) return new StoreTrouble('certificate', `its certificate is not trusted (${code})`, {cause: error});
	if (/^EPROTO$|^ERR_SSL/.test(code)) return new StoreTrouble('certificate', 'it does not use TLS', {cause: error});
	if (code === 'ERR_TLS_HANDSHAKE_TIMEOUT') return new StoreTrouble('certificate', silentTls, {cause: error});
	const reason = connectionReasons.get(code) ?? quote(message);
	return new StoreTrouble('unreachable', reason, {isPassing: true, cause: error});
}

export const storeRemedies: Record<StoreTroubleKind, string> = {
	unreachable: 'Start the server, or correct store_url.',
	certificate: 'Correct the address, or name its certificate authority in NODE_EXTRA_CA_CERTS.',
	credentials: 'Correct the user, the password or the permissions in store_url.',
	full: 'Give the server more memory, or another database.',
	old: 'Update the server.',
	replica: 'Name its primary in store_url.',
	other: 'Check store_url and the log of the server.',
};

/**
 * What to read about a store that cannot be used.
 * @param name of the store
 * @param what it has: `The shared budget`
 */
export const describeStoreTrouble = ({kind, message}: StoreTrouble, name: string, what: string) => ({
	message: `${what} cannot be ${kind === 'unreachable' ? 'reached' : 'used'}: ${name}: ${message}.`,
	remedy: storeRemedies[kind],
});
