/**
 * Mean tokens of a question about a comment in prose: measured over 120 real ones by `npm run bench -- prompt-size`.
 * Those of an answer are what an edit of a few lines and its reason take, without thinking.
 */
export const meanQuestion = {input: 1241, output: 300} as const;
