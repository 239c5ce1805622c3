/** Replaces React's devtools in the bundle. */
const devtools = {initialize: () => {}, connectToDevTools: () => {}};

// biome-ignore lint/style/noDefaultExport: Ink imports it so.
export default devtools;
