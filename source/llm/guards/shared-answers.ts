import {createHmac, timingSafeEqual} from 'node:crypto';
import {identifyOnce} from '../../store/identify.ts';
import type {Store} from '../../store/store.ts';
import {describeStoreTrouble, StoreTrouble} from '../../store/trouble.ts';
import {parseJson} from '../../system/json.ts';
import type {LogLevel} from '../../system/log-levels.ts';
import {hasShape} from '../../system/shape.ts';
import {count} from '../../text/sentences.ts';
import type {ModelReply} from '../providers/provider.ts';
import {stopOfStore} from './store-stop.ts';
import {answerLifeMs, isFresh, type StoredAnswer, storedAnswerShape} from './stored-answer.ts';

export type SharedAnswersOptions = {
	store: Store;
	/** Signs the answers. */
	key: string;
	now: () => number;
	log: (level: LogLevel, message: string) => void;
};

export type SharedAnswers = ReturnType<typeof sharedAnswers>;

const what = 'The shared answers';
/** Of one entry. Larger ones are neither written nor read. */
const mostBytes = 1_000_000;

/**
 * The answers on a server, which all machines with the same key share, for seven days by its clock. Each is signed: an entry
 * that the key has not signed for its id is not used.
 */
export function sharedAnswers({store, key, now, log}: SharedAnswersOptions) {
	const place = `{pr-resolve}:answers:${placeOfKey(key)}`;
	const identified = identifyOnce(store);
	const unsigned = new Set<string>();
	let stop: unknown = null;

	async function read(id: string): Promise<ModelReply | null> {
		await identified();
		const text = await store.command('GETRANGE', `${place}:${id}`, '0', `${mostBytes}`);
		if (typeof text !== 'string' || text === '') return null;
		const answer = Buffer.byteLength(text) <= mostBytes ? unsealAnswer(key, id, text) : null;
		if (answer === null) {
			if (unsigned.size === 0)
				log('WARNING', `An answer at ${store.name} is not signed with your key, so it is not used.`);
			unsigned.add(id);
		}
		return answer && isFresh(answer, now()) ? answer.reply : null;
	}

	async function write(id: string, reply: ModelReply): Promise<void> {
		const text = sealAnswer(key, id, {atMs: now(), reply});
		if (Buffer.byteLength(text) > mostBytes) return;
		await store.command('SET', `${place}:${id}`, text, 'PX', `${answerLifeMs}`);
	}

	return {
		async find(id: string): Promise<ModelReply | null> {
			if (stop !== null) throw stop;
			return read(id).catch(error => {
				stop ??= stopOfStore(store, error, what);
				throw stop;
			});
		},
		// The answer is paid for and will be used, but the next request does not leave.
		async keep(id: string, reply: ModelReply): Promise<void> {
			if (stop !== null) return;
			await write(id, reply).catch(error => {
				if (stop === null && error instanceof StoreTrouble)
					log('WARNING', describeStoreTrouble(error, store.name, what).message);
				stop ??= stopOfStore(store, error, what, {isLogged: true});
			});
		},
		/** Once the server could not be used, neither reads nor writes do anything until this call. */
		tryAgain() {
			stop = null;
		},
		/** The run is over. */
		close() {
			store.close();
			if (unsigned.size > 1)
				log(
					'WARNING',
					`${count(unsigned.size, 'answer')} at ${store.name} are not signed with your key and were not used.`,
				);
		},
	};
}

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
	return hasShape(answer, storedAnswerShape) ? answer : null;
}
