// What "npm test" is elsewhere: one rule of the shop, checked on the code as it is.
import {readFileSync} from 'node:fs';
import {stripTypeScriptTypes} from 'node:module';

const code = stripTypeScriptTypes(readFileSync('src/shipping.ts', 'utf8'));
const {shippingCosts} = await import(`data:text/javascript,${encodeURIComponent(code)}`);
const {cents} = shippingCosts({cents: 5000, currency: 'EUR'});
if (cents !== 490) {
	console.error(`shipping of an order of 50.00: expected 4.90, got ${(cents / 100).toFixed(2)}`);
	process.exit(1);
}
