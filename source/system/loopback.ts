import {BlockList} from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a host name, as `URL` writes it, is this machine's. Names under `localhost` may be looked up elsewhere. */
export function isOnThisMachine(hostname: string): boolean {
	if (hostname === 'localhost') return true;
	if (hostname.startsWith('[')) return loopback.check(hostname.slice(1, -1), 'ipv6');
	return /^[\d.]+$/.test(hostname) && loopback.check(hostname, 'ipv4');
}
