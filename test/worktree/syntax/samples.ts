import type {Language} from '../../../source/worktree/syntax/languages.ts';

/** A file, its text, and the piece of it whose loss breaks it. */
type Sample = {path: string; intact: string; needed: string};

export const samples: Record<Language | 'c' | 'jsx', Sample> = {
	bash: {path: 'deploy.sh', intact: 'if [ -n "$1" ]; then\n\techo "to $1"\nfi\n', needed: 'fi\n'},
	c: {path: 'sum.c', intact: 'int sum(int a, int b) {\n\treturn a + b;\n}\n', needed: '}'},
	'c-sharp': {path: 'Basket.cs', intact: 'class Basket {\n\tint Count() { return 3; }\n}\n', needed: ')'},
	cpp: {path: 'box.hpp', intact: 'template <typename T>\nstruct Box {\n\tT value;\n};\n', needed: '>'},
	css: {path: 'page.css', intact: '.page {\n\tcolor: teal;\n}\n', needed: ':'},
	go: {path: 'main.go', intact: 'package main\n\nfunc twice(n int) int {\n\treturn n * 2\n}\n', needed: '('},
	java: {path: 'Tea.java', intact: 'class Tea {\n\tint cups = 2;\n}\n', needed: ';'},
	javascript: {path: 'sum.mjs', intact: 'export const sum = (a, b) => {\n\treturn a + b;\n};\n', needed: '=>'},
	jsx: {path: 'list.jsx', intact: 'const list = <ul>\n\t<li>one</li>\n</ul>;\n', needed: '</ul>'},
	php: {path: 'index.php', intact: '<?php\nfunction greet($name) {\n\treturn "Hi $name";\n}\n', needed: '$name)'},
	python: {path: 'tea.py', intact: 'def brew(cups):\n    return [cup for cup in cups]\n', needed: ']'},
	ruby: {path: 'Rakefile', intact: 'def brew(cups)\n  cups.each { |cup| fill(cup) }\nend\n', needed: 'end\n'},
	rust: {path: 'lib.rs', intact: 'pub fn twice(n: u32) -> u32 {\n\tn * 2\n}\n', needed: '->'},
	tsx: {path: 'page.tsx', intact: 'const page = (title: string) => <h1>{title}</h1>;\n', needed: '</h1>'},
	typescript: {path: 'sum.ts', intact: 'type Sum = {a: number};\nconst sum: Sum = {a: 1};\n', needed: '};'},
};
