import type {Failure} from '../../failure.ts';

/** A failure as a report has it. */
export type ReportedError = Pick<Failure, 'code' | 'message' | 'remedy'>;

export const errorOf = ({code, message, remedy}: ReportedError): ReportedError => ({code, message, remedy});
