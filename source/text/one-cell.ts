/** Latin-1 and the theme's symbols. */
const simple = /^[ -~\u00a0-\u00ac\u00ae-ÿ•…─│┬┼▁-█▌▎░▸▾▪✓↳→‹›]*$/;

/** Whether each of its characters takes one cell, which can be known without tables. */
export const isOneCellEach = (text: string) => simple.test(text);
