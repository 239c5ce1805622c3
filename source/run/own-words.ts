import {formatOwnWords, nothingDecided} from '../review/closing/marker.ts';

/** GitHub's limit for a comment, in characters. */
const mostCharacters = 65_536;

/** As long as a marker can become, about. */
const markerCharacters =
	formatOwnWords('', {state: 'already-fixed', commit: '0'.repeat(64)}, '', [], nothingDecided).length + 500;

/** Why a text cannot be sent as a reply of the user's own; null if it can. */
export async function whyUnsendable(text: string): Promise<string | null> {
	const most = mostCharacters - markerCharacters;
	if ([...text].length > most) return `it has more than ${most.toLocaleString('en-US')} characters`;
	const {withoutSecrets} = await import('../llm/mask/mask.ts');
	return (await withoutSecrets(text)) === text ? null : 'it has what looks like a secret';
}
