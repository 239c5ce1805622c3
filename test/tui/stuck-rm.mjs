// Loaded into the program with --import: removing a file or folder never ends, as in a network folder whose server is gone.
import fs from 'node:fs/promises';
import {syncBuiltinESMExports} from 'node:module';

fs.rm = () => new Promise(() => {});
syncBuiltinESMExports();
