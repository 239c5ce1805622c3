import {networkReason} from '../errors.ts';
import type {ProxyAddress} from './address.ts';

/** A proxy could not be reached, or made no connection to the server. */
export class ProxyTrouble extends Error {
	override readonly name = 'ProxyTrouble';
	/** Its answer; null if there is none. */
	readonly status: number | null;

	constructor(status: number | null, cause?: unknown) {
		super('The proxy made no connection', {cause});
		this.status = status;
	}
}

/** What a proxy has to do with a request that failed. */
export type ProxyFault = {
	/** `the proxy refused the connection (403)` */
	reason: string;
	remedy: string;
	/** Whether the same request would fail again. */
	isFinal: boolean;
};

/** Null if the proxy did what it was asked to. @param error what `fetch` throws */
export function proxyFault({host, variable, hide}: ProxyAddress, error: unknown): ProxyFault | null {
	const trouble = troubleIn(error);
	if (trouble === null) return null;
	const {status} = trouble;
	if (status === null) {
		return {
			reason: hide(reasonOf(trouble)),
			remedy: `Correct or unset ${variable}, or add the host to NO_PROXY.`,
			isFinal: false,
		};
	}
	if (status === 407) {
		return {
			reason: 'the proxy requires a valid user name and password (407)',
			remedy: `Set ${variable} to http://user:password@${host}, with both percent-encoded.`,
			isFinal: true,
		};
	}
	if (status >= 500) {
		return {
			reason: `the proxy could not connect to it (${status})`,
			remedy: 'Check the address, and whether the proxy can reach it.',
			isFinal: false,
		};
	}
	return {
		reason: `the proxy refused the connection (${status})`,
		remedy: `Have the host allowed in the proxy, correct or unset ${variable}, or add the host to NO_PROXY.`,
		isFinal: true,
	};
}

function troubleIn(error: unknown): ProxyTrouble | null {
	if (error instanceof ProxyTrouble) return error;
	return error instanceof Error && error.cause !== undefined ? troubleIn(error.cause) : null;
}

function reasonOf(trouble: ProxyTrouble): string {
	const {code, message} = networkReason(trouble);
	if (code === 'UND_ERR_HEADERS_TIMEOUT') return 'no answer from the proxy';
	return [code, message].filter(part => part !== '').join(': ');
}
