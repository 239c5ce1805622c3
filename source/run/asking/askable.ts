import type {Finding} from '../../review/finding.ts';

/** Whether a model can be asked about a finding: it asks for something that no reviewer wrote as code. */
export const isForModel = ({disposition}: Finding) => disposition?.outcome === 'needs-model';

/**
 * Whether a person may have a model asked about a finding: nobody wrote it as code, and what a model said of it, if any
 * was asked, has led to no change.
 */
export const isAskable = (finding: Finding) => isForModel(finding) || isAnsweredInWords(finding);

const isAnsweredInWords = ({disposition, explanation}: Finding) =>
	disposition !== null && disposition.outcome !== 'already-applied' && explanation !== null;

/** The finding as one that a model can be asked about, once more if it was. */
export function askable(finding: Finding): Finding {
	const {disposition} = finding;
	return disposition ? {...finding, disposition: {outcome: 'needs-model', reason: disposition.reason}} : finding;
}
