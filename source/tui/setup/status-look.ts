import {type StepStatus, statusWords} from '../../run/setup/step.ts';
import {type Span, span, type Tone} from '../text/line.ts';
import type {Symbols} from '../theme.ts';

export const statusLooks: Readonly<Record<StepStatus, {symbol: keyof Symbols; tone: Tone}>> = {
	todo: {symbol: 'idle', tone: 'plain'},
	checking: {symbol: 'model', tone: 'accent'},
	ok: {symbol: 'apply', tone: 'good'},
	warning: {symbol: 'clash', tone: 'warning'},
	'needs-you': {symbol: 'person', tone: 'warning'},
	failed: {symbol: 'failed', tone: 'bad'},
};

export function statusSpan(status: StepStatus, symbols: Symbols): Span {
	const {symbol, tone} = statusLooks[status];
	return span(`${symbols[symbol]} ${statusWords[status]}`, tone);
}
