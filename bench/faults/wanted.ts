/** What a run says of itself. */
export type Result = `exit ${number}, remark ${string}, suggestion applied`;

const done: Result = 'exit 0, remark applied, suggestion applied';
/** The exit code for authentication and permission. */
const refused: Result = 'exit 4, remark needs-model, suggestion applied';
/** The exit code of a failure: the service has answered nothing at all. */
const silent: Result = 'exit 1, remark needs-model, suggestion applied';
const left: Result = 'exit 3, remark needs-model, suggestion applied';

/** Faults that are none in the end: the answer comes, only late, without its usage, or in another form. */
const harmless = ['slow', 'no-usage', 'no-structured-output', 'leftover'];

/** The service does not know its user, has nothing for them, or would be paid for by the token without a word. */
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

/** What an account may use is spent, or this one question, or its answer, is at fault. */
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

/** Copilot does not say that an answer was cut short or filtered: nothing is known but that none came. */
const unsaid: Readonly<Record<string, readonly string[]>> = {copilot: ['cut-short', 'filtered']};

/** What has to come of a fault of a service: the suggestion beside the remark is applied whatever happens. */
export function wanted(service: string, fault: string): Result {
	if (unsaid[service]?.includes(fault)) return silent;
	if (harmless.includes(fault)) return done;
	if (refusing.includes(fault)) return refused;
	return particular.includes(fault) ? left : silent;
}
