import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {newFolder} from './folders.ts';

/** Paths of a key and of the certificate for it, which names 127.0.0.1 and other hosts and is its own authority. */
export function makeCertificate(hosts: readonly string[] = []): {key: string; certificate: string} {
	const folder = newFolder();
	const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
	const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
	const names = ['IP:127.0.0.1', ...hosts.map(host => `DNS:${host}`)].join();
	const name = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${names}`];
	const files = ['-keyout', key, '-out', certificate];
	execFileSync('openssl', ['req', '-x509', '-days', '2', ...algorithm, ...name, ...files], {stdio: 'pipe'});
	return {key, certificate};
}
