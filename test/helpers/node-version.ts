/** vitest calls it before all tests: prints the Node that they run on, and insists on the one in TEST_NODE. */
export function setup(): void {
	const {version, env} = process;
	console.log(`Node.js ${version} on ${process.platform} ${process.arch}`);
	const {TEST_NODE: expected = ''} = env;
	if (expected !== '' && !`${version}.`.startsWith(`v${expected}.`)) {
		throw new Error(`These tests are to run on Node.js ${expected}.`);
	}
}
