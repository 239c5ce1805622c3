import type {Severity} from '../../review/finding.ts';
import type {Tone} from '../text/line.ts';

export const severityLooks: Readonly<Record<Severity, {letter: string; tone: Tone}>> = {
	critical: {letter: 'C', tone: 'bad'},
	major: {letter: 'M', tone: 'warning'},
	minor: {letter: 'm', tone: 'plain'},
	trivial: {letter: 't', tone: 'quiet'},
};
