/** The code of a system error (`ENOSPC`); null for anything else that is thrown. */
export function systemCode(error: unknown): string | null {
	return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : null;
}

/** For `catch`: a default if the file or folder does not exist. Throws every other error. */
export const ifMissing =
	<T>(fallback: T) =>
	(error: unknown): T => {
		if (systemCode(error) === 'ENOENT') return fallback;
		throw error;
	};

/** For `catch`: what to do about an error of the system, by its code. Throws every other error. */
export const ifSystemError =
	<T>(handle: (code: string, error: unknown) => T) =>
	(error: unknown): T => {
		const code = systemCode(error);
		if (code === null) throw error;
		return handle(code, error);
	};

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The innermost cause of an error. The message of `fetch` itself is only "fetch failed". */
export function rootCause(error: unknown): unknown {
	let inner = error;
	for (let depth = 0; depth < 5 && inner instanceof Error && inner.cause instanceof Error; depth += 1)
		inner = inner.cause;
	return inner;
}

/** Why a request got no complete response, from the root cause of what `fetch` throws. */
export type NetworkReason = {
	/** `ECONNREFUSED`; empty if there is none. */
	code: string;
	message: string;
	/** The certificate of the peer is not trusted. */
	isCertificate: boolean;
	/** Nothing of the request has left the machine. */
	isUnsent: boolean;
};

const certificate = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/;
const unsent =
	/^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$|^ERR_(?:TLS|SSL)/;

export function networkReason(error: unknown): NetworkReason {
	const cause = rootCause(error);
	const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
	const isCertificate = certificate.test(code);
	return {code, message: messageOf(cause), isCertificate, isUnsent: isCertificate || unsent.test(code)};
}
