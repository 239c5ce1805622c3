import {createHmac, timingSafeEqual} from 'node:crypto';
import {parseJson} from '../../system/json.ts';
import {isStoredAnswer, type StoredAnswer} from './stored-answer.ts';

/** With a version: an entry of another one has another signature, so it is not read. */
const [answerDomain, placeDomain] = ['pr-resolve/answer@1', 'pr-resolve/answers@1'];

/** Between signature and content. Base64url has none. */
const separator = '.';

const sign = (key: string, ...texts: readonly string[]) => createHmac('sha256', key).update(texts.join('\n')).digest();

/** A name that only holders of the key use, so that those of another key neither read nor replace their answers. */
export const placeOfKey = (key: string): string => sign(key, placeDomain).toString('hex').slice(0, 16);

/** The text of an answer, signed together with its id. */
export function sealAnswer(key: string, id: string, answer: StoredAnswer): string {
	const content = JSON.stringify(answer);
	return sign(key, answerDomain, id, content).toString('base64url') + separator + content;
}

/** The answer, if a holder of the key has sealed exactly this text for this id; otherwise null. */
export function unsealAnswer(key: string, id: string, text: string): StoredAnswer | null {
	const end = text.indexOf(separator);
	const content = text.slice(end + 1);
	const [given, right] = [Buffer.from(text.slice(0, Math.max(end, 0))), sign(key, answerDomain, id, content)];
	const wanted = Buffer.from(right.toString('base64url'));
	if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
	const answer = parseJson(content);
	return isStoredAnswer(answer) ? answer : null;
}
