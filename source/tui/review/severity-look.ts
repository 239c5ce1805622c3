import type {Severity} from '../../review/finding.ts';
import type {Tone} from '../text/line.ts';

type SeverityLook = {letter: string; tone: Tone};

export const severityLooks: Readonly<Record<Severity, SeverityLook>> = {
	critical: {letter: 'C', tone: 'bad'},
	major: {letter: 'M', tone: 'warning'},
	minor: {letter: 'm', tone: 'plain'},
	trivial: {letter: 't', tone: 'quiet'},
};

const noSeverity: SeverityLook = {letter: ' ', tone: 'plain'};

export const severityLook = (severity: Severity | null): SeverityLook =>
	severity === null ? noSeverity : severityLooks[severity];
