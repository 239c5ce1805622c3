import type {Finding} from '../../review/finding.ts';

/** Whether a finding is for a model: it asks for a change that no reviewer wrote as code. */
export const isForModel = ({disposition}: Finding) => disposition?.outcome === 'needs-model';

/**
 * Whether you may send a finding to a model: no reviewer wrote it as code, and no earlier answer
 * led to a change.
 */
export const isAskable = (finding: Finding) => isForModel(finding) || isAnsweredInWords(finding);

const isAnsweredInWords = ({disposition, explanation}: Finding) =>
	disposition !== null && disposition.outcome !== 'declined' && explanation !== null;

/** The finding as one that is for a model, also if it was sent before. */
export function askable(finding: Finding): Finding {
	const {disposition} = finding;
	return disposition ? {...finding, disposition: {outcome: 'needs-model', reason: disposition.reason}} : finding;
}
