/** The result of a run. */
export type Result = `exit ${number}, remark ${string}, suggestion applied`;

const done: Result = 'exit 0, remark applied, suggestion applied';
/** The exit code for authentication and permission. */
const refused: Result = 'exit 4, remark needs-model, suggestion applied';
/** The exit code of a failure: the service has answered no question, whatever the reason. */
const silent: Result = 'exit 1, remark needs-model, suggestion applied';
/** It has told when it answers again, so that the circuit is open until then. */
const waiting: Result = 'exit 5, remark needs-model, suggestion applied';
/** The answer cannot be used. */
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

/** The answer says nothing that could be used. */
const unusable = ['refusal', 'truncated', 'no-end', 'endless', 'cut-short', 'filtered'];

/** Copilot does not report that an answer was cut or filtered, only that there is none. */
const unsaid: Readonly<Record<string, readonly string[]>> = {copilot: ['cut-short', 'filtered']};

/** The expected result of a service's fault. The suggestion is applied in any case. */
export function wanted(service: string, fault: string): Result {
	if (unsaid[service]?.includes(fault)) return silent;
	if (harmless.includes(fault)) return done;
	if (refusing.includes(fault)) return refused;
	if (fault === 'usage-window') return waiting;
	return unusable.includes(fault) ? left : silent;
}
