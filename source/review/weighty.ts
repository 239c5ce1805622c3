import {parseReply} from './closing/marker.ts';
import {type Finding, severityRank} from './finding.ts';

/** Categories of reviewers that are about security without one of the words below, in lower case. */
const securityCategories = ['privacy', 'cryptography'];

/** Words that name a weakness, each with the forms that it is written in. A blank in one stands for a hyphen, an underscore or nothing too. */
const weaknesses = [
	'security|secure|insecure|insecurely',
	'vulnerability|vulnerabilities|vulnerable',
	'cwe|cve|owasp',
	'injection|injections|injectable|sqli',
	'xss|csrf|xsrf|ssrf|xxe|rce|idor|toctou',
	'cross site scripting|cross site request forgery',
	'secret|secrets',
	'access token|access tokens|auth token|auth tokens|bearer token|api token|api tokens|session token|refresh token',
	'tls|ssl|certificate|certificates',
	'credential|credentials|password|passwords|passphrase|api key|api keys|private key|private keys',
	'leak|leaks|leaked|leakage|exposed|exposes',
	'exploit|exploits|exploitable|exploited',
	'authentication|authorization|authorisation|unauthenticated|unauthorized|unauthorised|privilege|privileges',
	'path traversal|directory traversal|zip slip',
	'deserialization|prototype pollution|open redirect|clickjacking',
	'buffer overflow|use after free|out of bounds',
	'denial of service|redos|ddos|dos attack',
	'plaintext|plain text password|hard coded',
	'sandbox escape|privilege escalation|remote code execution|arbitrary code',
	'malicious|attacker|attackers|untrusted|tampering',
];

const weakness = new RegExp(
	`(?<![\\p{L}\\p{N}])(?:${weaknesses.join('|').replaceAll(' ', '[\\s_-]*')}|(?:cwe|cve)[\\s_-]*\\d+(?:-\\d+)?)(?![\\p{L}\\p{N}])`,
	'iu',
);

/** Whether a text names a weakness in security, by whole words; also within a name such as `hardcodedPassword`. */
export const namesWeakness = (text: string): boolean => weakness.test(text) || weakness.test(inWords(text));

const inWords = (name: string): string => name.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ');

/** @param category in lower case */
export const isSecurityCategory = (category: string): boolean =>
	securityCategories.includes(category) || namesWeakness(category);

type Weighed = Pick<
	Finding,
	'author' | 'severity' | 'category' | 'rule' | 'title' | 'blocks' | 'thread' | 'isRepeatAnswered'
>;

/** Why only a person can decline a finding; null if anybody can. */
export function whyForPeople(finding: Weighed): string | null {
	const {author, severity, category, rule, title} = finding;
	if (author === null || !author.isBot) return 'a person wrote it';
	if (isAnsweredByPerson(finding)) return 'a person has answered it';
	if (severity !== null && severityRank(severity) >= severityRank('major')) return `its severity is ${severity}`;
	if (category !== null && isSecurityCategory(category)) return `its category is ${category}`;
	const texts = [title, rule ?? '', severity === null ? firstSentence(finding) : ''];
	return texts.some(namesWeakness) ? 'it is about security' : null;
}

/** Whether a person wrote anything in its threads, but for what this program sent. */
export const isAnsweredByPerson = ({thread, isRepeatAnswered}: Pick<Weighed, 'thread' | 'isRepeatAnswered'>): boolean =>
	isRepeatAnswered === true ||
	(thread?.comments.some(({author, body}) => author?.isBot !== true && !isOurReply(body)) ?? false);

const isOurReply = (body: string) => {
	const reply = parseReply(body);
	return reply !== null && reply.ownWords === null;
};

function firstSentence({blocks}: Weighed): string {
	const text = blocks.flatMap(block => (block.kind === 'prose' ? block.text : [])).join('\n');
	return /^[\s\S]*?[.!?:](?=\s|$)/.exec(text.trim())?.[0] ?? text;
}
