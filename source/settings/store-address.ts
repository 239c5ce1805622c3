import {isDecodable} from '../system/decodable.ts';
import {isOnThisMachine} from '../system/loopback.ts';
import {type Kind, oneText} from './kind.ts';

/** The address of a Redis or Valkey server, which may contain a password. */
export const storeAddress: Kind<string> = {
	...oneText(
		'<url>',
		'rediss://[user:password@]host[:port][/database], or the same with redis:// on this machine',
		given => (isStoreAddress(given.trim()) ? given.trim() : undefined),
	),
	show: value => `${new URL(value).protocol}//${storeName(value)}`,
	isSecret: true,
};

/** What may be shown of an address: host, port and database. */
export function storeName(address: string): string {
	const {hostname, port, pathname} = new URL(address);
	return `${hostname}:${port || 6379}${pathname === '/' ? '' : pathname}`;
}

function isStoreAddress(text: string): boolean {
	if (!URL.canParse(text)) return false;
	const {protocol, hostname, pathname, search, hash, username, password} = new URL(text);
	// A password that is not encoded may have ended up in them, or cannot be decoded.
	if (!isDecodable(username + password)) return false;
	if (hostname === '' || search + hash !== '' || !/^(?:\/\d{0,4})?$/.test(pathname)) return false;
	return protocol === 'rediss:' || (protocol === 'redis:' && isOnThisMachine(hostname));
}
