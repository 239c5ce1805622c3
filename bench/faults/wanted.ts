/** The result of a run. */
export type Result = `exit ${number}, remark ${string}, suggestion applied`;

const done: Result = 'exit 0, remark applied, suggestion applied';
/** The exit code for authentication and permission. */
const refused: Result = 'exit 4, remark needs-model, suggestion applied';
/** The exit code of a failure: the service has answered no question. */
const silent: Result = 'exit 1, remark needs-model, suggestion applied';
const left: Result = 'exit 3, remark needs-model, suggestion applied';

/** Harmless faults: the answer arrives late, without its usage, in another form, or from an older program. */
const harmless = ['slow', 'no-usage', 'no-structured-output', 'leftover', 'older'];

/** The login is missing or wrong, has no subscription, or would be charged by the token. */
const refusing = [
	'auth',
	'forbidden',
	'not-logged-in',
	'api-key-login',
	'expired',
	'revoked',
	'subscription',
	'policy',
];

/** The account's quota is used up, or this one question or its answer is at fault. */
const particular = [
	'billing',
	'quota',
	'rate-limit',
	'rate-limit-silent',
	'usage-window',
	'too-large',
	'refusal',
	'truncated',
	'cut-short',
	'filtered',
	'tool-use',
	'tool-refused',
];

/** Copilot does not report that an answer was cut or filtered, only that there is none. */
const unsaid: Readonly<Record<string, readonly string[]>> = {copilot: ['cut-short', 'filtered']};

/** The expected result of a service's fault. The suggestion is applied in any case. */
export function wanted(service: string, fault: string): Result {
	if (unsaid[service]?.includes(fault)) return silent;
	if (harmless.includes(fault)) return done;
	if (refusing.includes(fault)) return refused;
	return particular.includes(fault) ? left : silent;
}
