import {expect, test} from 'vitest';
import {hideLogin} from '../../source/system/hide-login.ts';

const hide = hideLogin('redis://ada%2Fx:p%40ss%2Fw%22%C3%B6rd@store.example:6379/0');

test.each([
	['as in the address', 'AUTH ada%2Fx p%40ss%2Fw%22%C3%B6rd', 'AUTH *** ***'],
	['decoded', 'AUTH ada/x p@ss/w"örd', 'AUTH *** ***'],
	['encoded in small letters', 'user=ada%2fx&p=p%40ss%2fw%22%c3%b6rd', 'user=***&p=***'],
	['in JSON', '{"p": "p@ss/w\\"örd"}', '{"p": "***"}'],
	['in other letters', 'P@SS/W"ÖRD', '***'],
	['within other text', 'xp@ss/w"ördx', 'x***x'],
	['in base64', `Basic ${Buffer.from('ada/x:p@ss/w"örd').toString('base64')}`, 'Basic ***'],
])('user and password are hidden %s', (_, text, shown) => {
	expect(hide(text)).toBe(shown);
});

test('a user is hidden as a word only, and an address without a login hides nothing', () => {
	expect(hideLogin('http://me@proxy.example')('me: some message from me')).toBe('***: some message from ***');
	expect(hideLogin('http://proxy.example')('nothing at all')).toBe('nothing at all');
});
