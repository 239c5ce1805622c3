/** A program: the least that an app in Ink can be. It draws the lines in the file that it is given, and takes keys; q leaves it. */
import {readFileSync} from 'node:fs';
import process from 'node:process';
import {Box, render, Text, useApp, useInput, usePaste} from 'ink';

function BareApp({lines}: {lines: readonly string[]}) {
	const {exit} = useApp();
	useInput(key => key === 'q' && exit());
	usePaste(() => {});
	return (
		<Box flexDirection="column">
			{lines.map((line, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a row is a place on the screen
				<Text key={index} wrap="truncate">
					{line}
				</Text>
			))}
		</Box>
	);
}

const [file] = process.argv.slice(2) as [string];
render(<BareApp lines={readFileSync(file, 'utf8').split('\n')} />, {alternateScreen: true, incrementalRendering: true});
