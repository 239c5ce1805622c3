/** A file in the root folder of a commit. `text` is null if it is no text, or no regular file. */
export type RootFile = {name: string; text: string | null};
