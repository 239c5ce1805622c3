import {escapePattern} from '../text/escape-pattern.ts';

/**
 * Hides the user and the password of an address in what its server replies: as they are in the address, decoded, encoded
 * otherwise, and together in base64, as HTTP sends them. The password is hidden anywhere, the user only as a word.
 * @param address whose percent-encoding can be decoded
 */
export function hideLogin(address: string): (text: string) => string {
	const {username, password} = new URL(address);
	const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
	const login = Buffer.from(`${user}:${secret}`).toString('base64').replace(/=+$/, '');
	const parts = [
		...(password === ''
			? []
			: [
					`${escapePattern(login)}={0,2}`,
					...[password, secret, encodeURIComponent(secret), inJson(secret)].map(escapePattern),
				]),
		...(username === '' ? [] : [username, user, encodeURIComponent(user)].map(asWord)),
	];
	if (parts.length === 0) return text => text;
	const pattern = new RegExp(parts.toSorted((a, b) => b.length - a.length).join('|'), 'gi');
	return text => text.replace(pattern, '***');
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const asWord = (text: string) => `(?<![\\w-])${escapePattern(text)}(?![\\w-])`;
