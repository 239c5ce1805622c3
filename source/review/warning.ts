/** Something about a comment that its reader should know. */
export type Warning = {kind: string; commentId: string | null; text: string};
